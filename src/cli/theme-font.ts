import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { mostFontBytes, readFont } from '../content/fonts/read-font.ts';
import { storeFont } from '../content/fonts/store-font.ts';
import { readSettings } from '../content/settings/reader.ts';
import type { Database } from '../db/open-database.ts';
import { InvalidInputError } from '../lib/errors.ts';
import type { FontFile, FontRole } from '../lib/look/look.ts';
import { saveLook } from './save-look.ts';

/** Files that become the fonts of a role; none brings those of the pair back. */
export interface FontRequest {
  readonly action: 'font';
  readonly role: FontRole;
  readonly files: readonly string[];
}

/** From here on a font is said to be large: what an article may load in all. */
const largeBytes = 60 * 1024;

/** Takes fonts of one's own into the look; returns what to print. Throws `InvalidInputError` for a file that is none, and then changes nothing. */
export async function setFonts(database: Pick<Database, 'read' | 'write'>, { role, files }: FontRequest, dataDir: string): Promise<string[]> {
  const read = [];
  for (const file of files) read.push({ file, ...(await readFontFile(file)) });
  const fonts: FontFile[] = [];
  const lines: string[] = [];
  for (const { file, bytes, facts: { kind, ...facts } } of read) {
    fonts.push({ file: await storeFont(dataDir, bytes, kind), ...facts });
    const [least, most] = facts.weight;
    const weight = least === most ? String(least) : `${least} to ${most}`;
    lines.push(`${basename(file)}: weight ${weight}${facts.isItalic ? ', italic' : ''}, ${Math.ceil(bytes.length / 1024)} KB`);
    if (bytes.length > largeBytes) {
      lines.push(`  Readers load all of it. ${kind === 'woff2' ? 'A subset' : 'The same as .woff2, or a subset,'} would come sooner.`);
    }
  }
  const { look } = (await readSettings(database.read)).settings;
  const { [role]: _before, ...others } = look.fontFiles ?? {};
  const fontFiles = { ...others, ...(fonts.length > 0 ? { [role]: fonts } : {}) };
  const { fontFiles: _files, ...rest } = look;
  return [...lines, ...(await saveLook(database, look, Object.keys(fontFiles).length > 0 ? { ...rest, fontFiles } : rest))];
}

async function readFontFile(file: string) {
  let bytes: Buffer;
  try {
    const { size } = await stat(file);
    const [megabytes, most] = [size, mostFontBytes].map((count) => Math.ceil(count / 2 ** 20));
    if (size > mostFontBytes) throw new InvalidInputError(`${file} has ${megabytes} MB; ${most} MB are the most for a font.`);
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    throw new InvalidInputError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return { bytes, facts: readFont(bytes) };
  } catch (error) {
    throw error instanceof InvalidInputError ? new InvalidInputError(`${file}: ${error.message}`) : error;
  }
}
