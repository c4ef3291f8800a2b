import { parseMarkup } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';

export interface EditedBlock {
  readonly clientId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly innerBlocks: readonly EditedBlock[];
  /** For `core/html`: its HTML, with null for each inner block. */
  readonly innerContent?: readonly (string | null)[];
}

export interface Kit<Block extends EditedBlock> {
  /** Parses a slice of markup as one block; a slice that would parse otherwise becomes a block that preserves it. */
  read(slice: string): Block;
  holding(name: string): Holding;
  write(block: Block, as: Writing): string;
  /** Whether visitors see the attribute: text, or the URL of a picture. */
  isSaid(name: string, attribute: string): boolean;
}

export interface Writing {
  /** Serialized inner blocks; undefined if the kit has to write them. */
  readonly inner: readonly Written[] | undefined;
  /** Attributes as stored; undefined for a new block. */
  readonly before: Readonly<Record<string, unknown>> | undefined;
  /** Whether it is an inner block, where classic content without delimiters would become part of the outer block's HTML. */
  readonly isInside: boolean;
}

export interface Written {
  readonly gap: string;
  readonly text: string;
}

interface Source {
  /** Fingerprints that count as unchanged: as opened, and as re-rendered by the kit; deep ones if the kit created its inner blocks. */
  readonly accepted: Set<string>;
  readonly parsed: ParsedBlock;
  /** The text that its offsets refer to: the stored one, or the one that was parsed instead because loose text was moved into blocks. */
  readonly markup: string;
  /** The stored slice if it was parsed differently; it is preserved as long as the block would be written the same. */
  readonly stored?: string | undefined;
  /** Ids of the inner blocks in order; undefined if the kit found others than the markup has. */
  readonly children: readonly string[] | undefined;
  /** Id of the block before it in the same list, empty for the first. */
  readonly previous: string;
  readonly gap: string;
  /** White space around classic content. */
  readonly lead: string;
  readonly trail: string;
}

/** A stored text as opened: unchanged blocks are written with their original bytes. */
export interface OpenedDocument<Block extends EditedBlock> {
  readonly markup: string;
  readonly blocks: readonly Block[];
  readonly sources: Map<string, Source>;
  readonly tail: string;
}

/** Gap between blocks that were not neighbours before. */
const newGap = '\n\n';

/** Parses a text into blocks, each with its slice. Linear in its length. */
export function openDocument<Block extends EditedBlock>(
  markup: string,
  kit: Kit<Block>,
): OpenedDocument<Block> {
  const sources = new Map<string, Source>();
  const blocks: Block[] = [];
  let previous = '';
  let end = 0; // of the last block; white space and stray closing delimiters before the next belong to no block
  for (const parsed of parseMarkup(markup, () => undefined)) {
    const slice = markup.slice(parsed.start, parsed.end);
    if (parsed.name === '' && slice.trim() === '') continue;
    const gap = markup.slice(end, parsed.start);
    const read = parsed.name === '' ? slice : wordsInBlocks(markup, parsed, (name) => kit.holding(name));
    const block = kit.read(read);
    const [mended] = read === slice ? [] : parseMarkup(read, () => undefined);
    if (mended) note(sources, { block, parsed: mended, previous, gap, markup: read, stored: slice });
    else note(sources, { block, parsed, previous, gap, markup });
    blocks.push(block);
    previous = block.clientId;
    end = parsed.end;
  }
  return { markup, blocks, sources, tail: markup.slice(end) };
}

type Place = Pick<Source, 'parsed' | 'previous' | 'gap' | 'markup' | 'stored'> & {
  readonly block: EditedBlock;
};

function note(sources: Map<string, Source>, { block, parsed, previous, gap, markup, stored }: Place): void {
  const inside = parsed.parts.filter((part) => typeof part !== 'string');
  const fits = inside.length === block.innerBlocks.length;
  const text = parsed.name === '' ? markup.slice(parsed.start, parsed.end) : '';
  sources.set(block.clientId, {
    accepted: new Set([fits ? fingerprint(block) : deepFingerprint(block)]),
    parsed,
    previous,
    gap,
    markup,
    stored,
    children: fits ? block.innerBlocks.map(({ clientId }) => clientId) : undefined,
    lead: text.slice(0, text.length - text.trimStart().length),
    trail: text.slice(text.trimEnd().length),
  });
  if (!fits) {
    forget(sources, block.innerBlocks);
    return;
  }
  let before = '';
  let end = parsed.innerStart;
  inside.forEach((child, index) => {
    const inner = block.innerBlocks[index];
    if (!inner) return;
    note(sources, {
      block: inner,
      parsed: child,
      previous: before,
      gap: before === '' ? '' : markup.slice(end, child.start),
      markup,
    });
    before = inner.clientId;
    end = child.end;
  });
}

