import { createBlock, getBlockType, parse, serialize } from '@wordpress/blocks';
import { parseMarkup, writeClosing, writeOpening } from '../../lib/markup/block-markup.ts';
import type { EditedBlock, Kit, Written } from './lossless.ts';

export type Block = ReturnType<typeof createBlock> & EditedBlock;

/** Own blocks are rendered by the server; their markup only holds settings. */
export const isOwn = (name: string): boolean => name.startsWith('broadsheet/');

/** WordPress blocks that hold inner blocks of any type in one element. */
const holders = new Set(['core/group', 'core/columns', 'core/column']);
const ownHolders = new Set<string>();
export const noteHolder = (name: string): void => void ownHolders.add(name);

/** Placeholder for the inner blocks while the outer block is serialized. */
const marker = '[blocks stand here]';

export const blockKit: Kit<Block> = {
  read: (slice) => {
    // Skips autop for classic content; it is applied for display only.
    const [block, ...others] = parse(slice, {
      __unstableSkipAutop: true,
      __unstableSkipMigrationLogs: true,
    }) as Block[];
    return block && others.length === 0 ? block : preserved(slice);
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

/** Preserves markup that the packages read as no block, or as several, in a `core/missing` block. */
function preserved(slice: string): Block {
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
  // Unknown settings are preserved: the server may know them, or once did.
  const others = Object.entries(before).filter(([key]) => !Object.hasOwn(known, key));
  const all = {
    ...Object.fromEntries(others),
    ...Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)),
  };
  if (!inner) return writeOpening(name, all, true);
  return `${writeOpening(name, all, false)}\n${inner.map(({ gap, text }) => gap + text).join('')}\n${writeClosing(name)}`;
}
