import { parseMarkup } from '../../lib/markup/parse-markup.ts';
import type { ParsedBlock } from '../../lib/markup/parse-markup.ts';

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
  /** A block anew; `inner`: what its inner blocks are written as, undefined where the kit is to write them, too; `before`: its attributes as stored. */
  write(block: Block, inner: readonly Written[] | undefined, before: Readonly<Record<string, unknown>> | undefined): string;
}

/** A block inside another one, and what stands between it and the one before. */
export interface Written {
  readonly gap: string;
  readonly text: string;
}

/** Where a block of the stored text came from. */
interface Source {
  readonly self: string;
  readonly parsed: ParsedBlock;
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
export function openDocument<Block extends EditedBlock>(markup: string, kit: Kit<Block>): OpenedDocument<Block> {
  const sources = new Map<string, Source>();
  const blocks: Block[] = [];
  let previous = '';
  let end = 0; // of the last block: what stands before the next is no part of any, white space and closing comments of nothing
  for (const parsed of parseMarkup(markup, () => undefined)) {
    const slice = markup.slice(parsed.start, parsed.end);
    if (parsed.name === '' && slice.trim() === '') continue;
    const block = kit.read(slice);
    note(sources, markup, { block, parsed, previous, gap: markup.slice(end, parsed.start) });
    blocks.push(block);
    previous = block.clientId;
    end = parsed.end;
  }
  return { markup, blocks, sources, tail: markup.slice(end) };
}

interface Place {
  readonly block: EditedBlock;
  readonly parsed: ParsedBlock;
  readonly previous: string;
  readonly gap: string;
}

function note(sources: Map<string, Source>, markup: string, { block, parsed, previous, gap }: Place): void {
  const inside = parsed.parts.filter((part) => typeof part !== 'string');
  const fits = inside.length === block.innerBlocks.length;
  const text = parsed.name === '' ? markup.slice(parsed.start, parsed.end) : '';
  sources.set(block.clientId, {
    self: fingerprint(block), parsed, previous, gap, children: fits ? block.innerBlocks.map(({ clientId }) => clientId) : undefined,
    lead: text.slice(0, text.length - text.trimStart().length), trail: text.slice(text.trimEnd().length),
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
    note(sources, markup, { block: inner, parsed: child, previous: before, gap: before === '' ? '' : markup.slice(end, child.start) });
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
    known = JSON.stringify(Object.entries(attributes).filter(([, value]) => value !== undefined).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    fingerprints.set(attributes, known);
  }
  return `${name} ${known}${innerContent ? JSON.stringify(innerContent) : ''}`;
}

/** What blocks inside of one that the kit made of something else were when it was opened. */
function deepFingerprint(block: EditedBlock): string {
  return `${fingerprint(block)}[${block.innerBlocks.map(deepFingerprint).join(',')}]`;
}

/** A writer of one opened document: `write(blocks)` gives its markup as these blocks are. */
export function documentWriter<Block extends EditedBlock>({ markup, blocks: opened, sources, tail }: OpenedDocument<Block>, kit: Kit<Block>) {
  const made = new Map<string, string>();
  const noteMade = (block: EditedBlock): void => {
    const source = sources.get(block.clientId);
    if (source && source.children === undefined) made.set(block.clientId, deepFingerprint(block));
    else block.innerBlocks.forEach(noteMade);
  };
  opened.forEach(noteMade);

  const writeList = (blocks: readonly Block[]): readonly Written[] => blocks.map((block, index) => {
    const source = sources.get(block.clientId);
    const previous = blocks[index - 1]?.clientId ?? '';
    const isBeside = source !== undefined && source.previous === previous;
    return { gap: isBeside ? source.gap : index === 0 ? '' : newGap, text: writeBlock(block, source) };
  });

  const writeBlock = (block: Block, source: Source | undefined): string => {
    const inside = block.innerBlocks as readonly Block[]; // a kit's blocks hold its blocks
    if (!source) return kit.write(block, inside.length > 0 ? writeList(inside) : undefined, undefined);
    const { parsed, children, lead, trail } = source;
    const before = parsed.attributes;
    if (children === undefined) {
      return made.get(block.clientId) === deepFingerprint(block) ? markup.slice(parsed.start, parsed.end) : kit.write(block, undefined, before);
    }
    const inner = writeList(inside);
    const around = source.self === fingerprint(block) ? parts(markup, parsed, children, inside) : undefined;
    if (around) return around.head + inner.map(({ gap, text }) => gap + text).join('') + around.foot;
    return lead + kit.write(block, inside.length > 0 ? inner : undefined, before) + trail;
  };

  return (blocks: readonly Block[]): string => {
    const end = blocks.at(-1)?.clientId === opened.at(-1)?.clientId ? tail : '';
    return writeList(blocks).map(({ gap, text }) => gap + text).join('') + end;
  };
}

/**
 * Blocks of which the kit itself changed something as it drew them: dates that it looked up, numbers that it gave. Nobody wrote that, so they count as
 * unchanged with it. `isTouched` says where somebody is at work.
 */
export function adoptDrawn(
  { sources }: Pick<OpenedDocument<EditedBlock>, 'sources'>, before: readonly EditedBlock[], after: readonly EditedBlock[],
    isTouched: (clientId: string) => boolean,
): void {
  const old = new Map(before.map((block) => [block.clientId, block]));
  for (const block of after) {
    const was = old.get(block.clientId);
    if (!was || was === block) continue;
    const source = sources.get(block.clientId);
    const isUnchanged = source?.self === fingerprint(was);
    if (source && isUnchanged && was.attributes !== block.attributes && !isTouched(block.clientId)) {
      sources.set(block.clientId, { ...source, self: fingerprint(block) });
    }
    adoptDrawn({ sources }, was.innerBlocks, block.innerBlocks, isTouched);
  }
}

/** What stands before the first and behind the last block inside of another one; undefined where nothing says that, since there was none. */
function parts(markup: string, parsed: ParsedBlock, children: readonly string[], now: readonly EditedBlock[]): { head: string; foot: string } | undefined {
  const inside = parsed.parts.filter((part) => typeof part !== 'string');
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) {
    return now.length === 0 ? { head: markup.slice(parsed.start, parsed.end), foot: '' } : undefined;
  }
  const isSame = now.length === children.length && children.every((id, index) => now[index]?.clientId === id);
  // HTML between the blocks may be anything: where they are others, only white space is known to be a gap.
  const isPlain = inside.every((child, index) => index === 0 || markup.slice(inside[index - 1]?.end ?? 0, child.start).trim() === '');
  if (!isSame && (!isPlain || now.length === 0)) return undefined;
  return { head: markup.slice(parsed.start, first.start), foot: markup.slice(last.end, parsed.end) };
}