/** Inner blocks that the kit created have no source of their own; a change in them is a change of the outer block. */
function forget(sources: Map<string, Source>, blocks: readonly EditedBlock[]): void {
  for (const { clientId, innerBlocks } of blocks) {
    sources.delete(clientId);
    forget(sources, innerBlocks);
  }
}

const fingerprints = new WeakMap<object, string>();

/** Identifies a block's own data, without inner blocks. */
function fingerprint({ name, attributes, innerContent }: EditedBlock): string {
  let known = fingerprints.get(attributes);
  if (known === undefined) {
    known = JSON.stringify(
      Object.entries(attributes)
        .filter(([, value]) => value !== undefined)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    fingerprints.set(attributes, known);
  }
  return `${name} ${known}${innerContent ? JSON.stringify(innerContent) : ''}`;
}

/** Includes the inner blocks, for blocks whose inner blocks the kit created. */
function deepFingerprint(block: EditedBlock): string {
  return `${fingerprint(block)}[${block.innerBlocks.map(deepFingerprint).join(',')}]`;
}

export function documentWriter<Block extends EditedBlock>(
  { blocks: opened, sources, tail }: OpenedDocument<Block>,
  kit: Kit<Block>,
) {
  const writeList = (blocks: readonly Block[], isInside: boolean): readonly Written[] =>
    blocks.map((block, index) => {
      const source = sources.get(block.clientId);
      const previous = blocks[index - 1]?.clientId ?? '';
      const isBeside = source !== undefined && source.previous === previous;
      const text = writeBlock(block, source, isInside);
      const isStored = source?.stored !== undefined && text === source.markup;
      return {
        gap: isBeside ? source.gap : index === 0 ? '' : newGap,
        text: isStored ? source.stored : text,
      };
    });

  const writeBlock = (block: Block, source: Source | undefined, isInside: boolean): string => {
    const inside = block.innerBlocks as readonly Block[]; // a kit's blocks only hold its blocks
    if (!source)
      return kit.write(block, {
        inner: inside.length > 0 ? writeList(inside, true) : undefined,
        before: undefined,
        isInside,
      });
    const { accepted, parsed, markup, children, lead, trail } = source;
    const before = parsed.attributes;
    if (children === undefined) {
      return accepted.has(deepFingerprint(block))
        ? markup.slice(parsed.start, parsed.end)
        : kit.write(block, { inner: undefined, before, isInside });
    }
    const inner = writeList(inside, true);
    const isBare = isInside && parsed.name === ''; // moved in, so it has no delimiters to separate it
    const around =
      accepted.has(fingerprint(block)) && !isBare ? partsAround(markup, parsed, children, inside) : undefined;
    if (around) return around.head + inner.map(({ gap, text }) => gap + text).join('') + around.foot;
    return (
      lead + kit.write(block, { inner: inside.length > 0 ? inner : undefined, before, isInside }) + trail
    );
  };

  return (blocks: readonly Block[]): string => {
    const end = blocks.at(-1)?.clientId === opened.at(-1)?.clientId ? tail : '';
    return (
      writeList(blocks, false)
        .map(({ gap, text }) => gap + text)
        .join('') + end
    );
  };
}

interface Redrawing {
  readonly before: readonly EditedBlock[];
  readonly after: readonly EditedBlock[];
  readonly isTouched: (clientId: string) => boolean;
}

/**
 * Treats changes by rendering (resolved dates, numbers) as unchanged, except in attributes that visitors see. Returns
 * `same` (same text), `drawn` (changed by rendering) or `typed` (by the user).
 */
export function adoptDrawn<Block extends EditedBlock>(
  { sources }: Pick<OpenedDocument<Block>, 'sources'>,
  kit: Kit<Block>,
  { before, after, isTouched }: Redrawing,
): 'same' | 'drawn' | 'typed' {
  const isSameList = (a: readonly EditedBlock[], b: readonly EditedBlock[]) =>
    a.length === b.length && a.every(({ clientId }, index) => clientId === b[index]?.clientId);
  let [isTyped, isSame] = [!isSameList(before, after), true];
  const look = (was: EditedBlock, block: EditedBlock, isKnown: boolean): void => {
    if (was === block) return;
    const source = sources.get(block.clientId);
    const isDeep = source !== undefined && source.children === undefined;
    const print = isDeep ? deepFingerprint : fingerprint;
    const isChanged =
      isDeep ||
      was.attributes !== block.attributes ||
      was.innerContent !== block.innerContent ||
      was.name !== block.name;
    const hasOthers = !isSameList(was.innerBlocks, block.innerBlocks);
    if ((isChanged || hasOthers) && isTouched(block.clientId)) {
      [isTyped, isSame] = [true, false];
      return;
    }
    if (isChanged && !isKnown) {
      if (source?.accepted.has(print(was)) && !saysOther(kit, was, block)) source.accepted.add(print(block));
      else isSame = false;
    }
    if (hasOthers && !isDeep && !isKnown) isSame = false;
    const old = new Map(was.innerBlocks.map((inner) => [inner.clientId, inner]));
    for (const inner of block.innerBlocks) {
      const one = old.get(inner.clientId);
      if (one) look(one, inner, isKnown || isDeep);
    }
  };
  const old = new Map(before.map((block) => [block.clientId, block]));
  for (const block of after) {
    const was = old.get(block.clientId);
    if (was) look(was, block, false);
  }
  return isTyped ? 'typed' : isSame ? 'same' : 'drawn';
}

/** Whether an attribute that visitors see was replaced, such as the picture after an upload. */
function saysOther<Block extends EditedBlock>(
  kit: Kit<Block>,
  was: EditedBlock,
  { name, attributes }: EditedBlock,
): boolean {
  return Object.entries(attributes).some(([key, value]) => {
    const old = was.attributes[key];
    return (
      value !== undefined &&
      old !== undefined &&
      JSON.stringify(value) !== JSON.stringify(old) &&
      kit.isSaid(name, key)
    );
  });
}

/** The markup before the first and after the last inner block; undefined if there were no inner blocks to derive it from. */
function partsAround(
  markup: string,
  parsed: ParsedBlock,
  children: readonly string[],
  now: readonly EditedBlock[],
): { head: string; foot: string } | undefined {
  const inside = parsed.parts.filter((part) => typeof part !== 'string');
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) {
    return now.length === 0 ? { head: markup.slice(parsed.start, parsed.end), foot: '' } : undefined;
  }
  const isSame = now.length === children.length && children.every((id, index) => now[index]?.clientId === id);
  // HTML between inner blocks can be anything; if the blocks changed, only white space is known to be a gap.
  const isPlain = inside.every(
    (child, index) => index === 0 || markup.slice(inside[index - 1]?.end ?? 0, child.start).trim() === '',
  );
  if (!isSame && (!isPlain || now.length === 0)) return undefined;
  return { head: markup.slice(parsed.start, first.start), foot: markup.slice(last.end, parsed.end) };
}

