import { createBlock, getBlockType, parse, serialize } from '@wordpress/blocks';
import { parseMarkup, writeClosing, writeOpening } from '../../lib/markup/block-markup.ts';
import type { EditedBlock, Kit, Written } from './lossless.ts';

/** A block as the packages of WordPress hold it. */
export type Block = ReturnType<typeof createBlock> & EditedBlock;

/** Blocks of the house: their HTML is made by the server, their markup holds settings. */
export const isOwn = (name: string): boolean => name.startsWith('broadsheet/');

/** Blocks of WordPress that hold any others within one element. */
const holders = new Set(['core/group', 'core/columns', 'core/column']);
/** Those of the house that hold others. */
const ownHolders = new Set<string>();
/** Notes that a block of the house holds others. */
export const noteHolder = (name: string): void => void ownHolders.add(name);

/** Stands for the blocks inside while what is around them is written. */
const marker = '[blocks stand here]';

/** Reads and writes blocks as the packages of WordPress do, once all of them are registered. */
export const blockKit: Kit<Block> = {
  read: (slice) => {
    // Classic content stays without the paragraphs that are made of its lines: they are made as it is shown.
    const [block, ...others] = parse(slice, {
      __unstableSkipAutop: true,
      __unstableSkipMigrationLogs: true,
    }) as Block[];
    return block && others.length === 0 ? block : kept(slice);
  },
  write: (block, { inner, before, isInside }) => {
    if (isOwn(block.name)) return writeOwn(block, inner, before);
    if (!inner) return serialize(block, { isInnerBlocks: isInside });
    const text = inner.map(({ gap, text: written }) => gap + written).join('');
    const stand = createBlock('core/missing', {
      originalContent: marker,
      originalUndelimitedContent: marker,
    });
    const around = serialize({ ...block, innerBlocks: [stand] }).split(marker);
    return around.length === 2 ? `${around[0]}${text}${around[1]}` : serialize(block);
  },
  holding: (name) => (holders.has(name) ? 'element' : ownHolders.has(name) ? 'bare' : 'none'),
  isSaid: (name, attribute) => getBlockType(name)?.attributes[attribute]?.role === 'content',
};

/** What the packages read as no block, or as several: kept as it is, under its name. */
function kept(slice: string): Block {
  const [parsed] = parseMarkup(slice, () => undefined);
  const originalUndelimitedContent = parsed
    ? slice.slice(parsed.innerStart - parsed.start, parsed.innerEnd - parsed.start)
    : slice;
  return createBlock('core/missing', {
    originalName: parsed?.name || 'core/freeform',
    originalContent: slice,
    originalUndelimitedContent,
  }) as Block;
}

function writeOwn(
  { name, attributes }: Block,
  inner: readonly Written[] | undefined,
  before: Readonly<Record<string, unknown>> = {},
): string {
  const known = getBlockType(name)?.attributes ?? {};
  // Settings that nobody knows here stay: the server may, or did once.
  const others = Object.entries(before).filter(([key]) => !Object.hasOwn(known, key));
  const all = {
    ...Object.fromEntries(others),
    ...Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)),
  };
  if (!inner) return writeOpening(name, all, true);
  return `${writeOpening(name, all, false)}\n${inner.map(({ gap, text }) => gap + text).join('')}\n${writeClosing(name)}`;
}
