import { expect, test } from 'vitest';
import { supportAttributes, wrapperProps } from './block-supports.ts';
import { z } from 'zod';

const familyOf = (fontFamily: unknown) =>
  wrapperProps(
    'core/post-title',
    z.object(supportAttributes).parse({ style: { typography: { fontFamily } } }),
  ).style?.fontFamily;

test('font names may be in quotation marks, and end where they seem to', () => {
  for (const family of ['"Times New Roman", serif', `'Open Sans', "A-B", sans-serif`, 'Georgia, serif'])
    expect(familyOf(family)).toBe(family);
  expect(familyOf('var:preset|font-family|body')).toBe('var(--wp--preset--font-family--body)');
  for (const bad of [
    '"Open',
    `"a'`,
    '"a;b"',
    '"x"; color:red',
    '"</style>"',
    '"a\\"',
    `"${'a'.repeat(300)}"`,
    5,
    {},
    `${'"a"'.repeat(60)}"`,
  ]) {
    expect([bad, familyOf(bad)]).toEqual([bad, bad === 5 ? '5' : undefined]);
  }
});

test('no attribute lays a block over the page, and small negative margins stay', () => {
  const styleFor = (style: object) =>
    wrapperProps('core/post-title', z.object(supportAttributes).parse({ style })).style ?? {};
  expect(
    styleFor({
      spacing: { margin: { top: '-20px', bottom: 'var:preset|spacing|40' } },
      shadow: '0 2px 4px #0003',
    }),
  ).toEqual({
    marginTop: '-20px',
    marginBottom: 'var(--wp--preset--spacing--40)',
    boxShadow: '0 2px 4px #0003',
  });
  const covering = [
    { spacing: { margin: { top: '-900px' } } },
    { spacing: { margin: '-100vh 0 0' } },
    { spacing: { margin: { bottom: 'calc(-9 * 99px)' } } },
    { spacing: { margin: { top: 'var(--own)' } } },
    { shadow: '0 0 0 9999px red' },
    { position: { type: 'fixed', top: '0px' } },
  ];
  for (const style of covering) expect(styleFor(style), JSON.stringify(style)).toEqual({});
});
