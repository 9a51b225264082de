/** How the viewer looks. */
import { frameStyle, runStyle } from '../pages/index.js';

/** A picture for the tab: the lines of a plan. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#14532d"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>
`;

/** The style that run pages have everywhere, and what the viewer's own pages need beyond it. */
export const style = `${frameStyle}${runStyle}
main,.site{max-width:54rem;margin:0 auto;padding-left:1.25rem;padding-right:1.25rem}
.wide main,.wide .site{max-width:78rem}
main:focus{outline:none}
.site{display:flex;flex-wrap:wrap;gap:0 1.5rem;justify-content:space-between;align-items:baseline;padding-top:.75rem}
.site+main h1{margin-top:1.5rem}
.crumbs{list-style:none;display:flex;flex-wrap:wrap;margin:0;padding:0;overflow-wrap:anywhere}
.crumbs li+li::before{content:"/";color:var(--soft);margin:0 .5rem}
.age{margin:0;color:var(--soft);font-size:.875rem}
.name{overflow-wrap:anywhere;min-width:12rem;font-weight:600}
.lines{white-space:pre-wrap}
.problem{color:var(--bad)}
small.problem{color:var(--bad)}
td .open,td .good,td .bad{white-space:nowrap}
.filter{display:flex;flex-wrap:wrap;gap:.6rem 1rem;align-items:end;margin:1rem 0}
.filter label{display:flex;flex-direction:column;font-size:.8125rem;color:var(--soft);max-width:100%}
input,select,button{font:inherit;font-size:1rem;color:var(--ink);background:var(--paper);border:1px solid var(--soft);
border-radius:6px;padding:.35rem .6rem;max-width:100%;min-height:2.5rem}
input[type="radio"]{min-height:0;width:1.25rem;height:1.25rem;accent-color:var(--link)}
button{background:var(--panel);cursor:pointer}
#live button{min-height:0;padding:0 .5rem;font-size:.8125rem}
progress{width:12rem;max-width:100%;accent-color:var(--link)}
.sides{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem}
.sides dt{font-weight:600}.sides dd{margin:0}
.pager{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:baseline;margin:1rem 0}
.pager p{margin:0;color:var(--soft)}
.pager ul{list-style:none;display:flex;flex-wrap:wrap;gap:1rem;margin:0;padding:0}
.pager span{color:var(--soft)}
@media (max-width:48rem){
.stack thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.stack,.stack tbody,.stack tr,.stack th,.stack td,.stack caption{display:block}
.stack td:empty{display:none}
.stack tr{border:1px solid var(--line);border-radius:8px;padding:.4rem .75rem;margin-bottom:.75rem}
.stack th,.stack td{border:0;padding:.2rem 0;text-align:left;white-space:normal}
.stack td[data-label]{display:flow-root;text-align:right}
.stack td[data-label]::before{content:attr(data-label);color:var(--soft);float:left;margin-right:1rem}
}
`;
