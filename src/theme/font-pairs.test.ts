import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fontPairNames } from '../lib/look/looks.ts';
import { faceParts, otherFaces, pairCss, pairTokens, preloadOfPair } from './font-pairs.ts';
import type { OtherPair, OtherUrls } from './font-pairs.ts';

const others = fontPairNames.filter((name): name is OtherPair => name !== 'broadsheet');
const files = ['sans', ...Object.keys(otherFaces)].flatMap((name) =>
  faceParts.map((part) => `${name}-${part}`),
);
const urls = Object.fromEntries(files.map((file) => [file, file])) as OtherUrls;

test('an English article in any pair of fonts loads at most 60 KB, with one preloaded file', async () => {
  const { subsetFonts } = (await import('../../scripts/build/subset-fonts.mjs' as string)) as {
    subsetFonts: (root: string) => Promise<string>;
  };
  const folder = await subsetFonts(fileURLToPath(new URL('../../', import.meta.url)));
  for (const pair of others) {
    const needed = [...pairCss(pair, urls).matchAll(/url\(([^)]+-basic)\)/g)].map(([, file = '']) => file);
    expect(needed).toContain(preloadOfPair(pair, urls));
    expect(
      needed.map((file) => statSync(join(folder, `${file}.woff2`)).size).reduce((sum, size) => sum + size),
      pair,
    ).toBeLessThanOrEqual(60_000);
  }
});

test('every family of a pair has faces, and a local fallback with the same width', () => {
  for (const pair of others) {
    const css = pairCss(pair, urls);
    for (const [, family = ''] of Object.values(pairTokens(pair))
      .join(';')
      .matchAll(/(?:^|;)([A-Z][^,;]*),/g)) {
      expect(css, pair).toContain(`font-family:"${family}";font-style:normal`);
      expect(css, pair).toMatch(new RegExp(`font-family:"${family} F";[^}]*size-adjust`));
    }
  }
});

test('a much smaller local fallback covers only characters that the web font has', () => {
  for (const pair of others) {
    for (const [rule, share = ''] of pairCss(pair, urls).matchAll(
      /@font-face\{[^}]*size-adjust:([\d.]+)%[^}]*\}/g,
    )) {
      if (Number(share) < 85) expect(rule, pair).toMatch(/unicode-range:U\+0-36F,/);
      else expect(rule, pair).not.toContain('unicode-range');
    }
  }
  expect(pairCss('condensed', urls)).toMatch(/size-adjust:61\.7%[^}]*unicode-range/);
});
