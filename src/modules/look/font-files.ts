import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '../../kernel/db/open-database.ts';
import { enqueueJobs, removeJobs } from '../../kernel/jobs/store.ts';
import { writeWhole } from '../../kernel/part-files.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import type { FontFile } from '../../lib/look/own-fonts.ts';
import { rangeOf, readWoff2 } from '../../lib/read-woff2.ts';
import type { FontFacts } from '../../lib/read-woff2.ts';
import { maxStayMs, removalJob } from '../media/index.ts';

const fontsFolder = (dataDir: string) => join(dataDir, 'media', 'fonts');

/**
 * Stores font files and returns their entries; the first font of a style and weight provides shared characters. Reads
 * all facts from the bytes. Throws `InvalidInputError` and stores nothing if one is invalid or adds no character.
 */
export async function keepFonts(dataDir: string, files: readonly Buffer[]): Promise<FontFile[]> {
  const before: FontFacts[] = [];
  const entries = files.map((bytes): FontFile & { readonly bytes: Buffer } => {
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
        `Leave out the file of ${facts.family || 'a font'}: the files before it have all of its characters.`,
      );
    const [least, max] = facts.weights;
    const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    return {
      bytes,
      file: `${name}.woff2`,
      family: facts.family,
      style: facts.style,
      weights: [least, max],
      range,
    };
  });
  await mkdir(fontsFolder(dataDir), { recursive: true });
  for (const { file, bytes } of entries) await writeWhole(dataDir, join(fontsFolder(dataDir), file), bytes);
  return entries.map(({ bytes: _bytes, ...font }) => font);
}

/** Reads a stored font file. */
export function readFont(dataDir: string, { file }: Pick<FontFile, 'file'>): Promise<Buffer> {
  return readFile(join(fontsFolder(dataDir), file));
}

const fontsIn = (look = '') =>
  new Set([...look.matchAll(/"([0-9a-f]{32}\.woff2)"/g)].map(([, file]) => `fonts/${file}`));

/** Schedules deletion, a day later, of font files that the look no longer uses, and cancels it for those in use again. Takes looks as stored. */
export async function scheduleFontDeletion(
  tx: Tx,
  before: string | undefined,
  now: string | undefined,
): Promise<void> {
  const named = fontsIn(now);
  await removeJobs(tx, removalJob, [...named]);
  const left = [...fontsIn(before)].filter((path) => !named.has(path));
  await enqueueJobs(
    tx,
    removalJob,
    left.map((path) => ({ key: path, payload: { paths: [path] } })),
    Date.now() + maxStayMs,
  );
}
