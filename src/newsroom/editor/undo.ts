import type { BlockSelection } from '@wordpress/block-editor';
import type { Block } from './block-kit.ts';
import type { OpenedDocument } from './lossless.ts';
import type { Fields } from './stored-post.ts';

/** Fields that were changed by the same act as the blocks, and go back with them. */
export interface Joined {
  readonly was: Fields;
  readonly is: Fields;
}

/** What can be gone back to: blocks, and where the cursor was. */
interface Step {
  readonly blocks: readonly Block[];
  readonly selection?: BlockSelection | undefined;
  /** The text that they were opened from: another one where a revision was brought back. */
  readonly document: OpenedDocument<Block>;
  /** What the act that led here changed besides. */
  readonly joined?: Joined | undefined;
}

/** Blocks with what they were before, and what was taken back. Nothing in it is ever changed. */
export interface BlockHistory extends Step {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** The next change begins a step, even one that goes on where the last one ended. */
  readonly isClosed: boolean;
}

/** Most steps that are kept. */
const mostSteps = 500;

export const startHistory = (document: OpenedDocument<Block>): BlockHistory => ({
  blocks: document.blocks,
  document,
  past: [],
  future: [],
  isClosed: true,
});

/** Somebody goes on typing: part of the step that is open. */
export function typeOn(
  history: BlockHistory,
  blocks: readonly Block[],
  selection: BlockSelection,
): BlockHistory {
  const isOfFields = history.past.at(-1)?.blocks === history.blocks; // the open step is one of fields
  if ((history.isClosed || isOfFields) && blocks !== history.blocks)
    return beginStep(history, blocks, selection);
  return { ...history, blocks, selection, future: blocks === history.blocks ? history.future : [] };
}

/** Blocks that changed by being drawn: no step, and what was taken back can still be had again. */
export const redrawn = (
  history: BlockHistory,
  blocks: readonly Block[],
  selection: BlockSelection,
): BlockHistory => ({ ...history, blocks, selection });

/**
 * Somebody changed something: a step of its own. The same blocks again say that a pause was made. `document`: where they come from another text. `joined`: what
 * else changed by it.
 */
export function beginStep(
  history: BlockHistory,
  blocks: readonly Block[],
  selection: BlockSelection,
  { document = history.document, joined }: Partial<Pick<Step, 'document' | 'joined'>> = {},
): BlockHistory {
  if (blocks === history.blocks) return { ...history, selection, isClosed: true };
  return {
    blocks,
    selection,
    document,
    joined,
    past: [...history.past, stepOf(history)].slice(-mostSteps),
    future: [],
    isClosed: false,
  };
}

/** Records typing in fields that belong to the text, such as footnotes, as one step until it is closed; the blocks stay as they are. */
export function typeFields(history: BlockHistory, { was, is }: Joined): BlockHistory {
  const { joined } = history;
  const isOpen = !history.isClosed && joined && history.past.at(-1)?.blocks === history.blocks;
  if (isOpen)
    return {
      ...history,
      joined: { was: { ...was, ...joined.was }, is: { ...joined.is, ...is } },
      future: [],
    };
  return {
    ...history,
    joined: { was, is },
    past: [...history.past, stepOf(history)].slice(-mostSteps),
    future: [],
    isClosed: false,
  };
}

const stepOf = ({ blocks, selection, document, joined }: BlockHistory): Step => ({
  blocks,
  selection,
  document,
  joined,
});

export function undo(history: BlockHistory): BlockHistory | undefined {
  const step = history.past.at(-1);
  return (
    step && {
      ...step,
      past: history.past.slice(0, -1),
      future: [stepOf(history), ...history.future],
      isClosed: true,
    }
  );
}

export function redo(history: BlockHistory): BlockHistory | undefined {
  const [step, ...rest] = history.future;
  return step && { ...step, past: [...history.past, stepOf(history)], future: rest, isClosed: true };
}
