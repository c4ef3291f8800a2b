import { contentToText } from '../content-text.ts';
import { htmlToText } from '../plain-text.ts';
import { fieldsOfBlocks, mayHoldAcfBlocks, withAcfBlocks } from './acf-blocks.ts';
import { acfParts, fieldsOfMeta, neededBy } from './acf-fields.ts';
import { elementorParts } from './elementor.ts';
import { textsOf, writeParts } from './parts.ts';
import type { DataSources, Part } from './parts.ts';

/** Post meta of Elementor: the data, and whether the post is edited with it. */
export const elementorDataKey = '_elementor_data';
export const elementorModeKey = '_elementor_edit_mode';
/** Post meta of ours: the text was edited here, so that the data of a builder are shown no more. */
export const textWrittenKey = '_builder_text_written';

/** Begins a text that a builder's data took the place of. */
export const builtMark = '<!-- broadsheet:built -->';
/** Separates a text from what fields add to it. */
export const dataMark = '<!-- broadsheet:data -->';

/** A post's text and meta as they are stored. */
export interface TextAndMeta {
  readonly content: string;
  /** In the order in which they were added. */
  readonly meta: readonly (readonly [key: string, value: string])[];
  /** Other HTML of the post that readers see (title, excerpt): fields that repeat it are not shown. */
  readonly shown: readonly string[];
  /** Meta keys that the text or the page shows by themselves. */
  readonly placed: readonly string[];
}

/** A text as readers see it. */
export interface TextWithData {
  readonly text: string;
  /** Whether the text is what the data of a builder show. */
  readonly isBuilt: boolean;
  /** Block markup that fields add. */
  readonly added: string;
}

/** Texts that are looked for in the content, and content in which they are, at most. */
const maxCompared = 2000;
const maxSearched = 1_000_000;

const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\u200b]+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"');
const searchable = (content: string) => ` ${folded(contentToText(content.slice(0, maxSearched)))} `;

/** Parts that the content does not show yet. */
function unshown(parts: readonly Part[], words: string, content: string): Part[] {
  return parts.filter((part) => {
    if (part.kind === 'images')
      return !part.images.every(
        ({ url, oldId }) => isNamed(url, content) || (url === '' && isPictureOf(oldId, content)),
      );
    if (part.kind === 'embed' || part.kind === 'file')
      return !content.includes(part.url) && !content.includes(part.url.replaceAll('&', '&amp;'));
    const texts = textsOf([part]);
    return texts.length === 0 || !texts.every((text) => words.includes(folded(text)));
  });
}

const isPictureOf = (id: string | undefined, content: string) =>
  id !== undefined && [' ', '"'].some((end) => content.includes(`wp-image-${id}${end}`));

/** Whether the content names the file of an address, in any size. */
function isNamed(url: string, content: string): boolean {
  const stem = /\/([^/?#]{4,200})\.[a-z0-9]{2,5}(?:[?#]|$)/i
    .exec(url)?.[1]
    ?.replace(/-(?:\d{1,5}x\d{1,5}|scaled)$/, '');
  return stem !== undefined && content.includes(stem);
}

/** The text of a post as readers see it, with what builders and fields hold in its meta and blocks. */
export function textWithData(
  { content, meta, shown, placed }: TextAndMeta,
  sources: DataSources,
): TextWithData {
  const text = withAcfBlocks(content, sources);
  const built = builtMarkup(content, text, meta, sources);
  const base = built ?? text;
  const fields = fieldsOfMeta(meta).filter(({ name }) => !placed.includes(name));
  const words =
    fields.length === 0 ? '' : searchable(base) + shown.map((html) => folded(htmlToText(html))).join(' ');
  const added =
    fields.length === 0 ? '' : writeParts(unshown(acfParts(fields, sources).flat(), words, base), sources);
  return { text: base, isBuilt: built !== undefined, added };
}

/** The builder's markup that replaces the text; undefined if the text is shown. */
function builtMarkup(
  content: string,
  text: string,
  meta: TextAndMeta['meta'],
  sources: DataSources,
): string | undefined {
  const first = (key: string) => meta.find(([name]) => name === key)?.[1] ?? '';
  const data = first(elementorDataKey);
  const isEmpty = content.trim() === '';
  if (
    data === '' ||
    first(elementorModeKey).trim() !== 'builder' ||
    (!isEmpty && first(textWrittenKey) !== '')
  )
    return undefined;
  const parts = elementorParts(data);
  const markup = parts.length > 0 && (isEmpty || lacksWords(parts, text)) ? writeParts(parts, sources) : '';
  return markup === '' ? undefined : markup;
}

/** Whether a text lacks words of the data. */
function lacksWords(parts: readonly Part[], text: string): boolean {
  const words = searchable(text);
  return textsOf(parts)
    .slice(0, maxCompared)
    .some((one) => !words.includes(folded(one)));
}

/** All of it as one text, for whatever reads texts. */
export function joinData({ text, isBuilt, added }: TextWithData): string {
  const own = isBuilt ? `${builtMark}\n${text}` : text;
  return added === '' ? own : `${own}\n\n${dataMark}\n${added}`;
}

/** The data's part of a text that `joinData` made; empty if there is none. */
export function dataIn(text: string): string {
  if (text.startsWith(builtMark)) return text.slice(builtMark.length);
  const at = text.indexOf(dataMark);
  return at === -1 ? '' : text.slice(at + dataMark.length);
}

/** The builder's markup, which editors get in place of the text; undefined if the text is shown. */
export function builtIn(text: string): string | undefined {
  if (!text.startsWith(builtMark)) return undefined;
  const end = text.indexOf(dataMark);
  return text.slice(builtMark.length, end === -1 ? undefined : end).trim();
}

/** Ids at the old site, and keys of fields, that a post's data name: what `DataSources` has to know. */
export function neededSources({
  content,
  meta,
}: Pick<TextAndMeta, 'content' | 'meta'>): ReturnType<typeof neededBy> {
  const needed = neededBy(
    [...fieldsOfMeta(meta), ...(mayHoldAcfBlocks(content) ? fieldsOfBlocks(content) : [])],
    maxNeeded,
  );
  const ids = new Set(needed.ids);
  const data = meta.find(([name]) => name === elementorDataKey)?.[1] ?? '';
  const named = data.matchAll(/"image-attachment-id"\s{0,4},\s{0,4}"value"\s{0,4}:\s{0,4}([1-9]\d{0,12})\b/g);
  for (const [, id = ''] of named) if (ids.size < maxNeeded) ids.add(id);
  return { ids, keys: needed.keys };
}

/** Ids and keys that are looked up for one post, at most. */
const maxNeeded = 1000;
