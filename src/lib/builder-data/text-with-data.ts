import { htmlToText } from '../plain-text.ts';
import { acfParts, fieldsOfMeta, neededBy } from './acf-fields.ts';
import {
  withDataBlocks,
  folded,
  lacksWords,
  searchable,
  fieldsOfBlocks,
  mayHoldAcfBlocks,
} from './data-blocks.ts';
import { elementorParts, templateIdsIn } from './elementor.ts';
import { textsOf, writeParts } from './parts.ts';
import type { DataSources, Part } from './parts.ts';
import { withGlobalParts } from './global-parts.ts';
import { panelsPartsOfMeta, panelsBlock, panelsShortcode } from './site-origin.ts';
import type { WorkerTask } from '../worker-pool.ts';

/** Start of a text that was replaced by a builder's data. */
export const builtMark = '<!-- broadsheet:built -->';
/** Separates a text from the markup of its fields. */
export const dataMark = '<!-- broadsheet:data -->';

export interface TextAndMeta {
  readonly content: string;
  readonly meta: readonly (readonly [key: string, value: string])[];
  /** Other visible HTML of the post (title, excerpt); fields that repeat it are not shown. */
  readonly shown: readonly string[];
  /** Meta keys that the text or the page already shows. */
  readonly placed: readonly string[];
}

export interface TextWithData {
  readonly text: string;
  readonly isBuilt: boolean;
  readonly added: string;
}

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

/** The parts that neither the text nor other visible HTML of the post shows. */
export const partsToAdd = (
  parts: readonly Part[],
  { content, shown }: Pick<TextAndMeta, 'content' | 'shown'>,
): Part[] =>
  unshown(parts, searchable(content) + shown.map((html) => folded(htmlToText(html))).join(' '), content);

const isPictureOf = (id: string | undefined, content: string) =>
  id !== undefined && [' ', '"'].some((end) => content.includes(`wp-image-${id}${end}`));

