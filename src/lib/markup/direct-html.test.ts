import { expect, test } from 'vitest';
import { withDirections } from './direct-html.ts';

test.each([
  ['<p>Is it <em>open?</em></p><p>الميناء.</p>', '<p dir="ltr">Is it <em>open?</em></p><p>الميناء.</p>'],
  ['<h2 class="a">U.S.</h2>', '<h2 dir="ltr" class="a">U.S.</h2>'],
  [
    '<p>Open الميناء.</p><p>&#1575;, AB &amp; C</p><p>2026 &amp; 7.</p><p></p>',
    '<p>Open الميناء.</p><p>&#1575;, AB &amp; C</p><p>2026 &amp; 7.</p><p></p>',
  ],
  // All or nothing; elements inside one that has a direction need none.
  [
    '<blockquote><p>One.</p><p>Two.</p></blockquote>',
    '<blockquote dir="ltr"><p>One.</p><p>Two.</p></blockquote>',
  ],
  [
    '<blockquote><p>One.</p><p>الميناء.</p></blockquote>',
    '<blockquote><p dir="ltr">One.</p><p>الميناء.</p></blockquote>',
  ],
  ['<ul><li>One.<ul><li>Two.</li></ul></li></ul>', '<ul dir="ltr"><li>One.<ul><li>Two.</li></ul></li></ul>'],
  [
    '<ol class="wp-block-list"><li>One.</li><li>الميناء.</li></ol>',
    '<ol class="wp-block-list"><li>One.</li><li>الميناء.</li></ol>',
  ],
  [
    '<table><tr><td>One.</td><td>7</td></tr></table>',
    '<table dir="ltr"><tr><td>One.</td><td>7</td></tr></table>',
  ],
  [
    '<ul class="wp-block-gallery"><li>One.</li></ul><pre>code;</pre><pre class="wp-block-verse">One.</pre>',
    '<ul class="wp-block-gallery"><li>One.</li></ul><pre>code;</pre><pre dir="ltr" class="wp-block-verse">One.</pre>',
  ],
  // The author set a direction, or the element ends elsewhere.
  ['<p dir="rtl">One.</p>', '<p dir="rtl">One.</p>'],
  ['<p>One.', '<p>One.'],
  ['One.</p>', 'One.</p>'],
  ['One.', 'One.'],
])('marks left-to-right text on a right-to-left site: %s', (html, expected) => {
  expect(withDirections(html)).toBe(expected);
});
