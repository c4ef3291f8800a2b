// Subsets the fontsource packages: their Latin files have 51 KB (serif) and 48 KB (sans), and the budget of an article
// is 60 KB. Limits weights to 400–700, pins the optical size, and moves accented letters to separate files.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { basicRange, europeRange } from '../../src/theme/fonts.ts';
import { otherFaces } from '../../src/theme/font-pairs.ts';

const faces = [
  {
    name: 'serif',
    file: 'source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
    axes: { wght: { min: 400, max: 700 }, opsz: 20 },
    features: ['kern', 'liga', 'ccmp', 'mark'],
  },
  {
    name: 'serif-italic',
    file: 'source-serif-4/files/source-serif-4-latin-opsz-italic.woff2',
    axes: { wght: 400, opsz: 20 },
    features: ['kern', 'liga', 'ccmp', 'mark'],
  },
  {
    // Headlines have letter-spacing, which disables ligatures in browsers.
    name: 'serif-display',
    file: 'source-serif-4/files/source-serif-4-latin-opsz-normal.woff2',
    axes: { wght: 650, opsz: 48 },
    features: ['kern'],
  },
  {
    name: 'serif-bold-italic',
    file: 'source-serif-4/files/source-serif-4-latin-opsz-italic.woff2',
    axes: { wght: 650, opsz: 20 },
    features: ['kern', 'liga', 'ccmp', 'mark'],
  },
  {
    name: 'sans',
    file: 'inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    features: ['kern', 'tnum', 'ccmp', 'mark'],
  },
];

const fontPackages = [
  '@fontsource-variable/bitter',
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@fontsource-variable/newsreader',
  '@fontsource-variable/playfair-display',
  '@fontsource-variable/sofia-sans-extra-condensed',
  '@fontsource-variable/source-sans-3',
  '@fontsource-variable/source-serif-4',
];

function codePoints(ranges) {
  return ranges.split(',').flatMap((range) => {
    const [first, last = first] = range
      .trim()
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** Returns a folder with `{face}-basic.woff2`, `-latin` and `-europe`, cached in `.cache/` for these packages and this script. */
export async function subsetFonts(root) {
  const packages = join(root, 'node_modules', '@fontsource-variable');
  const plan = basicRange + europeRange + JSON.stringify(otherFaces);
  const hash = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(plan);
  for (const name of [...fontPackages, 'subset-font']) {
    hash.update(readFileSync(join(root, 'node_modules', name, 'package.json')));
  }
  const stamp = hash.digest('hex').slice(0, 16);
  const folder = join(root, '.cache', `fonts-${stamp}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const latin = codePoints(JSON.parse(readFileSync(join(packages, 'inter', 'unicode.json'), 'utf8')).latin);
  const basic = new Set(codePoints(basicRange));
  const partsOf = (file) => [
    ['basic', file, latin.filter((code) => basic.has(code))],
    ['latin', file, latin.filter((code) => !basic.has(code))],
    ['europe', file.replace('-latin-', '-latin-ext-'), codePoints(europeRange)],
  ];
  for (const { name, file, axes, features } of faces) {
    for (const [part, from, characters] of partsOf(file)) {
      const made = await subsetFont(readFileSync(join(packages, from)), String.fromCodePoint(...characters), {
        targetFormat: 'woff2',
        variationAxes: axes,
        keepFeatures: features,
        noHinting: true,
      });
      writeFileSync(join(making, `${name}-${part}.woff2`), made);
    }
  }
  for (const [name, { file, weights }] of Object.entries(otherFaces)) {
    for (const [part, from, characters] of partsOf(file)) {
      writeFileSync(
        join(making, `${name}-${part}.woff2`),
        await subsetFont(readFileSync(join(packages, from)), String.fromCodePoint(...characters), {
          targetFormat: 'woff2',
          variationAxes: { wght: weights },
          keepFeatures: ['kern', 'liga', 'tnum', 'ccmp', 'mark'],
          noHinting: true,
        }),
      );
    }
  }
  try {
    renameSync(making, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(making, { recursive: true }); // another build was first
  }
  return folder;
}

/** The fonts' licences, which must be distributed with them. */
export function fontLicences(root) {
  return fontPackages.map((name) => [
    `LICENSE-${name.split('/')[1]}.txt`,
    readFileSync(join(root, 'node_modules', name, 'LICENSE')),
  ]);
}
