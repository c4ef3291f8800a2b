import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fontCss, fontFiles, preloadFont } from './fonts.ts';
import type { FontName, FontUrls } from './fonts.ts';

const urls = Object.fromEntries(Object.keys(fontFiles).map((name) => [name, `/assets/${name}.woff2`])) as Record<FontName, string> satisfies FontUrls;
const css = fontCss(urls);

/** Code points of each unicode-range of the serif's upright faces, without those that a later face has: basic, latin, accents, europe, latin-ext. */
const ofSerif = [...css.matchAll(/font-style:normal;font-weight:400 700[^}]*serif[^}]*unicode-range:([^}]+)/g)];
const listed = ofSerif.map(([, list = '']) => list.split(',').flatMap((range) => {
  const [first = 0, last = first] = range.slice(2).split('-').map((hex) => Number.parseInt(hex, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}));
const ranges = listed.map((codes, place) => new Set(codes.filter((code) => !listed.slice(place + 1).some((later) => later.includes(code)))));

test('English needs the first file only, and no letter is in two but an accented one, of which the later is asked', () => {
  const [basic, latin, accents, europe] = ranges;
  expect(ranges).toHaveLength(5);
  const all = listed.flat();
  expect(all.filter((code, index) => all.indexOf(code) !== index && !accents?.has(code)).map((code) => code.toString(16))).toEqual([]);
  const notIn = (range: ReadonlySet<number> | undefined, letters: string) => [...letters].filter((letter) => !range?.has(letter.codePointAt(0) ?? 0));
  expect(notIn(basic, 'The “quick” fox’s – jump… isn’t 50 % off, at €5 — {code} & <tags>')).toEqual([]);
  expect(notIn(accents, 'ÄÖÜßéèçñøåÆœáíóúãõâêôàùïëÿðþÅØÉÈÇ')).toEqual([]);
  expect(notIn(latin, 'ÁÀÂÃÊËÍÎÑÓÔÕÚÙÛÝÐÞŒ¿¡§¶†‡‰')).toEqual([]);
  for (const unseen of '\u200b\u200d\u200e\u200f\u202a\u2066\u2069\ufeff') expect(all, unseen).not.toContain(unseen.codePointAt(0));
  expect(notIn(europe, 'łŁčřžğőīšțẞ')).toEqual([]);
});

test('an English article with a headline and italics loads at most 60 KB', async () => {
  const { subsetFonts } = (await import('../../scripts/build/subset-fonts.mjs' as string)) as { subsetFonts: (root: string) => Promise<string> };
  const folder = await subsetFonts(fileURLToPath(new URL('../../', import.meta.url)));
  const sizes = ['serif-basic', 'serif-display-basic', 'serif-italic-basic', 'sans-basic'].map((name) => statSync(join(folder, `${name}.woff2`)).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(60_000);
});

test('a name with an accent costs an English article at most 16 KB, in all its faces', async () => {
  const { subsetFonts } = (await import('../../scripts/build/subset-fonts.mjs' as string)) as { subsetFonts: (root: string) => Promise<string> };
  const folder = await subsetFonts(fileURLToPath(new URL('../../', import.meta.url)));
  const sizes = ['serif', 'serif-display', 'sans'].map((name) => statSync(join(folder, `${name}-accents.woff2`)).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(16_000);
});

test('a name in Polish costs a page at most 20 KB', async () => {
  const { subsetFonts } = (await import('../../scripts/build/subset-fonts.mjs' as string)) as { subsetFonts: (root: string) => Promise<string> };
  const folder = await subsetFonts(fileURLToPath(new URL('../../', import.meta.url)));
  for (const name of ['serif', 'serif-display', 'serif-italic', 'serif-bold-italic', 'sans']) {
    expect(statSync(join(folder, `${name}-europe.woff2`)).size, name).toBeLessThanOrEqual(20_000);
  }
});

test('every face swaps; rare letters stand under each weight of their family, and every other file is named once', () => {
  const faces = css.match(/@font-face\{[^}]*src:url[^}]*\}/g) ?? [];
  expect(faces).toHaveLength(5 * 5);
  for (const face of faces) expect(face).toContain('font-display:swap');
  for (const [name, url] of Object.entries(urls)) {
    expect(css.split(url), name).toHaveLength(name === 'serif-latin-ext' || name === 'serif-italic-latin-ext' ? 3 : 2);
  }
  expect(css).toContain(`url(${preloadFont(urls)})`);
});

test('headlines have a cut of their own, bold italics are drawn, and no weight of a text reaches the cut for large sizes', () => {
  const weights = (file: string) => new RegExp(`font-weight:([^;]+);[^}]*/${file}\\.woff2`).exec(css)?.[1];
  expect(['serif-basic', 'serif-display-basic', 'serif-display-europe', 'serif-italic-basic', 'serif-bold-italic-basic'].map(weights))
    .toEqual(['400 700', '710', '710', '400 550', '551 700']);
});
