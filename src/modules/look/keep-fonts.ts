import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInputError } from '../../lib/errors.ts';
import { readWoff2 } from '../../lib/font/read-woff2.ts';
import type { FontFacts } from '../../lib/font/read-woff2.ts';
import { rangeOf } from '../../lib/font/unicode-range.ts';
import type { FontFile } from '../../lib/look/own-fonts.ts';
import { writeWhole } from '../../kernel/part-files.ts';

const fontsFolder = (dataDir: string) => join(dataDir, 'media', 'fonts');

/**
 * Keeps font files below the uploads and gives what a look says of them, in their order: of letters that several of one style and weight have, the first one
 * has them. What they are called and say that they are is not asked: each is read, and named by what is in it. Throws `InvalidInputError` for what is none,
 * and for one that has no letter that those before it lack; nothing is kept then.
 */
export async function keepFonts(dataDir: string, files: readonly Buffer[]): Promise<FontFile[]> {
  const before: FontFacts[] = [];
  const kept = files.map((bytes): FontFile & { readonly bytes: Buffer } => {
    const facts = readWoff2(bytes);
    const alike = before.filter(
      ({ style, weights }) => style === facts.style && weights.join() === facts.weights.join(),
    );
    before.push(facts);
    const range = rangeOf(
      facts.letters,
      alike.flatMap(({ letters }) => letters),
    );
    if (range === '')
      throw new InvalidInputError(
        `A file of ${facts.family || 'a font'} has no letter that those before it have not: leave it out.`,
      );
    const [least, most] = facts.weights;
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    return {
      bytes,
      file: `${name}.woff2`,
      family: facts.family,
      style: facts.style,
      weights: [least, most],
      range,
    };
  });
  await mkdir(fontsFolder(dataDir), { recursive: true });
  for (const { file, bytes } of kept) await writeWhole(dataDir, join(fontsFolder(dataDir), file), bytes);
  return kept.map(({ bytes: _bytes, ...font }) => font);
}

/** The bytes of a file that a look names. */
export function readFont(dataDir: string, { file }: Pick<FontFile, 'file'>): Promise<Buffer> {
  return readFile(join(fontsFolder(dataDir), file));
}
