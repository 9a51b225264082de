/** How the viewer looks: by the reader's own light or dark, readable on a phone, nothing told by colour alone. */

/** A picture for the tab: the lines of a plan. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#14532d"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>
`;

/** What the viewer's own pages need beyond the style that they share with the report. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f5f7f9; --ink: #1b1f24; --soft: #545d68; --line: #cfd6dd;
  --link: #0b57d0; --good: #116329; --bad: #a40e26; --open: #7a4b00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --panel: #1e2228; --ink: #e6e8eb; --soft: #a8b0ba; --line: #3a414a;
    --link: #8ab4f8; --good: #7ee2a0; --bad: #ffa3a3; --open: #f2c063;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main, .site { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
main { padding-bottom: 4rem; overflow-wrap: anywhere; }
main:focus { outline: none; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; top: 0; padding: 0.5rem 1rem; background: var(--paper); z-index: 1; }
.skip:focus { left: 0; }
.site { display: flex; flex-wrap: wrap; gap: 0 1.5rem; justify-content: space-between; align-items: baseline;
  padding-top: 0.6rem; }
.crumbs { list-style: none; display: flex; flex-wrap: wrap; margin: 0; padding: 0; overflow-wrap: anywhere; }
.crumbs li + li::before { content: "/"; color: var(--soft); margin: 0 0.5rem; }
.age { margin: 0; color: var(--soft); font-size: 0.875rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 1rem 0; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 0.75rem; }
small { font-size: 0.8125rem; font-weight: 400; color: var(--soft); }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); font-size: 0.875rem; padding-bottom: 0.4rem; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.6rem; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-size: 0.8125rem; font-weight: 600; }
tbody th { font-weight: 600; }
.number { text-align: right; white-space: nowrap; }
.name { overflow-wrap: anywhere; min-width: 12rem; }
.scroll { overflow-x: auto; }
.mark { white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); }
.problem { color: var(--bad); }
small.problem { color: var(--bad); }
.tag { font-size: 0.75rem; border: 1px solid var(--line); border-radius: 1rem; padding: 0 0.5rem; color: var(--soft); white-space: nowrap; }
.note { background: var(--panel); border-left: 4px solid var(--open); padding: 0.6rem 0.9rem; }
.filter { display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; align-items: end; margin: 1rem 0; }
.filter label { display: flex; flex-direction: column; font-size: 0.8125rem; color: var(--soft); max-width: 100%; }
input, select, button { font: inherit; font-size: 1rem; color: var(--ink); background: var(--paper); border: 1px solid var(--soft);
  border-radius: 6px; padding: 0.35rem 0.6rem; max-width: 100%; min-height: 2.5rem; }
input[type="radio"] { min-height: 0; width: 1.25rem; height: 1.25rem; accent-color: var(--link); }
button { background: var(--panel); cursor: pointer; }
#live button { min-height: 0; padding: 0 0.5rem; font-size: 0.8125rem; }
.sides { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.75rem; }
.sides dt { font-weight: 600; } .sides dd { margin: 0; }
.goal { font-size: 1.1rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 1rem 0; }
.facts dt { color: var(--soft); font-size: 0.8125rem; } .facts dd { margin: 0; }
.turns { list-style: none; margin: 0; padding: 0; }
.turn { border-left: 3px solid var(--line); padding: 0.1rem 0 0.1rem 1rem; margin: 0 0 1rem; }
.turn:target { border-color: var(--link); }
.turn p { margin: 0.3rem 0; max-width: 52rem; }
.role { font-size: 0.8125rem; color: var(--soft); }
.role a { color: inherit; }
.thought { font-style: italic; }
.raw { color: var(--soft); }
.action code { font-weight: 600; }
.said, .thought, .raw, .goal { white-space: pre-wrap; }
.pager { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: baseline; margin: 1rem 0; }
.pager p { margin: 0; color: var(--soft); }
.pager ul { list-style: none; display: flex; flex-wrap: wrap; gap: 1rem; margin: 0; padding: 0; }
.pager span { color: var(--soft); }
@media (max-width: 48rem) {
  h1 { font-size: 1.35rem; }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack, .stack tbody, .stack tr, .stack th, .stack td, .stack caption { display: block; }
  .stack .empty { display: none; }
  .stack tr { border: 1px solid var(--line); border-radius: 8px; padding: 0.4rem 0.75rem; margin-bottom: 0.75rem; }
  .stack th, .stack td { border: 0; padding: 0.2rem 0; text-align: left; white-space: normal; }
  .stack td[data-label] { display: flex; justify-content: space-between; gap: 1rem; text-align: right; }
  .stack td[data-label]::before { content: attr(data-label); color: var(--soft); text-align: left; flex: none; }
}
`;
