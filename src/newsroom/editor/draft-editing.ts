import type { Block } from './block-kit.ts';
import type { DraftCore, DraftState } from './draft-state.ts';
import { adoptDrawn, documentWriter, openDocument } from './lossless.ts';
import type { Kit } from './lossless.ts';
import { isSame, withoutStored } from './stored-post.ts';
import type { Fields, SentFields } from './stored-post.ts';
import { beginStep, redo, redrawn, typeFields, typeOn, undo } from './undo.ts';
import type { BlockHistory, Joined } from './undo.ts';

/** Milliseconds without typing after which a field begins a new undo step. */
const stepMs = 1000;

export type DraftMarkup = ReturnType<typeof createMarkup>;

/** Serializes a draft's blocks; unchanged blocks keep their bytes. */
export function createMarkup(state: () => DraftState, kit: Kit<Block>) {
  const { document: first } = state().history;
  let writer = { of: first, write: documentWriter(first, kit) };
  const write = (blocks: readonly Block[]): string => {
    const { document } = state().history;
    if (writer.of !== document) writer = { of: document, write: documentWriter(document, kit) };
    return writer.write(blocks);
  };
  let written: { readonly blocks: readonly Block[]; readonly markup: string } | undefined;
  const ofBlocks = () => {
    const { blocks } = state().history;
    if (written?.blocks !== blocks) written = { blocks, markup: write(blocks) };
    return written.markup;
  };
  /** Opens a document; blocks with unchanged markup keep their objects, so that the cursor stays. */
  const reopen = (markup: string) => {
    const known = Map.groupBy(state().history.blocks, (block) => write([block]).trim());
    return openDocument(markup, {
      ...kit,
      read: (slice) => known.get(slice.trim())?.shift() ?? kit.read(slice),
    });
  };
  return {
    write,
    ofBlocks,
    reopen,
    carryOver: (before: readonly Block[], blocks: readonly Block[]) => {
      if (written?.blocks === before) written = { ...written, blocks };
    },
  };
}

const joinedWith = (core: DraftCore, is: Fields): Joined => ({
  was: Object.fromEntries(Object.keys(is).map((name) => [name, core.value(name)])),
  is,
});

const editsWith = (core: DraftCore, fields: Fields): Fields => {
  const { edits, post } = core.state();
  return withoutStored({ ...edits, ...fields }, post);
};

export function createSteps(core: DraftCore, changed: () => void) {
  const setHistory = (history: BlockHistory | undefined, fields: Fields = {}) => {
    if (!history || history === core.state().history || core.state().code !== undefined) return;
    const hasFields = Object.keys(fields).length > 0;
    core.set({ history, edits: hasFields ? editsWith(core, fields) : core.state().edits });
    changed();
  };
  const turned = (from: Fields = {}, to: Fields = {}): Fields =>
    Object.fromEntries(Object.entries(to).filter(([name]) => isSame(core.value(name), from[name])));
  let typedAt = 0;
  let joined: Joined | undefined;
  return {
    setHistory,
    edit: (fields: SentFields) => {
      const { faults } = core.state();
      // The last save's messages are about the previous values.
      const left = Object.entries(faults).filter(([name]) => !Object.hasOwn(fields, name));
      core.set({ edits: editsWith(core, fields), faults: Object.fromEntries(left) });
      changed();
    },
    change: (blocks: readonly Block[], selection: BlockHistory['selection'] = {}) =>
      setHistory(beginStep(core.state().history, blocks, selection, { joined })),
    /** Changes fields and, by `act`, blocks as one undo step. */
    together: (fields: SentFields, act: () => void) => {
      joined = joinedWith(core, fields);
      core.set({ edits: editsWith(core, fields) });
      act();
      joined = undefined;
      changed();
    },
    /** Changes fields that belong to the text while the user types: one undo step until a pause. */
    typeFields: (fields: SentFields) => {
      const { history } = core.state();
      const isPaused = Date.now() - typedAt > stepMs;
      typedAt = Date.now();
      const open = isPaused ? { ...history, isClosed: true } : history;
      setHistory(typeFields(open, joinedWith(core, fields)), fields);
    },
    undo: () => {
      const { history } = core.state();
      setHistory(undo(history), turned(history.joined?.is, history.joined?.was));
    },
    redo: () => {
      const { history } = core.state();
      const [next] = history.future;
      setHistory(redo(history), turned(next?.joined?.was, next?.joined?.is));
    },
  };
}

interface EditingOptions {
  readonly kit: Kit<Block>;
  readonly markup: DraftMarkup;
  readonly setHistory: (history: BlockHistory) => void;
  readonly changed: () => void;
}

export function createEditing(core: DraftCore, { kit, markup, setHistory, changed }: EditingOptions) {
  return {
    /**
     * Blocks after typing or re-rendering. `at`: blocks at the cursor with their ancestors and descendants, the only
     * ones typed in. `isIgnored`: creates no undo step.
     */
    input: (
      blocks: readonly Block[],
      {
        selection = {},
        at,
        isIgnored = false,
      }: {
        readonly selection?: BlockHistory['selection'];
        readonly at: ReadonlySet<string>;
        readonly isIgnored?: boolean;
      },
    ) => {
      const { history, code, stored } = core.state();
      if (code !== undefined) return;
      const { blocks: before } = history;
      const outcome = adoptDrawn(history.document, kit, {
        before,
        after: blocks,
        isTouched: (clientId) => at.has(clientId),
      });
      if (blocks === before || (outcome === 'typed' && !isIgnored)) {
        setHistory(typeOn(history, blocks, selection));
        return;
      }
      if (outcome === 'same') markup.carryOver(before, blocks);
      core.set({
        history: redrawn(history, blocks, selection),
        ...(outcome === 'same' && before === stored ? { stored: blocks } : {}),
      });
      changed();
    },
    /** Replaces text and fields as one undo step. Blocks with the same markup stay. */
    replace: (text: string, fields: Fields = {}) => {
      core.readCode();
      const document = markup.reopen(text);
      const { history: before } = core.state();
      const history =
        text === core.content()
          ? before
          : beginStep(before, document.blocks, {}, { document, joined: joinedWith(core, fields) });
      core.set({ history, edits: editsWith(core, fields) });
      changed();
    },
    writeCode: (code: string) => {
      core.set({ code: code === markup.ofBlocks() ? undefined : code });
      changed();
    },
  };
}
