import { expect, it } from 'vitest';
import { readHtmlBlocks } from '../../../src/environments/hotpotqa/html-blocks.js';

it.each([
  [
    'paragraphs before lists',
    '<ul><li>b</li>\n<li>c</li></ul><p>a <b>bold</b> &amp; x</p>',
    ['a bold & x', 'b\nc'],
  ],
  ['a list within a list twice', '<ul><li>a<ul><li>b</li></ul></li></ul>', ['ab', 'b']],
  [
    'no styles, scripts and comments',
    '<p>a<style>p{}</style><!-- <p>no --><script>"<p>"</script>b</p>',
    ['ab'],
  ],
  ['paragraphs that nobody closed', '<p>a<p class="x > y">b', ['a', 'b']],
  [
    'entities',
    '<p>&#91;1&#x5D; &nbsp;&lt;p&gt; &unknown; &#x110000;</p>',
    ['[1] \u00a0<p> &unknown; &#x110000;'],
  ],
  ['nothing', '', []],
  ['odd tags', '<p>1 < 2 <pre>x</pre><P>y</P></ul>', ['1 < 2 x', 'y']],
])('reads %s', (_, html, blocks) => {
  expect(readHtmlBlocks(html)).toEqual(blocks);
});

it('reads hostile pages in little time', () => {
  for (const piece of ['<ul>x', '<p "', '<!--', "<a '", '&#'])
    expect(readHtmlBlocks(piece.repeat(200_000)).length).toBeLessThan(200_001);
});
