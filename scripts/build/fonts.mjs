import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faceParts, otherFaces } from '../../src/theme/font-pairs.ts';
import { fontFiles } from '../../src/theme/fonts.ts';
import { fontLicences, subsetFonts } from './subset-fonts.mjs';

/** Puts the fonts into `folder` under names that hold their hash; returns the public URL of each. */
export async function copyFonts(root, folder) {
  mkdirSync(folder, { recursive: true });
  const ours = await subsetFonts(root);
  for (const [name, text] of fontLicences(root)) writeFileSync(join(folder, name), text);
  const others = Object.keys(otherFaces).flatMap((name) => faceParts.map((part) => [`${name}-${part}`, { made: `${name}-${part}.woff2` }]));
  return Object.fromEntries([...Object.entries(fontFiles), ...others].map(([name, { made, from }]) => {
    const content = readFileSync(made ? join(ours, made) : join(root, from));
    const hashed = `${name}-${createHash('sha256').update(content).digest('base64url').slice(0, 8)}.woff2`;
    writeFileSync(join(folder, hashed), content);
    return [name, `/assets/${hashed}`];
  }));
}
