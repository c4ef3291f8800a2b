import { idOf } from '../numbers.ts';
import { renameInBlocks } from './block-refs.ts';

/** New ids by old ones; undefined leaves one unchanged. */
export interface NewFileIds {
  file(id: number): number | undefined;
  /** For the post whose files a gallery shows. */
  post(id: number): number | undefined;
}

const named =
  /\[(?:gallery|playlist)\s|wp-(?:image|att)-\d|id=["']attachment_\d|wp:(?:core\/)?(?:image|gallery|cover|video|audio|file|media-text)\s/;
/** Attachment ids in HTML: classes of pictures and links, and captions. */
const inHtml = /((?<=["'\s])wp-(?:image|att)-|(?<=\sid=["'])attachment_)(\d{1,15})(?=["'\s])/g;
const images = /<img\s[^<>]*>/gi;
const inImage = /(\sdata-id=["'])(\d{1,15})(?=["'])/i;
const shortcodes = /\[(?:gallery|playlist)\s[^[\]]*\]/g;
/** Attributes of these shortcodes with ids, in any quotes. */
const lists =
  /(?<![\w-])(ids|include|exclude|id)(\s*=\s*(?:["'“”″]|&(?:quot|#0?34|#822[01]|#8243);)?)([\d,\s]+)/gi;
/** Attributes of blocks with one attachment id or a list of them. */
const inBlocks: Readonly<Record<string, string>> = {
  'core/image': 'id',
  'core/cover': 'id',
  'core/video': 'id',
  'core/audio': 'id',
  'core/file': 'id',
  'core/media-text': 'mediaId',
  'core/gallery': 'ids',
};

/** Quick check whether a text may refer to files by id. */
export function mayNameFiles(markup: string): boolean {
  return named.test(markup);
}

/** Ids of attachments in a text, and of posts whose files its galleries show. */
export function namedFiles(markup: string): {
  readonly files: ReadonlySet<number>;
  readonly posts: ReadonlySet<number>;
} {
  const [files, posts] = [new Set<number>(), new Set<number>()];
  const noted = (ids: Set<number>) => (id: number) => {
    ids.add(id);
    return undefined;
  };
  renameFiles(markup, { file: noted(files), post: noted(posts) });
  return { files, posts };
}

/** Ids of attachments in a text's gallery and playlist shortcodes, which contain no other reference to the files. */
export function namedInShortcodes(markup: string): ReadonlySet<number> {
  const files = new Set<number>();
  if (!mayNameFiles(markup)) return files;
  for (const [tag] of markup.matchAll(shortcodes))
    for (const [, name = '', , list = ''] of tag.matchAll(lists)) {
      if (/^i(?:ds|nclude)$/i.test(name))
        for (const [digits] of list.matchAll(/\d+/g)) files.add(idOf(digits) ?? 0);
    }
  files.delete(0);
  return files;
}

/** Replaces ids in galleries, players and pictures, and in their blocks. */
export function renameFiles(markup: string, ids: NewFileIds): string {
  if (!mayNameFiles(markup)) return markup;
  const other = <Value>(value: Value, rename: (id: number) => number | undefined): Value | number => {
    const id = idOf(value);
    return (id === undefined ? undefined : rename(id)) ?? value;
  };
  const inFront = (_: string, before: string, id: string) => before + other(id, ids.file);
  const written = markup
    .replace(inHtml, inFront)
    .replace(images, (tag) => tag.replace(inImage, inFront))
    .replace(shortcodes, (tag) =>
      tag.replace(
        lists,
        (_, name: string, between: string, list: string) =>
          name +
          between +
          list.replace(/\d+/g, (id) => String(other(id, /^id$/i.test(name) ? ids.post : ids.file))),
      ),
    );
  return renameInBlocks(written, (name, attributes) => {
    const key = inBlocks[name];
    const attribute = key === undefined ? undefined : attributes[key];
    if (key === undefined || attribute === undefined) return undefined;
    const value = Array.isArray(attribute)
      ? attribute.map((one: unknown) => other(one, ids.file))
      : other(attribute, ids.file);
    return JSON.stringify(value) === JSON.stringify(attribute) ? undefined : { ...attributes, [key]: value };
  });
}
