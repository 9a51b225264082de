/** How run pages look: by the reader's own light or dark, readable on a phone, nothing told by colour alone. */

/** The style of a page as a whole, and the names of its colours. */
export const frameStyle = `
:root{color-scheme:light dark;--paper:#fff;--panel:#f6f7f9;--ink:#1b1f24;--soft:#59636e;--line:#d8dee4;
--link:#0b57d0;--good:#116329;--bad:#a40e26;--open:#7a4b00}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--panel:#1d2126;--ink:#e6e8eb;--soft:#a3acb6;--line:#353c44;
--link:#8ab4f8;--good:#7ee2a0;--bad:#ffa3a3;--open:#f2c063}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:54rem;margin:0 auto;padding:0 1.25rem 5rem;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-100vw;top:0;padding:.5rem 1rem;background:var(--paper);z-index:1}
.skip:focus{left:0}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.01em;margin:2.5rem 0 .5rem}
h2{font-size:1.3rem;line-height:1.3;letter-spacing:-.005em;margin:3.5rem 0 1rem}
h3{font-size:1.05rem;line-height:1.4;margin:2rem 0 .5rem}
code,pre{font:.875rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
small{font-size:.8125rem;font-weight:400;color:var(--soft)}
@media print{details{display:block}main{max-width:none}}
`;

/** The style of what is said of a run, in the report and in the viewer. */
export const runStyle = `
.facts{display:flex;flex-wrap:wrap;gap:.6rem 2rem;margin:1rem 0 0;padding:0}
.facts dt{color:var(--soft);font-size:.8125rem}.facts dd{margin:0}
.contents ol{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.25rem;margin:1.5rem 0 0;padding:.75rem 0;
border:solid var(--line);border-width:1px 0;font-size:.9375rem}
.note{background:var(--panel);border-left:4px solid var(--open);border-radius:0 6px 6px 0;padding:.7rem 1rem;margin:1.25rem 0}
.note p,.note ul{margin:0}
.answer{font-size:1.6rem;font-weight:650;line-height:1.25;margin:0 0 .5rem}
.lead{font-size:1.125rem;margin:0 0 1rem}
.good{color:var(--good)}.bad{color:var(--bad)}.open{color:var(--open)}
.absent{color:var(--soft);border:1px dashed var(--line);border-radius:6px;padding:.6rem .9rem}
.quiet{color:var(--soft);font-size:.875rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9375rem}
caption{text-align:left;color:var(--soft);font-size:.875rem;padding-bottom:.4rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--soft);font-size:.8125rem}
tr:last-child>*{border-bottom:0}
tfoot tr>*{border-top:2px solid var(--line);font-weight:600}
.number{text-align:right;white-space:nowrap}
.scroll{overflow-x:auto;margin:1rem 0}
.scroll th,.scroll td{overflow-wrap:break-word}.scroll tbody th{min-width:7rem}
.plan{margin:1rem 0;padding:0;list-style:none;counter-reset:step}
.plan li{position:relative;padding:.65rem 0 .65rem 2.5rem;border-top:1px solid var(--line)}
.plan li:last-child{border-bottom:1px solid var(--line)}
.plan .n{position:absolute;left:.25rem;color:var(--soft);font-variant-numeric:tabular-nums}
.plan p{margin:0;white-space:pre-wrap}
.plan .from{display:block;color:var(--soft);font-size:.8125rem;margin-top:.15rem}
details{margin:.5rem 0}
summary{cursor:pointer;padding:.35rem 0}
details>:not(summary){margin-left:1.1rem}
.card{border:1px solid var(--line);border-radius:8px;padding:.35rem 1rem;margin:.75rem 0}
.card>:not(summary){margin-left:0}
.tally{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.75rem;margin:1rem 0;padding:0}
.tally div{background:var(--panel);border-radius:8px;padding:.7rem .9rem}
.tally dt{color:var(--soft);font-size:.8125rem}
.tally dd{margin:0;font-size:1.4rem;font-weight:600;font-variant-numeric:tabular-nums}
.cells{display:flex;flex-wrap:wrap;gap:3px;margin:.75rem 0;padding:0;list-style:none;font:1rem/1 ui-monospace,monospace}
.cells li{width:1.5rem;height:1.5rem;display:grid;place-items:center;border-radius:4px;background:var(--panel)}
.cells a{color:inherit;text-decoration:none;display:grid;place-items:center;width:100%;height:100%}
.cells a:hover{text-decoration:underline}
.won{color:var(--good)}.lost{color:var(--bad)}.none{color:var(--soft)}
.key{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.25rem;margin:.25rem 0 0;padding:0;color:var(--soft);font-size:.875rem}
.chart{display:block;width:100%;max-width:30rem;height:auto;margin:1.25rem 0;font:11.5px system-ui,sans-serif}
.chart text{fill:var(--soft)}.chart .strong{fill:var(--ink)}
.chart .axis{stroke:var(--line)}.chart .mark{stroke:var(--link);fill:var(--link)}
.chart .before{stroke:var(--soft);fill:var(--paper)}.chart .band{fill:var(--link);opacity:.14}
.chart .path{stroke:var(--link);stroke-width:2;fill:none}.chart .range{stroke-width:2}
.figure{background:#fff;max-width:100%;height:auto;border-radius:8px;margin:1rem 0}
.diff{margin:.75rem 0;border:1px solid var(--line);border-radius:8px;overflow:hidden;font-size:.9375rem}
.diff div{padding:.2rem .75rem .2rem 2rem;text-indent:-1.25rem;white-space:pre-wrap}
.diff ins,.diff del{text-decoration:none}
.diff .added{background:color-mix(in srgb,var(--good) 12%,transparent)}
.diff .removed{background:color-mix(in srgb,var(--bad) 10%,transparent)}
.diff .same{color:var(--soft)}
.reflection{border-left:3px solid var(--line);padding-left:.9rem;margin:.9rem 0}
.reflection p{margin:.25rem 0;white-space:pre-wrap}
.turns{list-style:none;margin:.5rem 0;padding:0}
.turn{border-left:3px solid var(--line);padding:.1rem 0 .1rem .9rem;margin:0 0 .9rem}
.turn p{margin:.2rem 0;white-space:pre-wrap}
.thought{font-style:italic;color:var(--soft)}
.action{font:600 .9rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
.raw{color:var(--soft);font-size:.875rem}
.tag{font-size:.75rem;border:1px solid var(--line);border-radius:1rem;padding:.05rem .55rem;color:var(--soft);white-space:nowrap}
.command{background:var(--panel);border:1px solid var(--line);border-radius:6px;padding:.6rem .9rem;margin:.4rem 0 1rem;
white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}
@media (max-width:40rem){h1{font-size:1.4rem}h2{font-size:1.2rem;margin-top:2.75rem}.answer{font-size:1.35rem}.lead{font-size:1rem}
th,td{padding-right:.5rem}table{font-size:.875rem}}
`;
