import { blockTokens } from './block-markup.ts';
import { readJson } from '../json.ts';
import { trimEndOf } from '../cut-text.ts';

/** What a size of a picture is called in its file's name: `-300x200` (and `.webp` after the original's ending), `-scaled`, `-rotated`. */
const sizeSuffix = /-(?:\d{1,5}x\d{1,5}|scaled|rotated)(?=\.[a-z0-9]+(?:\.webp)?$)/i;

/** The files below the uploads folder that a path in an address may mean, the exact one first. */
export function pathsMeant(path: string): string[] {
  const original = path.replace(/(\.[a-z0-9]+)\.webp$/i, '$1');
  return [
    ...new Set([path, original, ...['', '-scaled'].map((suffix) => original.replace(sizeSuffix, suffix))]),
  ];
}

/** What WordPress puts behind the name of a picture that was edited there: `-e1600000000000`, milliseconds. */
const editSuffix = /-e\d{10,16}(?=\.[a-z0-9]+$)/i;

/** The whole files of before an edit that a path in an address may mean: `photo-300x200.jpg`, `photo-e1500000000000.jpg` → `photo.jpg`. */
export function pathsBeforeEdit(path: string): string[] {
  return [
    ...new Set(
      pathsMeant(path).map((one) => one.replace(editSuffix, '').replace(/-scaled(?=\.[a-z0-9]+$)/i, '')),
    ),
  ];
}

/** Whether an address is that of an edited picture, in whatever size. */
export const namesEdited = (url: string): boolean =>
  /-e\d{10,16}(?:-\d{1,5}x\d{1,5})?\.[a-z0-9]+(?:[?#]|$)/i.test(url);

/** Between which names, the second left out, those lie that a file has after it was edited. */
export function rangesOfEdited(path: string): (readonly [from: string, before: string])[] {
  const stem = path.replace(/\.[^./]+$/, '');
  return ['', '-scaled'].map((scaled) => [`${stem}${scaled}-e`, `${stem}${scaled}-f`] as const);
}

/** The name that a path had before it was edited; undefined where it was not. */
export function beforeEdit(path: string): string | undefined {
  return editSuffix.test(path)
    ? path.replace(editSuffix, '').replace(/-scaled(?=\.[a-z0-9]+$)/i, '')
    : undefined;
}

/** Names that one text has at most. */
export const maxMediaNames = 5000;
/** Bytes of the longest. */
const longestName = 500;

/** An address below the uploads folder, of whatever host, in HTML, JSON or a style. */
const address = /\/wp-content\/uploads\/((?:[^\s"'<>()\\?#&]|&amp;)+)/g;
/** Where HTML and shortcodes name attachments by their ids. */
const namedIds = /\b(?:wp-image-|wp-att-|attachment_|data-id=["'])(\d{1,15})\b/g;
const lists = /\[(?:gallery|playlist)\b([^[\]]*)\]/g;
const listedIds = /\b(?:ids|include)\s*=\s*["']?([\d,\s]+)/;
/** Attributes of blocks that hold ids of attachments. Ids of other things are none of them: an id is one post's. */
const idKey = /^(?:ids?$|images?)|media|logo|poster|picture|avatar|photo|thumb|background/i;

/** Stands for the files that belong to the post: galleries that name none show those. */
export const ownFiles = '+';
export const nameOfId = (id: number): string => `#${id}`;

/** Undefined for the name of a path. */
export function idOfName(name: string): number | undefined {
  const [, id] = /^#(\d{1,15})$/.exec(name) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** A path as names have it, without the escapes of addresses. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a literal per cent sign
  }
}

/** What texts may call a file: by its id, or by a path below the uploads folder, here or at the exporter. */
export function namesOfFile(
  id: number,
  { file, sourceUrl }: { readonly file: string; readonly sourceUrl: string },
): string[] {
  const [, there = ''] = /\/wp-content\/uploads\/([^?#]+)/.exec(sourceUrl) ?? [];
  const paths = [file, decoded(there)].filter((path) => path !== '' && !path.includes('\0'));
  return [
    ...new Set([
      nameOfId(id),
      ...paths.flatMap((path) => [path, path.replace(/-scaled(\.[^./]+)$/, '$1'), beforeEdit(path) ?? path]),
    ]),
  ];
}

/** Files that the texts of one post name, each once: `#12` by its id, a path by an address, in every way that it may be meant, `+` all that belong to it. */
export function mediaNames(texts: readonly string[]): Set<string> {
  const names = new Set<string>();
  const add = (name: string) => {
    if (names.size < maxMediaNames && name.length <= longestName && !name.includes('\0')) names.add(name);
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
