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

/** Longest name without its ending, in bytes: file systems end at 255, and sizes add to it. */
const longestName = 120;

/** A file as somebody hands it over. */
export interface ReceivedUpload {
  /** As the uploader calls it. */
  readonly name: string;
  /** In memory, or in a part file, which is taken. */
  readonly bytes: Buffer | PartFile;
  /** Whether it may be a drawing (SVG). */
  readonly drawings?: boolean | undefined;
}

/** When a file came, in milliseconds, and to a site of which language: its name is written as that writes it. */
interface Arrival {
  readonly at: number;
  readonly language?: string;
}

export interface StoredUpload {
  /** Path below the uploads folder, `2026/11/name.jpg`. */
  readonly file: string;
  readonly mimeType: string;
  readonly bytes: number;
}

/** The last part of a name, and its ending in small letters. */
function partsOf(name: string): { readonly last: string; readonly dot: number; readonly ending: string } {
  const last = name.split(/[/\\\0]/).at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  return { last, dot, ending: dot < 0 ? '' : last.slice(dot + 1).toLowerCase() };
}

/** Throws `InvalidInputError` for a file whose name says that it is of a type that we don't take. */
export function refuseUnknown({ name, drawings = false }: Pick<ReceivedUpload, 'name' | 'drawings'>): void {
  const { last, ending } = partsOf(name);
  const types = drawings ? servedTypes : uploadTypes;
  if (Object.hasOwn(types, ending)) return;
  const why = isDrawing(last)
    ? ' Drawings (SVG) are taken where the setting “svg_uploads” is on, from who has the right “unfiltered_html”.'
    : '';
  throw new InvalidInputError(
    `Files named "${last.slice(-100)}" can't be uploaded; use one of: ${Object.keys(types).join(', ')}.${why}`,
    'rest_upload_sideload_error',
  );
}

/** A name that every file system and address takes: lower-case ASCII where possible, no path, no second ending that a server might act on. */
function safeName(upload: ReceivedUpload & Pick<Arrival, 'language'>): {
  readonly base: string;
  readonly ending: string;
} {
  refuseUnknown(upload);
  const { last, dot, ending } = partsOf(upload.name);
  let base = trimEndOf(
    cutToBytes(slugify(last.slice(0, dot).replace(/\./g, '-'), upload.language ?? ''), longestName),
    '-',
  );
  // A name like that of another picture's size would meet it some day.
  if (/-(?:\d+x\d+|scaled|rotated)$/.test(base)) base += '-1';
  return { base: base || 'file', ending };
}

/** Takes the first free name: an empty file of that name is made, which fails when somebody else has it. */
async function takeName(folder: string, base: string, ending: string): Promise<string> {
  // Names count as taken whatever their ending, and whatever the case: sizes of `a.png` and `a.jpg` are told apart by more, but people are not.
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

/** The ending that fits: a picture that is called like one of another format gets its own. */
async function endingOf({ bytes }: ReceivedUpload, named: string): Promise<string> {
  if (!uploadTypes[named]?.startsWith('image/')) return named;
  const found = pictureEnding(Buffer.isBuffer(bytes) ? bytes : await readHead(bytes.path));
  return found === undefined || uploadTypes[found] === uploadTypes[named] ? named : found;
}

/**
 * Puts an upload into `media/yyyy/mm/` of the data folder, whole or not at all. Throws `InvalidInputError` for types that we don't take.
 */
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
