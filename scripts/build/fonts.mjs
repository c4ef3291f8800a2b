import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faceParts, otherFaces } from '../../src/theme/font-pairs.ts';
import { fontFiles } from '../../src/theme/fonts.ts';
import { fontLicences, subsetFonts } from './subset-fonts.mjs';

/**
 * Copies the fonts into `folder` with hashed names; returns the URL of each. They share one hash: a page refers to
 * thirty, and repeated text compresses well.
 */
export async function copyFonts(root, folder) {
  mkdirSync(folder, { recursive: true });
  const ours = await subsetFonts(root);
  for (const [name, text] of fontLicences(root)) writeFileSync(join(folder, name), text);
  const others = Object.keys(otherFaces).flatMap((name) =>
    faceParts.map((part) => [`${name}-${part}`, { made: `${name}-${part}.woff2` }]),
  );
  const files = [...Object.entries(fontFiles), ...others].map(([name, { made, from }]) => [
    name,
    readFileSync(made ? join(ours, made) : join(root, from)),
  ]);
  const hash = createHash('sha256');
  for (const [, content] of files) hash.update(content);
  const version = hash.digest('base64url').slice(0, 8);
  return Object.fromEntries(
    files.map(([name, content]) => {
      writeFileSync(join(folder, `${name}-${version}.woff2`), content);
      return [name, `/assets/${name}-${version}.woff2`];
    }),
  );
}
