// Makes the font files in src/theme/fonts from the fontsource packages. Run by hand when these packages change:
//   npm install --no-save subset-font@2 && node scripts/subset-fonts.mjs
// Why: the packages' latin files are 51 KB (serif) and 48 KB (sans), an article may load 60 KB in all. Here the weight axis is cut
// to 400–700, optical size pinned for reading sizes, and accented letters moved to a file that only pages with such letters load.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules', '@fontsource-variable');
const target = join(root, 'src', 'theme', 'fonts');

const faces = [
  { name: 'serif', file: 'source-serif-4/files/source-serif-4-latin-opsz-normal.woff2', axes: { wght: { min: 400, max: 700 }, opsz: 20 }, features: ['kern', 'liga', 'ccmp', 'mark'] },
  { name: 'serif-italic', file: 'source-serif-4/files/source-serif-4-latin-opsz-italic.woff2', axes: { wght: 400, opsz: 20 }, features: ['kern', 'liga', 'ccmp', 'mark'] },
  { name: 'sans', file: 'inter/files/inter-latin-wght-normal.woff2', axes: { wght: { min: 400, max: 700 } }, features: ['kern', 'tnum', 'ccmp', 'mark'] },
];

function codePoints(ranges) {
  return ranges.split(',').flatMap((range) => {
    const [first, last = first] = range.trim().replace('U+', '').split('-').map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const latin = codePoints(JSON.parse(readFileSync(join(packages, 'inter', 'unicode.json'), 'utf8')).latin);
const { basicRange } = await import('../src/theme/fonts.ts');
const basic = new Set(codePoints(basicRange));

for (const { name, file, axes, features } of faces) {
  const original = readFileSync(join(packages, file));
  for (const [part, kept] of [['basic', latin.filter((code) => basic.has(code))], ['latin', latin.filter((code) => !basic.has(code))]]) {
    const text = String.fromCodePoint(...kept);
    const made = await subsetFont(original, text, { targetFormat: 'woff2', variationAxes: axes, keepFeatures: features, noHinting: true });
    writeFileSync(join(target, `${name}-${part}.woff2`), made);
    console.log(`${name}-${part}.woff2 ${made.length}`);
  }
}
copyFileSync(join(packages, 'source-serif-4', 'LICENSE'), join(target, 'LICENSE-source-serif-4.txt'));
copyFileSync(join(packages, 'inter', 'LICENSE'), join(target, 'LICENSE-inter.txt'));
