import { basename, extname } from 'node:path';
import { readHead } from '../modules/media/picture-format.ts';

/** Formats that browsers don't show, and that WordPress converts to JPEG. */
const convertedEndings: readonly string[] = ['heic', 'heif'];
/** Formats that WordPress scales down. */
const originalEndings: readonly string[] = ['jpg', 'jpeg', 'png', 'webp', 'avif', ...convertedEndings];

const endingOf = (name: string) => extname(name).slice(1).toLowerCase();
const stemOf = (name: string) => basename(name, extname(name));
const withoutSuffix = (stem: string) => stem.replace(/-(?:scaled|rotated)$/, '');

/**
 * Finds the file that WordPress scaled down, rotated (`photo-scaled.jpg`, `photo-rotated.jpg` from `photo.jpg`) or
 * converted (`photo.jpg` from `photo.heic`) where the export doesn't name it. `names`: files in the same folder.
 * Returns undefined when several may be it.
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
  // Another picture of the folder may come from the same file.
  const rivals = names.filter(
    (name) => name !== own && stemOf(name) !== stem && withoutSuffix(stemOf(name)) === stem,
  );
  if (rivals.some((name) => endingOf(name) === endingOf(own))) return undefined;
  if (same.length > 0) return same.find((name) => extname(name) === extname(own)) ?? onlyOne(same);
  return rivals.length === 0 ? onlyOne(found) : undefined;
}

const onlyOne = (names: readonly string[]) => (names.length === 1 ? names[0] : undefined);

/** Names under which the copies of an original may be stored that WordPress scaled down, rotated or converted. */
export function copiesOf(path: string): string[] {
  const stem = path.slice(0, path.length - extname(path).length);
  const isConverted = convertedEndings.includes(endingOf(path));
  const stems = [`${stem}-scaled`, `${stem}-rotated`, ...(isConverted ? [stem] : [])];
  const endings = new Set([...originalEndings, 'JPG', 'JPEG', 'PNG', 'WEBP', extname(path).slice(1)]);
  return stems.flatMap((one) => [...endings].map((ending) => `${one}.${ending}`));
}

/** Whether a path ends like a picture that may be an original. */
export const mayBeOriginal = (path: string): boolean => originalEndings.includes(endingOf(path));

/** Whether a file is a HEIC picture by its first bytes, whatever its name says. */
export async function isHeic(path: string): Promise<boolean> {
  const head = (await readHead(path)).toString('latin1');
  return head.startsWith('ftyp', 4) && /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)/.test(head.slice(8));
}
