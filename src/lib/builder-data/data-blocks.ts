import { parseShortcodeAttributes } from '../shortcodes/attributes.ts';
import { isRecord } from '../records.ts';
import { blockTokens } from '../markup/block-markup.ts';
import type { BlockToken } from '../markup/block-markup.ts';
import { readAttribute, splice } from '../markup/html-tokens.ts';
import { readJson } from '../json.ts';
import type { Edit } from '../markup/html-tokens.ts';
import { decodeEntities } from '../plain-text.ts';
import { isShownModule, diviModuleParts } from './divi-modules.ts';
import { mayHoldGlobalParts } from './global-parts.ts';
import { writeParts, textsOf } from './parts.ts';
import type { DataSources, Part } from './parts.ts';
import { isPanelsListName } from './site-origin-widgets.ts';
import { panelsBlock, panelsParts, panelsShortcode, panelsWidgetOf } from './site-origin.ts';
import { DiviAttributes } from './divi-attributes.ts';
import type { DiviChild } from './divi-modules.ts';
import { contentToText } from '../content-text.ts';
import { acfParts, fieldsOfData } from './acf-fields.ts';
import type { AcfField } from './acf-fields.ts';

const mayHoldLayouts = (content: string): boolean => content.includes(`<!-- wp:${panelsBlock} `);
const mayHoldWidgets = (content: string): boolean => content.includes(panelsShortcode);

export const mayHoldDataBlocks = (content: string): boolean =>
  mayHoldAcfBlocks(content) ||
  mayHoldLayouts(content) ||
  mayHoldWidgets(content) ||
  mayHoldDiviBlocks(content) ||
  mayHoldGlobalParts(content);

/** Whether a block's attributes are shown; forms, menus and other parts of the old theme are not. */
export const isShownDataBlock = ({ name, json }: Pick<BlockToken, 'name' | 'json'>): boolean =>
  name.startsWith('acf/') ? fieldsOfBlock(json).length > 0 : name === panelsBlock || isShownModule(name);

export function withDataBlocks(content: string, sources: DataSources): string {
  let text = withAcfBlocks(content, sources);
  if (mayHoldLayouts(text)) text = withLayouts(text, sources);
  if (mayHoldDiviBlocks(text)) text = withDiviBlocks(text, sources);
  return mayHoldWidgets(text) ? withWidgets(text, sources) : text;
}

/** SiteOrigin's layout blocks show their data, unless the saved HTML already contains all of its text. */
function withLayouts(content: string, sources: DataSources): string {
  const tokens = blockTokens(content);
  const edits: Edit[] = [];
  let done = 0;
  for (const [index, { kind, name, json, start, end }] of tokens.entries()) {
    if (name !== panelsBlock || kind === 'close' || start < done) continue;
    const close =
      kind === 'open' ? tokens.slice(index + 1).find((token) => token.name === panelsBlock) : undefined;
    const isClosed = close?.kind === 'close';
    const saved = isClosed ? content.slice(end, close.start) : '';
    const parts = panelsParts(readJson(json)?.panelsData, sources);
    const isSaved = parts.length === 0 || (saved.trim() !== '' && !lacksWords(parts, saved));
    done = isClosed ? close.end : end;
    edits.push({ start, end: done, text: isSaved ? saved : writeParts(parts, sources) });
  }
  return splice(content, edits);
}

