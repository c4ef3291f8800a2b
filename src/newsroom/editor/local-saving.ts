import type { CopyKeeper } from './copy-keeper.ts';
import type { DraftCore, DraftState } from './draft-state.ts';
import type { FoundText } from './found-texts.ts';
import { baseOf } from './merge-posts.ts';

/** Debounce before a change is stored in the browser, in milliseconds. */
const localMs = 800;

/** Stores the draft in the browser. `autosaves`: ids of the autosaves that the stored copy makes redundant. */
export function createLocalSaving(core: DraftCore, keeper: CopyKeeper, autosaves: () => readonly number[]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The last state that the browser stored. */
  let kept: DraftState | undefined;
  /** The current draft in the form of a stored copy. */
  const now = () => {
    const { edits, conflict, post } = core.state();
    const base = conflict?.base ?? (post && baseOf(post, edits));
    return { content: core.content(), fields: edits, base, autosaves: autosaves() };
  };
  const isKept = () => {
    const state = core.state();
    return (
      kept !== undefined &&
      kept.edits === state.edits &&
      kept.history.blocks === state.history.blocks &&
      kept.code === state.code &&
      kept.post === state.post &&
      kept.conflict === state.conflict
    );
  };

  /** Stores the draft; `isAnew`: even if the stored copy is current. Resolves to whether closing the page would lose nothing. */
  const keepLocally = async (isAnew = false): Promise<boolean> => {
    clearTimeout(timer);
    timer = undefined;
    if (
      core.isDirty() &&
      core.state().code === undefined &&
      Object.keys(core.state().edits).length === 0 &&
      core.content() === (core.state().post?.content.raw ?? '')
    ) {
      core.set({ stored: core.state().history.blocks }); // blocks that were re-rendered, or changed and changed back
    }
    if (!core.isDirty()) {
      await keeper.forget();
      kept = undefined;
      return true;
    }
    if (isKept() && !isAnew) return true;
    const keeping = core.state();
    const isDone = await keeper.keep(now());
    if (isDone) kept = keeping;
    if (isDone === core.state().isUnkept) core.set({ isUnkept: !isDone });
    return isDone;
  };

  /** Offers a text among the found ones, and stores it in the browser if possible. Resolves to whether it is stored. */
  const keepAside = async (aside: ReturnType<typeof now>): Promise<boolean> => {
    const mark = await keeper.keepAside(aside);
    core.set({
      found: [{ where: 'here', ...aside, at: Date.now(), copies: mark ? [mark] : [] }, ...core.state().found],
    });
    return mark !== undefined;
  };
  /** Stores autosaves with an unknown base in the browser: the server offers them only until the post changes. */
  const keepFound = async (): Promise<void> => {
    const isLoose = ({ where, copies: marks, by, base }: FoundText) =>
      where === 'server' && marks.length === 0 && by === undefined && base === undefined;
    for (const one of core.state().found.filter(isLoose)) {
      const { content: markup, fields, base, at } = one;
      const mark = await keeper.keepAside({ content: markup, fields, base, at });
      if (!mark) continue;
      const withMark = (other: FoundText) => (other === one ? { ...one, copies: [mark] } : other);
      core.set({ found: core.state().found.map(withMark) });
    }
  };
  return {
    now,
    isKept,
    keepLocally,
    keepAside,
    keepFound,
    /** Schedules storing after a change; a change that was undone removes the copy. */
    arm: () => {
      if (core.isDirty() || kept) timer ??= setTimeout(() => void keepLocally(), localMs);
    },
  };
}