function isNamed(url: string, content: string): boolean {
  const stem = /\/([^/?#]{4,200})\.[a-z0-9]{2,5}(?:[?#]|$)/i
    .exec(url)?.[1]
    ?.replace(/-(?:\d{1,5}x\d{1,5}|scaled)$/, '');
  return stem !== undefined && content.includes(stem);
}

/** The text of a post as readers see it, with builder and field data from its meta and blocks. */
export function textWithData(
  { content: written, meta, shown, placed }: TextAndMeta,
  sources: DataSources,
): TextWithData {
  const content = withGlobalParts(written, sources);
  const text = withDataBlocks(content, sources);
  const built = builtMarkup(content, text, meta, sources);
  const base = built ?? text;
  const fields = fieldsOfMeta(meta).filter(({ name }) => !placed.includes(name));
  const added =
    fields.length === 0
      ? ''
      : writeParts(partsToAdd(acfParts(fields, sources).flat(), { content: base, shown }), sources);
  const blocks = built === undefined ? '' : fieldBlocksAtEnd(content);
  return {
    text: base,
    isBuilt: built !== undefined,
    added: [blocks, added].filter((one) => one !== '').join('\n\n'),
  };
}

const fieldBlock = '<!-- wp:broadsheet/field ';

/** Blocks of fields that an import added to the text, which the builder's markup replaces. */
function fieldBlocksAtEnd(content: string): string {
  const lines = content.split('\n').map((line) => line.trim());
  const before = lines.findLastIndex((line) => line !== '' && !line.startsWith(fieldBlock));
  return lines
    .slice(before + 1)
    .filter((line) => line !== '')
    .join('\n\n');
}

/** The builder's markup that replaces the text; undefined when the text is shown. */
function builtMarkup(
  content: string,
  text: string,
  meta: TextAndMeta['meta'],
  sources: DataSources,
): string | undefined {
  const first = (key: string) => meta.find(([name]) => name === key)?.[1] ?? '';
  const isEmpty = content.trim() === '';
  if (!isEmpty && first(textWrittenKey) !== '') return undefined;
  const parts = partsOfBuilder(first, sources);
  const markup = parts.length > 0 && (isEmpty || lacksWords(parts, text)) ? writeParts(parts, sources) : '';
  return markup === '' ? undefined : markup;
}

/** The parts of the builder with which a post is edited; `first` returns the first value of a meta key. */
function partsOfBuilder(first: (key: string) => string, sources: DataSources): Part[] {
  const elementor = first(elementorDataKey);
  if (elementor !== '' && first(elementorModeKey).trim() === 'builder')
    return elementorParts(elementor, sources);
  const panels = first(panelsDataKey);
  return panels === '' ? [] : panelsPartsOfMeta(panels, sources);
}

export function joinData({ text, isBuilt, added }: TextWithData): string {
  const own = isBuilt ? `${builtMark}\n${text}` : text;
  return added === '' ? own : `${own}\n\n${dataMark}\n${added}`;
}

/** The data in a text from `joinData`; empty without data. */
export function dataIn(text: string): string {
  if (text.startsWith(builtMark)) return text.slice(builtMark.length);
  const at = text.indexOf(dataMark);
  return at === -1 ? '' : text.slice(at + dataMark.length);
}

/** The builder's markup, which editors get instead of the text; undefined when the text is shown. */
export function builtIn(text: string): string | undefined {
  if (!text.startsWith(builtMark)) return undefined;
  const end = text.indexOf(dataMark);
  return text.slice(builtMark.length, end === -1 ? undefined : end).trim();
}

interface NeededSources extends ReturnType<typeof neededBy> {
  readonly templates: ReadonlySet<string>;
}

/** Ids of the old site and field keys in a post's data, which `DataSources` has to resolve. */
export function neededSources({ content, meta }: Pick<TextAndMeta, 'content' | 'meta'>): NeededSources {
  const needed = neededBy(
    [...fieldsOfMeta(meta), ...(mayHoldAcfBlocks(content) ? fieldsOfBlocks(content) : [])],
    maxNeeded,
  );
  const ids = new Set(needed.ids);
  for (const id of idsInData(content, meta)) if (ids.size < maxNeeded) ids.add(id);
  const templates = new Set<string>();
  for (const [key, value] of meta) {
    if (key !== elementorDataKey) continue;
    for (const id of templateIdsIn(value)) if (templates.size < maxNeeded) templates.add(id);
  }
  return { ids, keys: needed.keys, templates };
}

/** Maximum number of ids and keys resolved per post. */
const maxNeeded = 1000;

const pictureKey = /image|img|photo|picture|avatar|logo|thumb|media|banner|video|attachment/i;
/** Galleries read per text, and characters read per gallery. */
const maxGalleries = 100;
const maxGalleryLength = 5000;

/** Old ids of pictures, files and posts in builders' data, in order; some may be false matches. */
export function* idsInData(
  content: string,
  meta: readonly (readonly [key: string, value: string])[],
): Generator<string> {
  for (const [key, value] of meta) {
    if (key === elementorDataKey) yield* idsOfElementor(value);
    else if (key === panelsDataKey) yield* idsOfPanels(value);
  }
  if (content.includes(panelsBlock) || content.includes(panelsShortcode))
    yield* idsOfPanels(content.replaceAll('&quot;', '"'));
  if (content.includes('"galleryIds"')) yield* idsOfGalleries(content, /"galleryIds"\s?:/g);
}

function* idsOfElementor(json: string): Generator<string> {
  const named = /"image-attachment-id"\s{0,4},\s{0,4}"value"\s{0,4}:\s{0,4}([1-9]\d{0,12})\b/g;
  for (const [, id = ''] of json.matchAll(named)) yield id;
}

/** Handles both serialized PHP and JSON. */
function* idsOfPanels(data: string): Generator<string> {
  const named = /"([a-z_]{1,60})"(?:;i:|;s:\d{1,3}:"|:"?)([1-9]\d{0,12})(?=[",;}])/gi;
  for (const [, key = '', id = ''] of data.matchAll(named)) if (pictureKey.test(key)) yield id;
  for (const [, id = ''] of data.matchAll(/"post:\s{0,5}(\d{1,13})"/g)) yield id;
  yield* idsOfGalleries(data, /"ids"[;:]/g);
}

function* idsOfGalleries(data: string, name: RegExp): Generator<string> {
  let galleries = 0;
  for (const { index, 0: found } of data.matchAll(name)) {
    if (++galleries > maxGalleries) return;
    const at = index + found.length;
    const [ids = ''] = data.slice(at, at + maxGalleryLength).split(/[\]}]/, 1);
    for (const [id] of ids.matchAll(/\b[1-9]\d{0,12}\b/g)) yield id;
  }
}

export const elementorDataKey = '_elementor_data';
export const elementorModeKey = '_elementor_edit_mode';
export const panelsDataKey = 'panels_data';
/** Broadsheet's own post meta: the text was edited here, so the builder's data is no longer shown. */
export const textWrittenKey = '_builder_text_written';

export const builderDataKeys: readonly string[] = [elementorDataKey, panelsDataKey];

interface DataRequest {
  readonly text: TextAndMeta;
  readonly sources: DataSources;
}

export const dataTask: WorkerTask<DataRequest, string> = { name: 'builder-data' };

export const textOfData = ({ text, sources }: DataRequest): string => joinData(textWithData(text, sources));