/** `[siteorigin_widget class="…"]<input type="hidden" value="{…}" />[/siteorigin_widget]`, as in copied layouts. */
const widgetShortcode =
  /\[siteorigin_widget (class="[^"\][<>]{1,200}")\]\s{0,9}(<input\b[^<>]*>)\s{0,9}\[\/siteorigin_widget\]/g;

/** Widgets show their settings. Lists of posts stay, since rendering replaces them. */
function withWidgets(content: string, sources: DataSources): string {
  return content.replaceAll(widgetShortcode, (shortcode, attributes: string, input: string) => {
    const name = parseShortcodeAttributes(attributes).named.class ?? '';
    const parsed = readJson(decodeEntities(readAttribute(input, 'value') ?? ''));
    const settings = isRecord(parsed?.instance) ? parsed.instance : parsed;
    if (!settings || isPanelsListName(name)) return shortcode;
    const markup = writeParts(panelsWidgetOf(name, settings, sources), sources);
    return markup === '' ? '' : `\n\n${markup}\n\n`;
  });
}

const prefix = 'divi/';
/** Modules of other vendors have attributes of the same shape. */
const moduleShape = '"innerContent":{"desktop"';

const mayHoldDiviBlocks = (content: string): boolean =>
  content.includes(`<!-- wp:${prefix}`) || content.includes(moduleShape);

/** Modules read per text, and longest attributes of one in UTF-16 units. */
const maxModules = 20_000;
const maxAttributes = 2_000_000;
/** Depth from which columns and toggles are written in sequence. */
const maxDepth = 12;
/** Nesting depth of modules; deeper modules become siblings. */
const maxOpen = 100;
const maxColumns = 6;

interface OpenModule {
  readonly name: string;
  readonly json: string;
  readonly start: number;
  readonly children: DiviChild[];
  saved: string;
}

/** Replaces Divi 5 modules by the content of their attributes, in order, with everything nested in them. */
function withDiviBlocks(content: string, sources: DataSources): string {
  const edits: Edit[] = [];
  const open: OpenModule[] = [];
  let from = 0;
  const finish = (end: number) => {
    const module = open.pop();
    if (!module) return;
    const parts = partsOf(module, open.length);
    const around = open.at(-1);
    if (around) around.children.push({ name: module.name, parts });
    else edits.push({ start: module.start, end, text: writeParts(parts, sources) });
  };
  const addSaved = (to: number) => {
    const module = open.at(-1);
    const html = module ? content.slice(from, to) : '';
    if (!module || html.trim() === '') return;
    module.saved += html;
    module.children.push({ name: '', parts: [{ kind: 'markup', markup: html.trim() }] });
  };
  const tokens = blockTokens(content).filter(isModule).slice(0, maxModules);
  for (const { kind, name, json, start, end } of tokens) {
    addSaved(start);
    from = end;
    if (kind === 'close') {
      const at = open.findLastIndex((module) => module.name === name);
      if (at === -1) {
        if (open.length === 0) edits.push({ start, end, text: '' });
        continue;
      }
      while (open.length > at) finish(end);
    } else {
      open.push({ name, json, start, children: [], saved: '' });
      if (kind === 'void' || open.length > maxOpen) finish(end);
    }
  }
  addSaved(content.length);
  while (open.length > 0) finish(content.length);
  return splice(content, edits);
}

const isModule = ({ name, json }: BlockToken): boolean =>
  name.startsWith(prefix) || json.includes(moduleShape);

function partsOf({ name, json, children, saved }: OpenModule, depth: number): readonly Part[] {
  const module = name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const attributes = new DiviAttributes(json.length > maxAttributes ? '' : json);
  const inner =
    depth < maxDepth && isRow.test(module) ? columnsOf(children) : children.flatMap(({ parts }) => parts);
  const parts = diviModuleParts(module, attributes, inner);
  if (depth >= maxDepth) return parts.flatMap((part) => (part.kind === 'details' ? flat(part) : [part]));
  if (parts.length === 0 && inner.length === 0)
    return attributes.background && isBox.test(module)
      ? [{ kind: 'images', images: [attributes.background] }]
      : [];
  if (saved === '') return parts;
  // HTML saved with a module may repeat its text.
  const own = diviModuleParts(module, attributes, []);
  return textsOf(own).length > 0 && !lacksWords(own, saved) ? inner : parts;
}

const isRow = /^row(?:-inner)?$/;
const isBox = /^(?:section|row|column)/;

const flat = (part: Extract<Part, { kind: 'details' }>): Part[] => [
  { kind: 'heading', level: 3, html: part.summary },
  ...part.parts,
];

function columnsOf(children: readonly DiviChild[]): Part[] {
  const columns = children.map(({ parts }) => parts).filter((parts) => parts.length > 0);
  const isRowOfColumns =
    children.every(({ name }) => name.startsWith('divi/column')) &&
    columns.length > 1 &&
    columns.length <= maxColumns;
  return isRowOfColumns ? [{ kind: 'columns', columns }] : columns.flat();
}

const maxCompared = 2000;
const maxSearched = 1_000_000;

/** A text normalized for comparison: case, spaces and quote shapes don't matter. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\u200b]+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"');

export const searchable = (content: string): string =>
  ` ${folded(contentToText(content.slice(0, maxSearched)))} `;

export function lacksWords(parts: readonly Part[], text: string): boolean {
  const words = searchable(text);
  return textsOf(parts)
    .slice(0, maxCompared)
    .some((one) => !words.includes(folded(one)));
}

export const mayHoldAcfBlocks = (content: string): boolean => content.includes('<!-- wp:acf/');

function fieldsOfBlock(json: string): AcfField[] {
  const data = json === '' ? undefined : readJson(json)?.data;
  return isRecord(data) ? fieldsOfData(data) : [];
}

export function fieldsOfBlocks(content: string): AcfField[] {
  return blockTokens(content).flatMap(({ kind, name, json }) =>
    kind !== 'close' && name.startsWith('acf/') ? fieldsOfBlock(json) : [],
  );
}

/** Replaces ACF blocks by their text, pictures and links; nested blocks follow. */
export function withAcfBlocks(content: string, sources: DataSources): string {
  if (!mayHoldAcfBlocks(content)) return content;
  return splice(
    content,
    blockTokens(content)
      .filter(({ name }) => name.startsWith('acf/'))
      .map(({ kind, json, start, end }) => ({
        start,
        end,
        text: kind === 'close' ? '' : writeParts(acfParts(fieldsOfBlock(json), sources).flat(), sources),
      })),
  );
}
