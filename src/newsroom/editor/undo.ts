import type { BlockSelection } from '@wordpress/block-editor';
import type { Block } from './block-kit.ts';
import type { OpenedDocument } from './lossless.ts';
import type { Fields } from './stored-post.ts';

/** Fields that changed along with the blocks, and are undone with them. */
export interface Joined {
  readonly was: Fields;
  readonly is: Fields;
}

interface Step {
  readonly blocks: readonly Block[];
  readonly selection?: BlockSelection | undefined;
  /** The document that the blocks come from; another one after a revision was restored. */
  readonly document: OpenedDocument<Block>;
  readonly joined?: Joined | undefined;
}

/** Immutable undo history with its current state. */
export interface BlockHistory extends Step {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** The next change begins a new step even if it continues the last one. */
  readonly isClosed: boolean;
}

const maxSteps = 500;

export const startHistory = (document: OpenedDocument<Block>): BlockHistory => ({
  blocks: document.blocks,
  document,
  past: [],
  future: [],
  isClosed: true,
});

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

/** Blocks changed by rendering: no undo step, and redo stays possible. */
export const redrawn = (
  history: BlockHistory,
  blocks: readonly Block[],
  selection: BlockSelection,
): BlockHistory => ({ ...history, blocks, selection });

/**
 * Records a change as its own step. The same blocks again mark a pause in typing. `document`: set if the blocks come
 * from another text; `joined`: fields changed along with them.
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
    past: [...history.past, stepOf(history)].slice(-maxSteps),
    future: [],
    isClosed: false,
  };
}

/** Records typing in fields that belong to the text, such as footnotes, as one step until closed; blocks stay as they are. */
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
    past: [...history.past, stepOf(history)].slice(-maxSteps),
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
