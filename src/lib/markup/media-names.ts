import { blockTokens } from './block-markup.ts';
import { readJson } from '../json.ts';
import { trimEndOf } from '../cut-text.ts';

/** Suffix of a resized picture's file name: `-300x200` (and `.webp` after the original's extension), `-scaled`, `-rotated`. */
const sizeSuffix = /-(?:\d{1,5}x\d{1,5}|scaled|rotated)(?=\.[a-z0-9]+(?:\.webp)?$)/i;

/** Paths below the uploads folder that a URL's path may refer to, the exact one first. */
export function pathsMeant(path: string): string[] {
  const original = path.replace(/(\.[a-z0-9]+)\.webp$/i, '$1');
  return [
    ...new Set([path, original, ...['', '-scaled'].map((suffix) => original.replace(sizeSuffix, suffix))]),
  ];
}

/** WordPress' suffix for edited pictures: `-e1600000000000` (ms). */
const editSuffix = /-e\d{10,16}(?=\.[a-z0-9]+$)/i;

/** Original files from before an edit that a URL's path may refer to: `photo-300x200.jpg`, `photo-e1500000000000.jpg` → `photo.jpg`. */
export function pathsBeforeEdit(path: string): string[] {
  return [
    ...new Set(
      pathsMeant(path).map((one) => one.replace(editSuffix, '').replace(/-scaled(?=\.[a-z0-9]+$)/i, '')),
    ),
  ];
}

/** Whether a URL is that of an edited picture, in any size. */
export const namesEdited = (url: string): boolean =>
  /-e\d{10,16}(?:-\d{1,5}x\d{1,5})?\.[a-z0-9]+(?:[?#]|$)/i.test(url);

/** Ranges [from, before) of the names that a file may have after an edit. */
export function rangesOfEdited(path: string): (readonly [from: string, before: string])[] {
  const stem = path.replace(/\.[^./]+$/, '');
  return ['', '-scaled'].map((scaled) => [`${stem}${scaled}-e`, `${stem}${scaled}-f`] as const);
}

/** The path before an edit; undefined for one that was not edited. */
export function beforeEdit(path: string): string | undefined {
  return editSuffix.test(path)
    ? path.replace(editSuffix, '').replace(/-scaled(?=\.[a-z0-9]+$)/i, '')
    : undefined;
}

export const maxMediaNames = 5000;
const maxNameLength = 500;

/** A URL below the uploads folder on any host, in HTML, JSON or CSS. */
const address = /\/wp-content\/uploads\/((?:[^\s"'<>()\\?#&]|&amp;)+)/g;
const namedIds = /\b(?:wp-image-|wp-att-|attachment_|data-id=["'])(\d{1,15})\b/g;
const lists = /\[(?:gallery|playlist)\b([^[\]]*)\]/g;
const listedIds = /\b(?:ids|include)\s*=\s*["']?([\d,\s]+)/;
/** Block attributes with attachment ids; attributes with ids of other entities don't match. */
const idKey = /^(?:ids?$|images?)|media|logo|poster|picture|avatar|photo|thumb|background/i;

/** Stands for all files attached to the post, which galleries without ids show. */
export const ownFiles = '+';
export const nameOfId = (id: number): string => `#${id}`;

/** Undefined for a name that is a path. */
export function idOfName(name: string): number | undefined {
  const [, id] = /^#(\d{1,15})$/.exec(name) ?? [];
  return id === undefined ? undefined : Number(id);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a literal percent sign
  }
}

/** Names by which texts may refer to a file: its id, or its path below the uploads folder, here or at the exporter. */
export function namesOfFile(
  id: number,
  { file, sourceUrl }: { readonly file: string; readonly sourceUrl: string },
): string[] {
  const [, uploadPath = ''] = /\/wp-content\/uploads\/([^?#]+)/.exec(sourceUrl) ?? [];
  const paths = [file, decoded(uploadPath)].filter((path) => path !== '' && !path.includes('\0'));
  return [
    ...new Set([
      nameOfId(id),
      ...paths.flatMap((path) => [path, path.replace(/-scaled(\.[^./]+)$/, '$1'), beforeEdit(path) ?? path]),
    ]),
  ];
}

/** Distinct files that a post's texts refer to: `#12` by id, paths in all possible readings, and `+` for all files attached to the post. */
export function mediaNames(texts: readonly string[]): Set<string> {
  const names = new Set<string>();
  const add = (name: string) => {
    if (names.size < maxMediaNames && name.length <= maxNameLength && !name.includes('\0')) names.add(name);
  };
  const addIds = (value: unknown): void => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) add(nameOfId(value));
    else if (typeof value === 'string' && /^\d{1,15}(?:\s*,\s*\d{1,15})*$/.test(value))
      for (const id of value.split(',')) add(nameOfId(Number(id)));
    else if (Array.isArray(value)) for (const one of value) addIds(one);
  };
  const walk = (value: unknown, depth: number): void => {
    if (depth > 20 || typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (idKey.test(key)) addIds(inner);
      walk(inner, depth + 1);
    }
  };
  for (const text of texts) {
    const plain = text.includes('\\/') ? text.replaceAll('\\/', '/') : text;
    for (const [, path = ''] of plain.matchAll(address)) {
      const named = decoded(trimEndOf(path.replaceAll('&amp;', '&'), '.,;:!'));
      for (const one of [...pathsMeant(named), ...pathsBeforeEdit(named)]) add(one);
    }
    for (const [, id] of text.matchAll(namedIds)) addIds(id);
    for (const [, attributes = ''] of text.matchAll(lists)) {
      const ids = listedIds.exec(attributes)?.[1];
      if (ids === undefined) add(ownFiles);
      else for (const id of ids.split(/[\s,]+/)) addIds(id);
    }
    if (!text.includes('wp:')) continue;
    for (const { kind, json } of blockTokens(text))
      if (kind !== 'close' && json !== '') walk(readJson(json), 0);
  }
  return names;
}
