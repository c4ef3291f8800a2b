import { expect, test } from 'vitest';
import { cleanCss } from './clean-css.ts';

const spared = (css: string) =>
  cleanCss(css, () => undefined, { sparesButtons: true }).css.replaceAll(
    /:where\(:not\((?:[^()]|\([^()]*\))*\)\)/g,
    '[guard]',
  );

test.each([
  ['a{color:red !important}', 'a[guard]{color:red !important;}'],
  ['a:hover , b > a::before{top:0}', 'a:hover[guard],b > a[guard]::before{top:0;}'],
  ['a:before{top:0}', 'a[guard]:before{top:0;}'],
  ['*{top:0}', '*[guard]{top:0;}'],
  [':is(a,b) c{top:0}', ':is(a,b) c[guard]{top:0;}'],
  ['@media print{a{top:0}}', '@media print{a[guard]{top:0;}}'],
  ['@keyframes x{from{top:0}50%{top:1px}}', '@keyframes x{from{top:0;}50%{top:1px;}}'],
  ['@keyframes x{to{top:0}} a{top:0}', '@keyframes x{to{top:0;}}a[guard]{top:0;}'],
  ['@font-face{font-family:x}', '@font-face{font-family:x;}'],
  ['.x{a{top:0}&:hover{top:0}}', '.x[guard]{a[guard]{top:0;}&:hover[guard]{top:0;}}'],
  ['.a,{top:0}', '.a[guard]{top:0;}'],
])('%s leaves buttons alone as %s', (css, written) => expect(spared(css)).toBe(written));

test('only element selectors leave controls in texts alone', () => {
  const css = (text: string) => cleanCss(text, () => undefined, { sparesButtons: true }).css;
  expect(css('a{top:0}')).toContain('.wp-block-button__link');
  for (const selector of ['.cta', 'a[href]', '#x a.cta:hover'])
    expect(css(`${selector}{top:0}`)).not.toContain('.wp-block-button__link');
  expect(css('.cta a{top:0}')).toContain('.wp-block-button__link');
});

test('takes linear time, and a second run breaks nothing', () => {
  const long = `${'a,'.repeat(20_000)}b{top:0}`;
  expect(spared(long).split('[guard]')).toHaveLength(20_002);
  expect(spared(`${'('.repeat(20_000)}{top:0}`)).toBeTypeOf('string');
});
