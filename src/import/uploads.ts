import { link, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import { uploadTypes, uploadsPath } from '../modules/media/model.ts';
import type { MediaSize, OriginalSource } from '../modules/media/model.ts';
import { beforeEdit } from '../lib/markup/media-names.ts';
import { copyWhole } from '../kernel/part-files.ts';
import { measurePicture, readHead } from '../modules/media/picture-format.ts';
import { ImportError, InvalidInputError, messageOf } from '../lib/errors.ts';
import { describeFileFault } from '../lib/files.ts';
import { startOf } from '../lib/cut-text.ts';
import type { ItemMedia } from './item-fields.ts';

export interface CopiedFile {
  readonly file: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** Pixels; 0 for files that are not pictures. */
  readonly width: number;
  readonly height: number;
  readonly sizes: Readonly<Record<string, MediaSize>>;
  /** The file that it was scaled down, rotated or converted from. */
  readonly original?: MediaSize;
  /** Number of files copied, including sizes; existing ones do not count. */
  readonly copied: number;
}

export interface LeftFile {
  readonly problem: string;
}

const maxNameLength = 255;
/** Dimensions of an original that can't be decoded here. */
const unmeasured = { width: 0, height: 0 };
const longSide = ({ width, height }: { readonly width: number; readonly height: number }) =>
  Math.max(width, height);
const rememberedFolders = 50;

/** A copy of a WordPress site's `wp-content/uploads`, from which files are copied into the media folder under the same paths. */
export class UploadsFolder {
  readonly #source: string;
  readonly #dataDir: string;
  readonly #target: string;
  readonly #listings = new Map<string, Promise<readonly string[]>>();

  private constructor(source: string, dataDir: string) {
    this.#source = source;
    this.#dataDir = dataDir;
    this.#target = join(dataDir, 'media');
  }

  /** Accepts the uploads folder, a folder above it, or one of a year or month in it. Throws `ImportError` for any other. */
  static async open(folder: string, dataDir: string): Promise<UploadsFolder> {
    try {
      const source = await realpath(folder);
      if (!(await stat(source)).isDirectory()) {
        throw new ImportError(
          `${folder} is not a folder. --uploads must be a copy of wp-content/uploads, with folders such as 2026/01 in it.`,
        );
      }
      const suggestion = (await uploadsBelow(source)) ?? (await uploadsAbove(source));
      if (suggestion !== undefined)
        throw new ImportError(
          `${folder} has no folders by year, such as 2026/01. Did you mean ${resolve(folder, suggestion)}?`,
        );
      return new UploadsFolder(source, dataDir);
    } catch (error) {
      if (error instanceof ImportError) throw error;
      throw new ImportError(
        `--uploads ${folder} could not be read. ${describeFileFault(error) ?? messageOf(error)}`,
        { cause: error },
      );
    }
  }

  /** Copies an attachment's file, its sizes and the original it was scaled down from. Never throws because of the export's data. */
  async importFile(media: ItemMedia): Promise<CopiedFile | LeftFile> {
    const file = pathOf(media);
    if (file === undefined)
      return {
        problem:
          media.sourceUrl === ''
            ? 'the export names no file'
            : 'its address is not inside wp-content/uploads',
      };
    const ending = extname(file).slice(1).toLowerCase();
    const mimeType = Object.hasOwn(uploadTypes, ending) ? uploadTypes[ending] : undefined;
    if (mimeType === undefined) return { problem: `files that end in ".${ending}" are not allowed` };
    const from = await this.#find(file, media.attachedFile);
    if (typeof from !== 'string') return from;
    const size = mimeType.startsWith('image/') ? await measure(from) : { width: 0, height: 0 };
    if (!size) return { problem: 'it can’t be read as an image' };
    const taken = await this.#take(from, file);
    if (typeof taken !== 'number') return taken;
    const sizes: Record<string, MediaSize> = {};
    let original: MediaSize | undefined;
    let copied = taken;
    const called = (name: string) =>
      basename(from) === basename(file)
        ? name
        : name.normalize(basename(file) === basename(file).normalize() ? 'NFC' : 'NFD');
    for (const { fileName, name, isFormer, source: originalSource } of mimeType.startsWith('image/')
      ? await this.#relatedFiles(from, called, media)
      : []) {
      const source = join(dirname(from), fileName);
      const dimensions =
        (await measure(source)) ?? (originalSource && (await isHeic(source)) ? unmeasured : undefined);
      if (!dimensions) continue;
      // A smaller picture can't be the original.
      if (originalSource === 'found' && dimensions !== unmeasured && longSide(dimensions) < longSide(size))
        continue;
      const result = await this.#take(source, join(dirname(file), name));
      if (typeof result !== 'number') continue;
      copied += result;
      const mime =
        dimensions === unmeasured
          ? 'image/heic'
          : (uploadTypes[extname(name).slice(1).toLowerCase()] ?? mimeType);
      if (originalSource) original = { file: name, ...dimensions, mime, original: originalSource };
      if (isFormer || !originalSource) {
        sizes[isFormer ? name : (media.sizeNames.get(name) ?? name)] = {
          file: name,
          ...dimensions,
          mime,
          ...(isFormer ? { former: true } : {}),
        };
      }
    }
    return {
      file,
      mimeType,
      bytes: (await stat(from)).size,
      ...size,
      sizes,
      copied,
      ...(original && { original }),
    };
  }

  /** Finds the regular file of a path, or of the attachment's path if the URL has additional folders (WordPress multisite). */
  async #find(file: string, attached: string): Promise<string | LeftFile> {
    const paths = [file, ...(safePath(attached) ? [attached] : [])];
    for (const path of new Set([
      ...paths,
      ...(await Promise.all(paths.map((one) => this.#asSpelled(one)))),
    ])) {
      try {
        const real = await realpath(join(this.#source, path));
        if (!real.startsWith(this.#source + sep))
          return { problem: 'it is a link to a file outside the uploads folder' };
        if ((await lstat(real)).isFile()) return real;
        return { problem: 'it is not a regular file' };
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    }
    return { problem: 'it is not in the uploads folder' };
  }

  /** Matches the Unicode form in the folder: copies from a Mac have decomposed accents. */
  async #asSpelled(path: string): Promise<string> {
    const name = basename(path);
    if (name.normalize('NFC') === name.normalize('NFD')) return path;
    const names = await this.#list(join(this.#source, dirname(path))).catch(() => []);
    return join(dirname(path), names.find((one) => one.normalize() === name.normalize()) ?? name);
  }

  /** Finds the sizes of a picture in its folder, and its original. `fileName` is the file's name, `name` the one in the export. */
  async #relatedFiles(
    path: string,
    called: (name: string) => string,
    { originalName, sizeNames, formerNames }: ItemMedia,
  ): Promise<{ fileName: string; name: string; isFormer: boolean; source: OriginalSource | undefined }[]> {
    const own = called(basename(path));
    const ending = extname(own);
    const stemOf = (file: string) => basename(file, extname(file)).replace(/-scaled$/, '');
    const isSizeOf = (stem: string, name: string) =>
      name.startsWith(`${stem}-`) &&
      /^\d{1,5}x\d{1,5}$/.test(basename(name, extname(name)).slice(stem.length + 1)) &&
      extname(name).toLowerCase() === ending.toLowerCase();
    const stem = stemOf(own);
    const before = stemOf(beforeEdit(stem + ending) ?? own);
    // Themes' sizes are not listed. If the file from before an edit is, files named after it are sizes of this picture.
    const wasEdited = before !== stem && [...formerNames].some((file) => stemOf(file) === before);
    const all = (await this.#list(dirname(path))).map((fileName) => ({ fileName, name: called(fileName) }));
    const isNamed = originalName !== own && all.some(({ name }) => name === originalName);
    const original = isNamed
      ? originalName
      : findOriginal(
          own,
          all.map(({ name }) => name).filter((name) => !sizeNames.has(name)),
        );
    const isNow = (name: string) => isSizeOf(stem, name) || name === original || sizeNames.has(name);
    const isFormer = (name: string) =>
      formerNames.has(name) || (wasEdited && (isSizeOf(before, name) || name === before + ending));
    return all
      .filter(({ name }) => name !== own && (isNow(name) || isFormer(name)))
      .map(({ fileName, name }) => ({
        fileName,
        name,
        isFormer: !isNow(name) || (name === original && formerNames.has(name)),
        source: name !== original ? undefined : isNamed ? ('named' as const) : ('found' as const),
      }));
  }

  #list(folder: string): Promise<readonly string[]> {
    const known = this.#listings.get(folder);
    if (known) return known;
    const [oldest] = this.#listings.keys();
    if (oldest !== undefined && this.#listings.size >= rememberedFolders) this.#listings.delete(oldest);
    const listing = readdir(folder, { withFileTypes: true }).then((entries) =>
      entries.filter((entry) => entry.isFile()).map(({ name }) => name),
    );
    this.#listings.set(folder, listing);
    return listing;
  }

  /** Links or copies a file to its place, atomically. Returns 1, or 0 when it already exists. */
  async #take(from: string, file: string): Promise<number | LeftFile> {
    try {
      return await this.#place(from, file);
    } catch (error) {
      if (hasCode(error, 'EEXIST', 'ENOTDIR'))
        return { problem: `its address ${startOf(file, 200)} leads through an existing file` };
      if (hasCode(error, 'ENAMETOOLONG'))
        return { problem: `its address ${startOf(file, 200)}… is too long for a file name` };
      throw error;
    }
  }

  /** Throws the file system's error when an export names an invalid path. */
  async #place(from: string, file: string): Promise<number | LeftFile> {
    const to = join(this.#target, file);
    await mkdir(dirname(to), { recursive: true });
    try {
      const [incoming, ours] = [await stat(from), await lstat(to)];
      return ours.isFile() && ours.size === incoming.size
        ? 0
        : { problem: `another file already has the name ${file}` };
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
    try {
      await link(from, to);
    } catch {
      await copyWhole(this.#dataDir, to, from); // another disk, or a file system without links
    }
    return 1;
  }
}

/** The path to the uploads below a folder, when the user chose the whole site or its `wp-content`. */
async function uploadsBelow(folder: string): Promise<string | undefined> {
  if ((await readdir(folder)).some((name) => /^\d{4}$/.test(name))) return undefined;
  for (const path of ['uploads', 'wp-content/uploads']) {
    if ((await stat(join(folder, path)).catch(() => undefined))?.isDirectory()) return path;
  }
  return undefined;
}

/** The path up to the uploads from a folder of a year or month; undefined for other folders. */
async function uploadsAbove(folder: string): Promise<string | undefined> {
  const [month = '', year = ''] = [basename(folder), basename(dirname(folder))];
  if (isMonth(month) && isYear(year)) return join('..', '..');
  return isYear(month) && (await readdir(folder)).some(isMonth) ? '..' : undefined;
}

const isYear = (name: string) => /^(?:19|20)\d{2}$/.test(name);
const isMonth = (name: string) => /^(?:0[1-9]|1[0-2])$/.test(name);

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
const isAbsent = (error: unknown) => hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP');
const isForbidden = (error: unknown) => hasCode(error, 'EACCES', 'EPERM');

/** Dimensions in pixels, as displayed; undefined when the file is not a supported picture. */
async function measure(path: string): Promise<{ width: number; height: number } | undefined> {
  try {
    return await measurePicture(path);
  } catch (error) {
    if (error instanceof InvalidInputError || isAbsent(error) || isForbidden(error)) return undefined;
    throw error;
  }
}

/**
 * Path of a file below the uploads folder: from its URL, else from WordPress' meta, else (wordpress.com has neither)
 * from the month at the end of its URL.
 */
export function pathOf({
  sourceUrl,
  attachedFile,
}: Pick<ItemMedia, 'sourceUrl' | 'attachedFile'>): string | undefined {
  const address = sourceUrl.replace(/[?#].*$/s, '');
  const at = address.indexOf(uploadsPath);
  const path =
    at >= 0
      ? decode(address.slice(at + uploadsPath.length))
      : attachedFile || decode(/\/(\d{4}\/\d{2}\/[^/]+)$/.exec(address)?.[1] ?? '');
  return safePath(path) ? path : undefined;
}

/** Whether a path stays below its folder and contains no hidden file. The path comes from the export and is untrusted. */
function safePath(path: string): boolean {
  return (
    path !== '' &&
    // oxlint-disable-next-line no-control-regex -- these are the characters to refuse
    !/[\\\u0000-\u001f\u007f]/.test(path) &&
    path
      .split('/')
      .every((part) => part !== '' && !part.startsWith('.') && Buffer.byteLength(part) < maxNameLength)
  );
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Formats that WordPress converts to JPEG, since browsers don't support them. */
const convertedEndings: readonly string[] = ['heic', 'heif'];
const originalEndings: readonly string[] = ['jpg', 'jpeg', 'png', 'webp', 'avif', ...convertedEndings];

const endingOf = (name: string) => extname(name).slice(1).toLowerCase();
const stemOf = (name: string) => basename(name, extname(name));
const withoutSuffix = (stem: string) => stem.replace(/-(?:scaled|rotated)$/, '');

/**
 * Finds the file that WordPress scaled down, rotated (`photo-scaled.jpg` from `photo.jpg`) or converted (`photo.jpg`
 * from `photo.heic`) if the export doesn't name it. `names`: files in the same folder. Undefined when it is ambiguous.
 */
export function findOriginal(own: string, names: readonly string[]): string | undefined {
  const whole = stemOf(own);
  const stem = withoutSuffix(whole);
  if (stem === '') return undefined;
  const isConverted = stem === whole;
  if (isConverted && !['jpg', 'jpeg'].includes(endingOf(own))) return undefined;
  const endings = isConverted ? convertedEndings : originalEndings;
  const found = names.filter(
    (name) => name !== own && stemOf(name) === stem && endings.includes(endingOf(name)),
  );
  const same = found.filter((name) => endingOf(name) === endingOf(own));
  const rivals = names.filter(
    (name) => name !== own && stemOf(name) !== stem && withoutSuffix(stemOf(name)) === stem,
  );
  if (rivals.some((name) => endingOf(name) === endingOf(own))) return undefined;
  if (same.length > 0) return same.find((name) => extname(name) === extname(own)) ?? onlyOne(same);
  return rivals.length === 0 ? onlyOne(found) : undefined;
}

const onlyOne = (names: readonly string[]) => (names.length === 1 ? names[0] : undefined);

/** Possible names of WordPress' scaled, rotated or converted copies of an original. */
export function copiesOf(path: string): string[] {
  const stem = path.slice(0, path.length - extname(path).length);
  const isConverted = convertedEndings.includes(endingOf(path));
  const stems = [`${stem}-scaled`, `${stem}-rotated`, ...(isConverted ? [stem] : [])];
  const endings = new Set([...originalEndings, 'JPG', 'JPEG', 'PNG', 'WEBP', extname(path).slice(1)]);
  return stems.flatMap((one) => [...endings].map((ending) => `${one}.${ending}`));
}

export const mayBeOriginal = (path: string): boolean => originalEndings.includes(endingOf(path));

/** Whether a file is a HEIC picture by its first bytes, whatever its extension. */
async function isHeic(path: string): Promise<boolean> {
  const head = (await readHead(path)).toString('latin1');
  return head.startsWith('ftyp', 4) && /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(head.slice(8));
}
