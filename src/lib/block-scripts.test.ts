import { expect, test } from 'vitest';
import { scriptedBlocks, scriptKey } from './block-scripts.ts';

const block = (html: string) => `<!-- wp:html -->${html}<!-- /wp:html -->`;
const found = (markup: string) => [...scriptedBlocks(markup).values()];

test('finds HTML blocks with scripts, at any depth', () => {
  const running = [
    '<script>x()</script>',
    '<SCRIPT SRC=//a.test/x.js></SCRIPT>',
    '<script type=module>x()</script>',
    '<b onclick="x()">y</b>',
    '<svg/onload=x()>',
  ];
  for (const html of running) expect(found(block(html)), html).toEqual([html]);
  expect(
    found(
      `<!-- wp:group --><div>${block('<script>1</script>')}</div><!-- /wp:group -->${block('<script>2</script>')}`,
    ),
  ).toEqual(['<script>1</script>', '<script>2</script>']);
  expect([...scriptedBlocks(block('<script>1</script>')).keys()]).toEqual([scriptKey('<script>1</script>')]);
  expect(scriptKey('<script>1</script>')).toMatch(/^[\w-]{43}$/);
});

test('ignores blocks without scripts, and other blocks', () => {
  const still = [
    '<b>words on top</b>',
    '<script type="application/ld+json">{}</script>',
    '<textarea><script>x()</script></textarea>',
    '<!-- <script>x()</script> -->',
    '<b title="<script>x()</script>">y</b>',
    '<p>a onclick=x()</p>',
  ];
  for (const html of still) expect(found(block(html)), html).toEqual([]);
  expect(found('<!-- wp:paragraph --><p><script>x()</script></p><!-- /wp:paragraph -->')).toEqual([]);
  expect(found('<script>x()</script>')).toEqual([]);
  expect(found('<!-- wp:html --><script>x()</script><!-- wp:more /--><!-- /wp:html -->')).toEqual([]);
});
