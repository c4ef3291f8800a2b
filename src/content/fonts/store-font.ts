import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FontKind } from './font.ts';

/** Puts a font among the uploads, whole or not at all; returns its path there, which is made of what it holds: a name never stands for another font. */
export async function storeFont(dataDir: string, bytes: Buffer, kind: FontKind): Promise<string> {
  const file = `fonts/${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${kind}`;
  const path = join(dataDir, 'media', file);
  await mkdir(join(dataDir, 'media', 'fonts'), { recursive: true });
  const part = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(part, bytes);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return file;
}
