import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontFiles } from '../../src/theme/fonts.ts';

/** Copies the fonts under names that hold their hash; returns the public URL of each. */
export function copyFonts(root, folder) {
  mkdirSync(folder, { recursive: true });
  return Object.fromEntries(Object.entries(fontFiles).map(([name, file]) => {
    const content = readFileSync(join(root, file));
    const hashed = `${name}-${createHash('sha256').update(content).digest('base64url').slice(0, 8)}.woff2`;
    writeFileSync(join(folder, hashed), content);
    return [name, `/assets/${hashed}`];
  }));
}
