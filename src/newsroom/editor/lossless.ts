import { parseMarkup } from '../../lib/markup/block-markup.ts';
import type { ParsedBlock } from '../../lib/markup/block-markup.ts';

/** A block as the editor holds it. Its objects are never changed: a change makes new ones. */
export interface EditedBlock {
  readonly clientId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly innerBlocks: readonly EditedBlock[];
  /** Of `core/html`: its HTML, null where an inner block stands. */
  readonly innerContent?: readonly (string | null)[];
}

/** How blocks of a kit are read and written. */
export interface Kit<Block extends EditedBlock> {
  /** The one block that a slice of markup is; a slice that the kit reads otherwise becomes a block that keeps it whole. */
  read(slice: string): Block;
  /** How a block of this name holds others. */
  holding(name: string): Holding;
  /** A block anew. */
  write(block: Block, as: Writing): string;
  /** Whether an attribute is what readers get: words, or the address of a picture. */
  isSaid(name: string, attribute: string): boolean;
}

/** What is known of a block that is written anew. */
export interface Writing {
  /** What its inner blocks are written as; undefined where the kit is to write them, too. */
  readonly inner: readonly Written[] | undefined;
  /** Its attributes as stored; undefined where it was not. */
  readonly before: Readonly<Record<string, unknown>> | undefined;
  /** Whether it stands inside another one, where classic content without its comments would be HTML of that one. */
  readonly isInside: boolean;
}

/** A block inside another one, and what stands between it and the one before. */
export interface Written {
  readonly gap: string;
  readonly text: string;
}

/** Where a block of the stored text came from. */
interface Source {
  /** Fingerprints of it as it stands there: as it was opened, and as the kit drew it since; with what is inside, where the kit made that of something else. */
  readonly accepted: Set<string>;
  readonly parsed: ParsedBlock;
  /** The text that its offsets are of: the stored one, or, where words stood loose in it, what was read in its place. */
  readonly markup: string;
  /** As it is stored, where it was read otherwise: as long as that is what it would be written as, it stays. */
  readonly stored?: string | undefined;
  /** The blocks inside, in their order; undefined where the kit found others there than the markup has. */
  readonly children: readonly string[] | undefined;
  /** The block before it in the same list, empty for the first. */
  readonly previous: string;
  readonly gap: string;
  /** White space around what it says: of classic content. */
  readonly lead: string;
  readonly trail: string;
}

/** A stored text as it was opened: what is not changed is written as it stands there. */
export interface OpenedDocument<Block extends EditedBlock> {
  readonly markup: string;
  readonly blocks: readonly Block[];
  readonly sources: Map<string, Source>;
  /** White space behind the last block. */
  readonly tail: string;
}

/** Between blocks that nobody wrote side by side before. */
const newGap = '\n\n';

/** Opens a text: its blocks, each with its slice. Linear in its length. */
export function openDocument<Block extends EditedBlock>(
  markup: string,
  kit: Kit<Block>,
): OpenedDocument<Block> {
  const sources = new Map<string, Source>();
  const blocks: Block[] = [];
  let previous = '';
  let end = 0; // of the last block: what stands before the next is no part of any, white space and closing comments of nothing
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

/** Blocks that the kit made of something else are known as they were made: their list is a change of what is around them only. */
function forget(sources: Map<string, Source>, blocks: readonly EditedBlock[]): void {
  for (const { clientId, innerBlocks } of blocks) {
    sources.delete(clientId);
    forget(sources, innerBlocks);
  }
}

const fingerprints = new WeakMap<object, string>();

/** What a block says itself, without those inside of it. */
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

/** What blocks inside of one that the kit made of something else were when it was opened. */
function deepFingerprint(block: EditedBlock): string {
  return `${fingerprint(block)}[${block.innerBlocks.map(deepFingerprint).join(',')}]`;
}

/** A writer of one opened document: `write(blocks)` gives its markup as these blocks are. */
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
    const inside = block.innerBlocks as readonly Block[]; // a kit's blocks hold its blocks
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
    const isBare = isInside && parsed.name === ''; // it was moved in, and has no comments that keep it apart
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
  /** Says where somebody is at work. */
  readonly isTouched: (clientId: string) => boolean;
}

/**
 * Blocks of which the kit itself changed something as it drew them: dates that it looked up, numbers that it gave. Nobody wrote that, so they count as
 * unchanged with it. What readers get is never replaced by drawing. Returns what it was: `same`: as drawn, and the text is what it was; `drawn`: by drawing,
 * and it may be another text; `typed`: somebody was at work there.
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

/** Whether something that readers get was replaced by something else: the picture of somebody who uploaded another one. */
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

/** What stands before the first and behind the last block inside of another one; undefined where nothing says that, since there was none. */
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
  // HTML between the blocks may be anything: where they are others, only white space is known to be a gap.
  const isPlain = inside.every(
    (child, index) => index === 0 || markup.slice(inside[index - 1]?.end ?? 0, child.start).trim() === '',
  );
  if (!isSame && (!isPlain || now.length === 0)) return undefined;
  return { head: markup.slice(parsed.start, first.start), foot: markup.slice(last.end, parsed.end) };
}

/** How a block holds others: within an element of its own, with nothing around them, or not at all. */
type Holding = 'element' | 'bare' | 'none';

/** What such an element begins and ends with; older groups have a second one in it. */
const head = /^\s*<[a-z][^>]*>(?:\s*<div class="wp-block-group__inner-container">)?/i;
const foot = /<\/[a-z][\w-]*>\s*$/i;
const innerFoot = /<\/div>\s*$/i;

/** The offsets between which a block holds others: within its element, where it has one. */
function room(
  markup: string,
  { innerStart, innerEnd, parts }: ParsedBlock,
  holds: Holding,
): readonly [from: number, to: number] {
  if (holds !== 'element') return [innerStart, innerEnd];
  const inside = parts.filter((part) => typeof part !== 'string');
  const opens = head.exec(markup.slice(innerStart, inside[0]?.start ?? innerEnd))?.[0] ?? '';
  // Where somebody left it out, nothing of what is there may go as it is repaired.
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
 * A block's markup with the words that somebody put by hand between the blocks inside of it, or in place of those, in blocks of their own, as classic content:
 * what is around them can be read then, and repairing it does not throw them away. The same text where there are none.
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

/** What stands between two blocks: words in a block of their own. Comments are none, and those of blocks would be others there. */
function inBlock(gap: string): string {
  const words = gap.trim();
  const [said = '', ...others] = words.split('<!--');
  const isSaid =
    said.trim() !== '' ||
    others.some(
      (comment) => comment.includes('-->') && comment.slice(comment.indexOf('-->') + 3).trim() !== '',
    );
  if (!isSaid || others.some((comment) => /^\s*\/?wp:/.test(comment))) return gap;
  const before = gap.length - gap.trimStart().length;
  return `${gap.slice(0, before)}<!-- wp:freeform -->\n${words}\n<!-- /wp:freeform -->${gap.slice(before + words.length)}`;
}
