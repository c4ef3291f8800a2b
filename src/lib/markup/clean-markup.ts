import { parseMarkup, blockTokens, writeClosing, writeOpening } from './block-markup.ts';
import type { ParsedBlock } from './block-markup.ts';
import { splice } from './html-tokens.ts';
import type { Edit } from './html-tokens.ts';

/**
 * Cleans a block's HTML, given in the pieces between its inner blocks, or the texts in its attributes. Returns as many
 * pieces; those that need no cleaning are unchanged.
 */
export type CleanInner = (pieces: readonly string[]) => readonly string[];

/** Maximum nesting of attributes; deeper ones are treated as broken. */
const maxAttributeDepth = 100;

const plainClosing = /^<!--\s+\/wp:[a-z0-9/_-]+\s+-->$/;

/**
 * Cleans the HTML and attributes of each block separately, so that block comments stay, and repairs broken blocks. A
 * block found unchanged in `stored` (the replaced text, or '') is left alone. The block structure stays the same.
 */
export function cleanMarkup(markup: string, stored: string, clean: CleanInner): string {
  const known = new Set<string>();
  const note = (block: ParsedBlock): void => {
    known.add(ownText(stored, block));
    for (const inner of innerBlocks(block)) note(inner);
  };
  note(asBlock(stored));
  const edits: Edit[] = [];
  const visit = (block: ParsedBlock): void => {
    const isKnown = known.has(ownText(markup, block));
    const gaps = gapsOf(block);
    const cleaned = isKnown ? [] : clean(htmlOf(markup, block));
    const edit = (start: number, end: number, text: string | undefined): void => {
      if (!isKnown && text !== undefined && markup.slice(start, end) !== text)
        edits.push({ start, end, text });
    };
    if (block.name !== '')
      edit(
        block.start,
        block.innerStart,
        isKnown ? undefined : cleanOpening(block, markup.slice(block.start, block.innerStart), clean),
      );
    for (const [index, inner] of [...innerBlocks(block), undefined].entries()) {
      const [start, end] = gaps[index] ?? [block.innerEnd, block.innerEnd];
      edit(start, end, cleaned[index]);
      if (inner) visit(inner);
    }
    if (block.name !== '' && !block.isVoid && !plainClosing.test(markup.slice(block.innerEnd, block.end))) {
      edit(block.innerEnd, block.end, writeClosing(block.name));
    }
  };
  visit(asBlock(markup));
  return splice(markup, edits);
}

/** Wraps a document into a nameless block. */
function asBlock(markup: string): ParsedBlock {
  const parts = parseMarkup(markup, () => undefined).map((block) =>
    block.name === '' ? markup.slice(block.start, block.end) : block,
  );
  return {
    name: '',
    attributes: {},
    parts,
    isVoid: false,
    start: 0,
    innerStart: 0,
    innerEnd: markup.length,
    end: markup.length,
  };
}

function innerBlocks({ parts }: ParsedBlock): ParsedBlock[] {
  return parts.filter((part) => typeof part !== 'string');
}

/** The ranges of a block's HTML between its inner blocks: one more than there are inner blocks. */
function gapsOf(block: ParsedBlock): [start: number, end: number][] {
  const gaps: [number, number][] = [];
  let start = block.innerStart;
  for (const inner of innerBlocks(block)) {
    gaps.push([start, inner.start]);
    start = inner.end;
  }
  return [...gaps, [start, block.innerEnd]];
}

function ownText(markup: string, block: ParsedBlock): string {
  return [
    markup.slice(block.start, block.innerStart),
    ...gapsOf(block).map(([start, end]) => markup.slice(start, end)),
    markup.slice(block.innerEnd, block.end),
  ].join('\0');
}

/** A block's HTML in pieces, without stray closing comments and comments of blocks nested too deeply. */
function htmlOf(markup: string, block: ParsedBlock): string[] {
  const pieces = [''];
  for (const part of block.parts) {
    if (typeof part === 'string') pieces[pieces.length - 1] += part;
    else pieces.push('');
  }
  const gaps = gapsOf(block);
  // Removing comments may create new ones from the text around them.
  return pieces.map((piece, index) =>
    piece === markup.slice(...(gaps[index] ?? [])) ? piece : piece.replace(/<!--(?=\s+\/?wp:)/g, '&lt;!--'),
  );
}

/** The opening comment, unchanged if all parsers recognize it and its texts need no cleaning. */
function cleanOpening(block: ParsedBlock, written: string, clean: CleanInner): string {
  const json = blockTokens(written)[0]?.json ?? '';
  if (json === '') return written;
  const isBroken = Object.keys(block.attributes).length === 0 && !/^\{\s*\}$/.test(json);
  const isPlain =
    !isBroken && !json.includes('<!--') && !json.includes('-->') && /\}\s+\/?-->$/.test(written);
  if (isPlain && !/<|\\u003c/i.test(json)) return written;
  const attributes = cleanAttributes(block.attributes, clean);
  return isPlain && attributes === block.attributes
    ? written
    : writeOpening(block.name, attributes, block.isVoid);
}

type Attributes = ParsedBlock['attributes'];

function cleanAttributes(attributes: Attributes, clean: CleanInner): Attributes {
  let changes = 0;
  const cleanText = (text: string): string => {
    const cleaned = clean([text])[0] ?? '';
    if (cleaned !== text) changes++;
    return cleaned;
  };
  const cleanRecord = (record: Attributes, depth: number): Attributes =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [cleanText(name), cleanValue(value, depth + 1)]),
    );
  const cleanValue = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxAttributeDepth) {
      changes++;
      return null;
    }
    return Array.isArray(value)
      ? value.map((item) => cleanValue(item, depth + 1))
      : cleanRecord({ ...value }, depth);
  };
  const cleaned = cleanRecord(attributes, 0);
  return changes === 0 ? attributes : cleaned;
}
