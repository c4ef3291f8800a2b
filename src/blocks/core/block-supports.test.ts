import { expect, test } from 'vitest';
import { supportAttributes, wrapperProps } from './block-supports.ts';
import { z } from 'zod';

const familyOf = (fontFamily: unknown) =>
  wrapperProps('core/post-title', z.object(supportAttributes).parse({ style: { typography: { fontFamily } } })).style?.fontFamily;

test('names of fonts may stand between quotation marks, and end where they seem to', () => {
  for (const family of ['"Times New Roman", serif', `'Open Sans', "A-B", sans-serif`, 'Georgia, serif']) expect(familyOf(family)).toBe(family);
  expect(familyOf('var:preset|font-family|body')).toBe('var(--wp--preset--font-family--body)');
  for (const bad of ['"Open', `"a'`, '"a;b"', '"x"; color:red', '"</style>"', '"a\\"', `"${'a'.repeat(300)}"`, 5, {}, `${'"a"'.repeat(60)}"`]) {
    expect([bad, familyOf(bad)]).toEqual([bad, bad === 5 ? '5' : undefined]);
  }
});
