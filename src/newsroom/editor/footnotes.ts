import type { EditedBlock } from './lossless.ts';

export const footnotesField = 'meta.footnotes';

export interface Footnote {
  readonly id: string;
  /** HTML. */
  readonly content: string;
}

/** Parses the stored JSON; returns an empty list if it is malformed. */
export function readNotes(json: unknown): readonly Footnote[] {
  if (typeof json !== 'string' || json === '') return [];
  try {
    const parsed = JSON.parse(json) as unknown;
    return Array.isArray(parsed) ? parsed.filter(isNote) : [];
  } catch {
    return [];
  }
}

const isNote = (value: unknown): value is Footnote => {
  const { id, content } = (value ?? {}) as Partial<Record<keyof Footnote, unknown>>;
  return typeof id === 'string' && typeof content === 'string';
};

/** Returns the JSON to store; '' without footnotes. */
export const writeNotes = (notes: readonly Footnote[]): string =>
  notes.length === 0 ? '' : JSON.stringify(notes.map(({ id, content }) => ({ content, id })));

const references = /<sup ([^<>]*)>[^<]*(?:<a [^<>]*>[^<]*<\/a>[^<]*)?<\/sup>/g;
const idOf = (attributes: string): string | undefined => /(?:^| )data-fn="([^"]*)"/.exec(attributes)?.[1];

/** Ids of the footnotes referenced in HTML, each once, in order. */
export function footnoteOrder(html: string): string[] {
  if (!html.includes('data-fn=')) return [];
  return [
    ...new Set(
      [...html.matchAll(references)]
        .map(([, attributes = '']) => idOf(attributes))
        .filter((id) => id !== undefined),
    ),
  ];
}

/** Numbers the references by their position in `order`, or without `order` gives all the same mark. */
export function numberReferences(html: string, order?: readonly string[]): string {
  if (!html.includes('data-fn=')) return html;
  return html.replaceAll(references, (whole, attributes: string) => {
    const id = idOf(attributes);
    const number = order === undefined ? '*' : order.indexOf(id ?? '') + 1;
    return id === undefined || number === 0
      ? whole
      : `<sup ${attributes}><a href="#${id}" id="${id}-link">${number}</a></sup>`;
  });
}

interface RichText {
  toHTMLString(): string;
  readonly constructor: { fromHTMLString(html: string): RichText };
}

const isRichText = (value: object): value is RichText => 'toHTMLString' in value;

function holdsReference(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('data-fn=');
  if (typeof value !== 'object' || value === null) return false;
  return isRichText(value)
    ? value.toHTMLString().includes('data-fn=')
    : Object.values(value).some(holdsReference);
}

/** Reference orders by block; blocks are immutable, so each is searched once. */
const orders = new WeakMap<EditedBlock, readonly string[]>();

function orderOfBlock<Block extends EditedBlock>(
  block: Block,
  write: (blocks: readonly Block[]) => string,
): readonly string[] {
  const holds = (one: EditedBlock): boolean => holdsReference(one.attributes) || one.innerBlocks.some(holds);
  const order = orders.get(block) ?? (holds(block) ? footnoteOrder(write([block])) : []);
  orders.set(block, order);
  return order;
}

/** Numbers references in rich text; returns the same object if unchanged. */
function numberedValue(value: unknown, order: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isRichText(value)) {
    const html = value.toHTMLString();
    const numbered = numberReferences(html, order);
    return numbered === html ? value : value.constructor.fromHTMLString(numbered);
  }
  const was = Object.entries(value);
  const now = was.map(([key, inner]) => [key, numberedValue(inner, order)] as const);
  if (now.every(([, inner], index) => inner === was[index]?.[1])) return value;
  return Array.isArray(value) ? now.map(([, inner]) => inner) : Object.fromEntries(now);
}

function numberedBlock<Block extends EditedBlock>(block: Block, order: readonly string[]): Block {
  const attributes = numberedValue(block.attributes, order);
  const innerBlocks = block.innerBlocks.map((inner) => numberedBlock(inner, order));
  const isSame =
    attributes === block.attributes &&
    innerBlocks.every((inner, index) => inner === block.innerBlocks[index]);
  return isSame ? block : { ...block, attributes, innerBlocks };
}

interface Settled<Block> {
  readonly blocks: readonly Block[];
  readonly json: string;
}

/** Ids of the footnotes referenced in blocks, each once, in order. */
export function referenceOrder<Block extends EditedBlock>(
  blocks: readonly Block[],
  write: (blocks: readonly Block[]) => string,
): readonly string[] {
  return [...new Set(blocks.flatMap((block) => orderOfBlock(block, write)))];
}

/**
 * Numbers the references in blocks and selects the referenced footnotes; undefined if nothing changes. `known`:
 * contents by id, including removed footnotes that may be pasted again.
 */
export function settleFootnotes<Block extends EditedBlock>(
  blocks: readonly Block[],
  json: unknown,
  known: Map<string, string>,
  write: (blocks: readonly Block[]) => string,
): Settled<Block> | undefined {
  const notes = readNotes(json);
  for (const { id, content } of notes) known.set(id, content);
  const order = referenceOrder(blocks, write);
  if (order.length === 0 && notes.length === 0) return undefined;
  const numbered = blocks.map((block) =>
    orderOfBlock(block, write).length === 0 ? block : numberedBlock(block, order),
  );
  const isNumbered = numbered.every((block, index) => block === blocks[index]);
  if (isNumbered && notes.length === order.length && notes.every(({ id }, index) => id === order[index]))
    return undefined;
  return {
    blocks: isNumbered ? blocks : numbered,
    json: writeNotes(order.map((id) => ({ id, content: known.get(id) ?? '' }))),
  };
}

/** Merges the footnotes of two versions; `isMet`: both changed one differently. `mine` or `base` undefined: not changed here. */
export function mergeNotes(
  order: readonly string[],
  { base, mine, theirs }: { readonly base: unknown; readonly mine: unknown; readonly theirs: unknown },
): { readonly json: string; readonly isMet: boolean } {
  const [was, is, other] = [base, mine ?? base, theirs].map(
    (json) => new Map(readNotes(json).map(({ id, content }) => [id, content])),
  );
  let isMet = false;
  const notes = order.map((id): Footnote => {
    const [before, ours, theirNote] = [was?.get(id), is?.get(id), other?.get(id)];
    if (
      ours !== undefined &&
      theirNote !== undefined &&
      ours !== theirNote &&
      ours !== before &&
      theirNote !== before
    )
      isMet = true;
    const isTheirs = ours === undefined || (ours === before && theirNote !== undefined);
    return { id, content: (isTheirs ? theirNote : ours) ?? '' };
  });
  return { json: writeNotes(notes), isMet };
}
