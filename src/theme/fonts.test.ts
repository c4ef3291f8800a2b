import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fontCss, fontFiles, preloadFont } from './fonts.ts';
import type { FontName, FontUrls } from './fonts.ts';

const urls = Object.fromEntries(
  Object.keys(fontFiles).map((name) => [name, `/assets/${name}.woff2`]),
) as Record<FontName, string> satisfies FontUrls;
const css = fontCss(urls);

/** Code points per unicode-range of the serif's upright faces, in order: basic, latin, europe, latin-ext. */
const ofSerif = [
  ...css.matchAll(/font-style:normal;font-weight:400 700[^}]*serif[^}]*unicode-range:([^}]+)/g),
];
const ranges = ofSerif.map(
  ([, list = '']) =>
    new Set(
      list.split(',').flatMap((range) => {
        const [first = 0, last = first] = range
          .slice(2)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16));
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      }),
    ),
);

test('English with a name like Sørvik needs only the first file, like German, and no character is in two files', () => {
  const [basic, latin, europe] = ranges;
  expect(ranges).toHaveLength(4);
  const all = ranges.flatMap((range) => [...range]);
  expect(all.filter((code, index) => all.indexOf(code) !== index).map((code) => code.toString(16))).toEqual(
    [],
  );
  const notIn = (range: ReadonlySet<number> | undefined, letters: string) =>
    [...letters].filter((letter) => !range?.has(letter.codePointAt(0) ?? 0));
  expect(
    notIn(
      basic,
      'The “quick” fox’s – jump… isn’t 50 % off, at €5 & £4 (or more) — “so” it’s; no* ‘yes’? “Sørvik”, São Zoë Kå',
    ),
  ).toEqual([]);
  expect(
    notIn(basic, '„Größe“ Äpfel Öl Übermut « où être reçu à Élise » señor mañana él ahí não avô più'),
  ).toEqual([]);
  expect(notIn(latin, 'ÁÀÂÃÅÆØÊËÍÎÑÓÔÕÚÙÛÝÐÞŒæœìîïòõýÿðþ¿¡§¶†‡‰@#+{[<_>]}|')).toEqual([]);
  for (const unseen of '\u200b\u200d\u200e\u200f\u202a\u2066\u2069\ufeff')
    expect(all, unseen).not.toContain(unseen.codePointAt(0));
  expect(notIn(europe, 'łŁčřžğőīšțẞ')).toEqual([]);
});

test('an English article with a headline and italics loads at most 60 KB', async () => {
  const { subsetFonts } = (await import('../../scripts/build/subset-fonts.mjs' as string)) as {
    subsetFonts: (root: string) => Promise<string>;
  };
  const folder = await subsetFonts(fileURLToPath(new URL('../../', import.meta.url)));
  const sizes = ['serif-basic', 'serif-display-basic', 'serif-italic-basic', 'sans-basic'].map(
    (name) => statSync(join(folder, `${name}.woff2`)).size,
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(60_000);
});

test('a name in Polish costs a page at most 20 KB', async () => {
  const { subsetFonts } = (await import('../../scripts/build/subset-fonts.mjs' as string)) as {
    subsetFonts: (root: string) => Promise<string>;
  };
  const folder = await subsetFonts(fileURLToPath(new URL('../../', import.meta.url)));
  for (const name of ['serif', 'serif-display', 'serif-italic', 'serif-bold-italic', 'sans']) {
    expect(statSync(join(folder, `${name}-europe.woff2`)).size, name).toBeLessThanOrEqual(20_000);
  }
});

test('every face has font-display: swap, rare characters exist in each weight of their family, and every other file is named once', () => {
  const faces = css.match(/@font-face\{[^}]*src:url[^}]*\}/g) ?? [];
  expect(faces).toHaveLength(5 * 4);
  for (const face of faces) expect(face).toContain('font-display:swap');
  for (const [name, url] of Object.entries(urls)) {
    expect(css.split(url), name).toHaveLength(
      name === 'serif-latin-ext' || name === 'serif-italic-latin-ext' ? 3 : 2,
    );
  }
  expect(css).toContain(`url(${preloadFont(urls)})`);
});

test('headlines have their own cut, bold italics are synthesized, and no text weight reaches the cut for large sizes', () => {
  const weights = (file: string) => new RegExp(`font-weight:([^;]+);[^}]*/${file}\\.woff2`).exec(css)?.[1];
  expect(
    [
      'serif-basic',
      'serif-display-basic',
      'serif-display-europe',
      'serif-italic-basic',
      'serif-bold-italic-basic',
    ].map(weights),
  ).toEqual(['400 700', '710', '710', '400 550', '551 700']);
});
