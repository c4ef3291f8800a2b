import type { Block } from './block-kit.ts';
import { createEditing, createMarkup, createSteps } from './draft-editing.ts';
import { createSaving, createVersions } from './draft-saving.ts';
import type { SavingOptions } from './draft-saving.ts';
import { createState } from './draft-state.ts';
import type { DraftCore, DraftGuard, DraftState } from './draft-state.ts';
import type { FoundText } from './found-texts.ts';
import { openDocument } from './lossless.ts';
import type { Kit } from './lossless.ts';
import { storedValue } from './stored-post.ts';
import type { SentFields, StoredPost } from './stored-post.ts';
import { startHistory } from './undo.ts';

interface DraftOptions extends SavingOptions {
  readonly post: StoredPost | undefined;
  readonly found: readonly FoundText[];
  readonly kit: Kit<Block>;
}

export type Draft = ReturnType<typeof createDraft>;

function createCore({ post, found, kit }: Pick<DraftOptions, 'post' | 'found' | 'kit'>) {
  const first = openDocument(post?.content.raw ?? '', kit);
  const { state, set, subscribe } = createState<DraftState>({
    post,
    edits: {},
    history: startHistory(first),
    stored: first.blocks,
    code: undefined,
    saving: 'no',
    problem: undefined,
    faults: {},
    savedAt: undefined,
    lacksLocalCopy: false,
    conflict: undefined,
    found,
  });
  const markup = createMarkup(state, kit);
  const content = () => state().code ?? markup.ofBlocks();
  const isDirty = () => {
    const { edits, code, history, stored } = state();
    return Object.keys(edits).length > 0 || code !== undefined || history.blocks !== stored;
  };
  const value = (name: string): unknown =>
    Object.hasOwn(state().edits, name) ? state().edits[name] : storedValue(state().post, name);
  const open = (text: string, isStored: boolean) => {
    const document = markup.reopen(text);
    set({ history: startHistory(document), stored: isStored ? document.blocks : undefined, code: undefined });
  };
  const readCode = () => {
    const { code, post: stored } = state();
    if (code !== undefined) open(code, code === stored?.content.raw);
  };
  const core: DraftCore = {
    guard: { current: undefined },
    state,
    set,
    content,
    value,
    isDirty,
    open,
    readCode,
  };
  return { core, markup, subscribe };
}

export function createDraft(options: DraftOptions) {
  const { post, kit } = options;
  const { core, markup, subscribe } = createCore(options);
  const { state, content, value, isDirty, readCode } = core;
  const { parts, waitFor, storeUnpublished, end } = createSaving(core, options);
  const { local, autosaving, changed, save } = parts;
  const { saveLocally } = local;
  const steps = createSteps(core, changed);
  return {
    state,
    subscribe,
    markupOf: markup.write,
    value,
    text: (name: string) => String(value(name) ?? ''),
    content,
    isDirty,
    readCode,
    ...steps,
    ...createEditing(core, { kit, markup, setHistory: steps.setHistory, changed }),
    ...createVersions(core, { ...parts, wasPost: post !== undefined }),
    saveLocally,
    previewLink: autosaving.previewLink,
    /** Sets the checks before saves; returns a function that removes them. */
    setGuard: (guard: DraftGuard): (() => void) => {
      core.guard.current = guard;
      return () => {
        if (core.guard.current === guard) core.guard.current = undefined;
      };
    },
    /** Why a save with this status would be refused, which the form shows. */
    refusal: (status: string): string | undefined => core.guard.current?.refuse(status),
    /** Saves the draft with these fields. Resolves to false if refused; the state has the reason. */
    save: (changes: SentFields = {}): Promise<boolean> => save({ changes }),
    /** Later saves wait for this request, whether or not it succeeds. */
    waitFor,
    /** Saves here and, after pending requests, as an autosave: another user takes over. */
    saveLast: async (): Promise<void> => {
      await saveLocally();
      await autosaving.saveLast();
    },
    /** Like `saveLast`; a post that visitors can't see is saved as well, so that the next user continues with everything. */
    handOn: async (): Promise<void> => {
      await saveLocally();
      await storeUnpublished();
      await autosaving.saveLast();
    },
    isAtRisk: () => isDirty() && !local.isCopied(),
    /** Call before the page closes or is hidden. */
    flush: () => {
      void saveLocally();
      void autosaving.autosave();
    },
    end,
  };
}
