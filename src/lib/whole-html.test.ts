import { expect, test } from 'vitest';
import { isWholeHtml } from './markup/html-tokens.ts';

test('complete HTML may leave elements open, but none that would swallow later content', () => {
  for (const html of [
    '',
    'Text',
    '<div id="a"><p>One',
    '<script>if (1 < 2) go("</p>")</script>',
    '<!-- note --><img src=a.png>',
    '<template><b>x</b></template>',
    '</div></section>',
    '<iframe src="/x"></iframe>',
    '1 < 2',
  ]) {
    expect([html, isWholeHtml(html)]).toEqual([html, true]);
  }
  for (const html of [
    '<div id="a',
    '<div',
    '<!-- note',
    '<script>go()',
    '<style>p{}',
    '<textarea>',
    '</template><script>1</script>',
    '<template></template></template>',
    '<plaintext>',
    '<iframe src="/x">',
  ]) {
    expect([html, isWholeHtml(html)]).toEqual([html, false]);
  }
});
