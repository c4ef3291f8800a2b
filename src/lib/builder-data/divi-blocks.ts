import { blockTokens } from '../markup/block-tokens.ts';
import type { BlockToken } from '../markup/block-tokens.ts';
import { splice } from '../markup/splice.ts';
import type { Edit } from '../markup/splice.ts';
import { lacksWords } from './compare-words.ts';
import { DiviAttributes } from './divi-attributes.ts';
import { diviModuleParts } from './divi-modules.ts';
import type { DiviChild } from './divi-modules.ts';
import { textsOf, writeParts } from './parts.ts';
import type { DataSources, Part } from './parts.ts';

const prefix = 'divi/';
/** Modules of other makers have attributes of the same shape. */
const moduleShape = '"innerContent":{"desktop"';

/** Whether a text may hold modules of Divi 5; quick. */
export const mayHoldDiviBlocks = (content: string): boolean =>
  content.includes(`<!-- wp:${prefix}`) || content.includes(moduleShape);

/** Modules of one text that are read, and longest attributes of one, in UTF-16 units. */
const maxModules = 20_000;
const maxAttributes = 2_000_000;
/** Depth from which columns and toggles are written one after the other. */
const deepest = 12;
/** Nesting depth of modules; deeper modules become siblings. */
const mostOpen = 100;
const mostColumns = 6;

/** A module that is not closed yet. */
interface OpenModule {
  readonly name: string;
  readonly json: string;
  readonly start: number;
  readonly children: DiviChild[];
  /** HTML and other blocks that it holds. */
  saved: string;
}

/** A text in which the modules of Divi 5 show what their attributes say, in order, with everything inside of them. */
export function withDiviBlocks(content: string, sources: DataSources): string {
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
      if (kind === 'void' || open.length > mostOpen) finish(end);
    }
  }
  // Modules that never end hold the rest.
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
    depth < deepest && isRow.test(module) ? columnsOf(children) : children.flatMap(({ parts }) => parts);
  const parts = diviModuleParts(module, attributes, inner);
  if (depth >= deepest) return parts.flatMap((part) => (part.kind === 'details' ? flat(part) : [part]));
  if (parts.length === 0 && inner.length === 0)
    return attributes.background && isBox.test(module)
      ? [{ kind: 'images', images: [attributes.background] }]
      : [];
  if (saved === '') return parts;
  // HTML that was saved with a module may repeat its words.
  const own = diviModuleParts(module, attributes, []);
  return textsOf(own).length > 0 && !lacksWords(own, saved) ? inner : parts;
}

const isRow = /^row(?:-inner)?$/;
const isBox = /^(?:section|row|column)/;

const flat = (part: Extract<Part, { kind: 'details' }>): Part[] => [
  { kind: 'heading', level: 3, html: part.summary },
  ...part.parts,
];

/** The columns of a row, if it contains nothing else. */
function columnsOf(children: readonly DiviChild[]): Part[] {
  const columns = children.map(({ parts }) => parts).filter((parts) => parts.length > 0);
  const isRowOfColumns =
    children.every(({ name }) => name.startsWith('divi/column')) &&
    columns.length > 1 &&
    columns.length <= mostColumns;
  return isRowOfColumns ? [{ kind: 'columns', columns }] : columns.flat();
}