/** How a block holds inner blocks: within an element, bare, or not at all. */
type Holding = 'element' | 'bare' | 'none';

/** Start and end of that element; older groups have a second one inside. */
const head = /^\s*<[a-z][^>]*>(?:\s*<div class="wp-block-group__inner-container">)?/i;
const foot = /<\/[a-z][\w-]*>\s*$/i;
const innerFoot = /<\/div>\s*$/i;

/** Offsets between which inner blocks are, within the element if there is one. */
function room(
  markup: string,
  { innerStart, innerEnd, parts }: ParsedBlock,
  holds: Holding,
): readonly [from: number, to: number] {
  if (holds !== 'element') return [innerStart, innerEnd];
  const inside = parts.filter((part) => typeof part !== 'string');
  const opens = head.exec(markup.slice(innerStart, inside[0]?.start ?? innerEnd))?.[0] ?? '';
  // If a user removed the element, a repair must not lose its content.
  if (!/^\s*<div[\s>]/i.test(opens) && !opens.includes('wp-block-')) return [innerStart, innerEnd];
  const from = innerStart + opens.length;
  const last = Math.max(from, inside.at(-1)?.end ?? from);
  const end = last + markup.slice(last, innerEnd).replace(foot, '').length;
  return [
    from,
    opens.includes('__inner-container') ? last + markup.slice(last, end).replace(innerFoot, '').length : end,
  ];
}

/**
 * A block's markup with loose text between (or instead of) its inner blocks moved into classic blocks, so that the
 * block parses and a repair keeps the text. Unchanged if there is no loose text.
 */
function wordsInBlocks(markup: string, block: ParsedBlock, holding: (name: string) => Holding): string {
  const inside = block.parts.filter((part) => typeof part !== 'string');
  const holds = block.isVoid ? 'none' : holding(block.name);
  if (inside.length === 0 && holds === 'none') return markup.slice(block.start, block.end);
  const between = (gap: string) => (holds === 'none' ? gap : inBlock(gap));
  const [from, to] = room(markup, block, holds);
  let written = markup.slice(block.start, from);
  let at = from;
  for (const child of inside) {
    written += between(markup.slice(at, child.start)) + wordsInBlocks(markup, child, holding);
    at = child.end;
  }
  return written + between(markup.slice(at, to)) + markup.slice(to, block.end);
}

/** Wraps loose text between blocks in a block. Comments are not text, and block delimiters would become other blocks. */
function inBlock(gap: string): string {
  const words = gap.trim();
  const [lead = '', ...others] = words.split('<!--');
  const hasText =
    lead.trim() !== '' ||
    others.some(
      (comment) => comment.includes('-->') && comment.slice(comment.indexOf('-->') + 3).trim() !== '',
    );
  if (!hasText || others.some((comment) => /^\s*\/?wp:/.test(comment))) return gap;
  const before = gap.length - gap.trimStart().length;
  return `${gap.slice(0, before)}<!-- wp:freeform -->\n${words}\n<!-- /wp:freeform -->${gap.slice(before + words.length)}`;
}
