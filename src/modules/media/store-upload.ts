import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInputError } from '../../lib/errors.ts';
import { slugify } from '../../lib/slugify.ts';
import { trimEndOf } from '../../lib/cut-text.ts';
import { cutToBytes } from '../../lib/encodings.ts';
import { isDrawing, servedTypes, uploadTypes } from './model.ts';
import { pictureEnding, readHead } from './picture-format.ts';
import { placePart, writeWhole } from '../../kernel/part-files.ts';
import type { PartFile } from '../../kernel/part-files.ts';

/** Maximum name length without the extension, in bytes: file systems allow 255, and sizes append to it. */
const maxNameLength = 120;

export interface ReceivedUpload {
  readonly name: string;
  /** In memory, or a part file, which is moved. */
  readonly bytes: Buffer | PartFile;
  readonly drawings?: boolean | undefined;
}

/** Upload time in milliseconds, and the site's language, which determines how the name is transliterated. */
interface Arrival {
  readonly at: number;
  readonly language?: string;
}

export interface StoredUpload {
  /** Path in the uploads folder, `2026/11/name.jpg`. */
  readonly file: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** The last path segment, and its extension in lower case. */
function partsOf(name: string): { readonly last: string; readonly dot: number; readonly ending: string } {
  const last = name.split(/[/\\\0]/).at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  return { last, dot, ending: dot < 0 ? '' : last.slice(dot + 1).toLowerCase() };
}

/** Throws `InvalidInputError` for file types that aren't accepted. */
export function refuseUnknown({ name, drawings = false }: Pick<ReceivedUpload, 'name' | 'drawings'>): void {
  const { last, ending } = partsOf(name);
  const types = drawings ? servedTypes : uploadTypes;
  if (Object.hasOwn(types, ending)) return;
  const why = isDrawing(last)
    ? ' SVG files are accepted if the setting “svg_uploads” is on and you have the capability “unfiltered_html”.'
    : '';
  throw new InvalidInputError(
    `Files named "${last.slice(-100)}" can't be uploaded; use one of: ${Object.keys(types).join(', ')}.${why}`,
    'rest_upload_sideload_error',
  );
}

/** A name that is safe in file systems and URLs: lower-case ASCII where possible, no path, no second extension that a server might interpret. */
function safeName(upload: ReceivedUpload & Pick<Arrival, 'language'>): {
  readonly base: string;
  readonly ending: string;
} {
  refuseUnknown(upload);
  const { last, dot, ending } = partsOf(upload.name);
  let base = trimEndOf(
    cutToBytes(slugify(last.slice(0, dot).replace(/\./g, '-'), upload.language ?? ''), maxNameLength),
    '-',
  );
  // Avoids names that could collide with another image's generated sizes.
  if (/-(?:\d+x\d+|scaled|rotated)$/.test(base)) base += '-1';
  return { base: base || 'file', ending };
}

/** Reserves the first free name by creating an empty file, which fails if another process has it. */
async function takeName(folder: string, base: string, ending: string): Promise<string> {
  // Names are unique ignoring extension and case: sizes of `a.png` and `a.jpg` wouldn't collide, but users would
  // confuse them.
  const taken = new Set((await readdir(folder)).map((name) => name.toLowerCase().replace(/\.[^.]*$/, '')));
  for (let number = 0; ; number++) {
    const stem = number === 0 ? base : `${base}-${number}`;
    if (taken.has(stem)) continue;
    try {
      await (await open(join(folder, `${stem}.${ending}`), 'wx', 0o644)).close();
      return `${stem}.${ending}`;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** The actual image format's extension if it differs from the name's. */
async function endingOf({ bytes }: ReceivedUpload, named: string): Promise<string> {
  if (!uploadTypes[named]?.startsWith('image/')) return named;
  const found = pictureEnding(Buffer.isBuffer(bytes) ? bytes : await readHead(bytes.path));
  return found === undefined || uploadTypes[found] === uploadTypes[named] ? named : found;
}

/** Stores an upload atomically in `media/yyyy/mm/` of the data folder. Throws `InvalidInputError` for types we don't accept. */
export async function storeUpload(dataDir: string, upload: ReceivedUpload & Arrival): Promise<StoredUpload> {
  const { base, ending: named } = safeName(upload);
  const ending = await endingOf(upload, named);
  const month = new Date(upload.at).toISOString().slice(0, 7).replace('-', '/');
  const folder = join(dataDir, 'media', ...month.split('/'));
  await mkdir(folder, { recursive: true });
  const name = await takeName(folder, base, ending);
  const path = join(folder, name);
  try {
    await (Buffer.isBuffer(upload.bytes)
      ? writeWhole(dataDir, path, upload.bytes)
      : placePart(path, upload.bytes));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  const bytes = Buffer.isBuffer(upload.bytes) ? upload.bytes.length : upload.bytes.bytes;
  return { file: `${month}/${name}`, mimeType: servedTypes[ending] ?? 'application/octet-stream', bytes };
}
