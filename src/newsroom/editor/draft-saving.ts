import { createAutosaving } from './autosaving.ts';
import { copyPrefix, createCopyKeeper, createTurns } from './local-copies.ts';
import type { AskRest, DraftCore, Line, DraftState } from './draft-state.ts';
import type { LocalCopies, CopyKeeper } from './local-copies.ts';
import { createStoring } from './post-storing.ts';
import type { StoringOptions } from './post-storing.ts';
import type { StoredPost } from './stored-post.ts';
import type { FoundText, Autosave } from './found-texts.ts';
import { baseOf, mergePosts } from './merge-posts.ts';
import { RestError } from '../app/rest-error.ts';
import { withoutStored } from './stored-post.ts';

/** Statuses of posts that visitors can't see yet. */
const unsettled = new Set<unknown>(['draft', 'pending']);

export interface SavingOptions {
  readonly type: string;
  readonly restBase: string;
  /** Whether posts of the type have content. Others are only stored in the browser, without autosaves. */
  readonly hasText?: boolean;
  readonly userId: number;
  readonly tell: (message: string) => void;
  readonly onCreated: (post: StoredPost) => void;
  readonly rest: AskRest;
  readonly line: Line;
  readonly copies: LocalCopies;
}

/** Saves a draft: as a copy in the browser, as an autosave on the server, and in the post. */
export function createSaving(core: DraftCore, options: SavingOptions) {
  const { type, restBase, hasText = true, userId, tell, onCreated, rest, line, copies } = options;
  const { inTurn, idle } = createTurns();
  let isOver = false;
  const keeper = createCopyKeeper(copies, () => copyPrefix(userId, type, core.state().post?.id));
  const taken = createTaken(core, options);
  const local = createLocalSaving(core, keeper, () => [...autosaving.autosaveIds(), ...taken.autosaves()]);
  const { saveLocally } = local;
  const changed = () => {
    if (isOver) return;
    local.arm();
    autosaving.arm();
  };
  let confirmSent = taken.sending();
  const store = createStoring(core, {
    restBase,
    windowName: () => autosaving.windowName(),
    userId,
    rest,
    line,
    saveLocally,
    notify: tell,
    onCreated: (made) => {
      if (!isOver) onCreated(made);
    },
    mark: () => {
      confirmSent = taken.sending();
      return keeper.step();
    },
    onStored: (began, isSent) => {
      confirmSent();
      if (isSent) autosaving.reset(); // otherwise the server may still have an autosave of undone changes
      void saveLocally(); // the stored post is the new base of later changes
      void keeper.forget(began);
      changed();
    },
  });
  /** Requests that the next save waits for, such as creating a tag. */
  let making: Promise<unknown> = Promise.resolve();
  const save = (request: StoringOptions = {}): Promise<boolean> =>
    inTurn(async () => {
      await making;
      return store(request);
    });
  const autosaving = createAutosaving(core, {
    restBase,
    hasText,
    rest,
    line,
    inTurn,
    sending: taken.sending,
    storeFound: local.storeFound,
    makePost: () => save({ temporary: { status: 'draft' } }),
    onAutosave: () => {
      if (!isOver) void saveLocally(true); // the copy lists the ids of autosaves
    },
  });
  return {
    parts: { keeper, taken, local, autosaving, idle, save, changed },
    waitFor: (made: Promise<unknown>): void => {
      making = Promise.allSettled([making, made]);
    },
    /** Saves a post that visitors can't see, unless the user was about to publish it. */
    storeUnpublished: () =>
      inTurn(
        async () =>
          unsettled.has(core.state().post?.status) && unsettled.has(core.value('status')) && store({}),
      ),
    end: () => {
      isOver = true;
      autosaving.end();
      void saveLocally();
    },
  };
}

/** Debounce in milliseconds before a change is stored in the browser. */
const localMs = 800;

function createLocalSaving(core: DraftCore, keeper: CopyKeeper, autosaves: () => readonly number[]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let copied: DraftState | undefined;
  const now = () => {
    const { edits, conflict, post } = core.state();
    const base = conflict?.base ?? (post && baseOf(post, edits));
    return { content: core.content(), fields: edits, base, autosaves: autosaves() };
  };
  const isCopied = () => {
    const state = core.state();
    return (
      copied !== undefined &&
      copied.edits === state.edits &&
      copied.history.blocks === state.history.blocks &&
      copied.code === state.code &&
      copied.post === state.post &&
      copied.conflict === state.conflict
    );
  };

  /** Stores the draft; `force`: even if the copy is current. Resolves to whether closing the page would lose nothing. */
  const saveLocally = async (force = false): Promise<boolean> => {
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
      copied = undefined;
      return true;
    }
    if (isCopied() && !force) return true;
    const snapshot = core.state();
    const isDone = await keeper.store(now());
    if (isDone) copied = snapshot;
    if (isDone === core.state().lacksLocalCopy) core.set({ lacksLocalCopy: !isDone });
    return isDone;
  };

  /** Adds a text to the found ones, and stores it in the browser if possible. Resolves to whether it is stored. */
  const storeAside = async (aside: ReturnType<typeof now>): Promise<boolean> => {
    const mark = await keeper.storeAside(aside);
    core.set({
      found: [{ where: 'here', ...aside, at: Date.now(), copies: mark ? [mark] : [] }, ...core.state().found],
    });
    return mark !== undefined;
  };
  /** Stores autosaves with an unknown base in the browser: the server offers them only until the post changes. */
  const storeFound = async (): Promise<void> => {
    const isLoose = ({ where, copies: marks, by, base }: FoundText) =>
      where === 'server' && marks.length === 0 && by === undefined && base === undefined;
    for (const one of core.state().found.filter(isLoose)) {
      const { content: markup, fields, base, at } = one;
      const mark = await keeper.storeAside({ content: markup, fields, base, at });
      if (!mark) continue;
      const withMark = (other: FoundText) => (other === one ? { ...one, copies: [mark] } : other);
      core.set({ found: core.state().found.map(withMark) });
    }
  };
  return {
    now,
    isCopied,
    saveLocally,
    storeAside,
    storeFound,
    /** Schedules storing after a change; a change that was undone removes the copy. */
    arm: () => {
      if (core.isDirty() || copied) timer ??= setTimeout(() => void saveLocally(), localMs);
    },
  };
}

/** Tracks the found text that the draft continues. Its autosaves are deleted once the server has the draft. */
function createTaken(
  core: DraftCore,
  { rest, restBase }: { readonly rest: AskRest; readonly restBase: string },
) {
  let taken: FoundText | undefined;
  const forget = async (ids: readonly number[]): Promise<void> => {
    const { post } = core.state();
    if (ids.length === 0 || !post) return;
    const path = `/wp/v2/${restBase}/${post.id}/autosaves`;
    const { body } = await rest<readonly Pick<Autosave, 'id'>[]>(`${path}?_fields=id`);
    for (const { id } of body) {
      if (!ids.includes(id)) continue;
      await rest(`${path}/${id}?force=true`, { method: 'DELETE' }).catch((error: unknown) => {
        if (!(error instanceof RestError && error.status === 404)) throw error;
      });
    }
  };
  const remove = async (one: FoundText): Promise<void> => {
    if (one.by !== undefined) return;
    try {
      await forget(one.autosaves);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
    }
  };

  /** Call when the draft is sent, and the returned function once the server has it. */
  const sending = () => {
    const one = taken;
    return () => {
      if (!one || taken !== one) return;
      taken = undefined;
      void remove(one);
    };
  };
  return {
    take: (one: FoundText | undefined) => {
      taken = one;
    },
    /** Ids of the autosaves that the draft includes; autosaves of other users stay. */
    autosaves: (): readonly number[] => (taken?.by === undefined ? (taken?.autosaves ?? []) : []),
    sending,
    remove,
  };
}

interface VersionsOptions {
  readonly wasPost: boolean;
  readonly keeper: CopyKeeper;
  readonly local: ReturnType<typeof createLocalSaving>;
  readonly taken: ReturnType<typeof createTaken>;
  readonly autosaving: ReturnType<typeof createAutosaving>;
  readonly idle: () => Promise<unknown>;
  readonly save: (options: StoringOptions) => Promise<boolean>;
  readonly changed: () => void;
}

/** Chooses among versions of the text: found ones, and the two of a conflict. */
export function createVersions(
  core: DraftCore,
  { wasPost, keeper, local, taken, autosaving, idle, save, changed }: VersionsOptions,
) {
  return {
    /** Continues a found text; the current one joins the found texts. Changes by others since then are merged. */
    goOn: async (one: FoundText) => {
      if (core.state().saving === 'yes') await idle(); // the pending save is then merged
      if (core.state().conflict) return;
      const { post: stored } = core.state();
      // A new text that has since been saved as a draft is another text.
      if (core.isDirty() || (!wasPost && stored !== undefined && core.content().trim() !== '')) {
        await local.storeAside(local.now());
        autosaving.leave();
      }
      core.set({ found: core.state().found.filter((other) => other !== one) });
      // With an unknown base, a newer stored version counts as a conflict rather than being overwritten.
      const isOlder = wasPost && stored !== undefined && one.at < Date.parse(`${stored.modified_gmt}Z`);
      const base = one.base ?? (isOlder ? { revision: 0, content: null, fields: {} } : undefined);
      const {
        content: merged,
        met,
        fields,
      } = stored && base ? mergePosts(base, one, stored) : { content: one.content, met: [], fields: {} };
      const isMet = stored !== undefined && (merged === undefined || met.length > 0);
      taken.take(one);
      core.set({ edits: withoutStored({ ...one.fields, ...fields }, stored) });
      core.open(merged ?? one.content, merged === (stored?.content.raw ?? ''));
      if (stored && isMet)
        core.set({
          conflict: {
            mine: merged ?? one.content,
            theirs: stored,
            isOfText: merged === undefined,
            met,
            changes: {},
            base,
          },
        });
      if (await local.saveLocally()) await keeper.discard(one.copies);
      changed();
    },
    discard: async (one: FoundText) => {
      core.set({ found: core.state().found.filter((other) => other !== one) });
      await keeper.discard(one.copies);
      await taken.remove(one);
    },
    /** Resolves a conflict: the other user's version stays in the revisions, this user's becomes a found text. Resolves to whether it is stored. */
    settle: async (which: 'mine' | 'theirs'): Promise<boolean> => {
      const { conflict, edits } = core.state();
      if (!conflict) return false;
      const { mine, theirs, changes } = conflict;
      if (which === 'mine') {
        core.set({
          post: theirs,
          conflict: undefined,
          edits: withoutStored(edits, theirs),
          stored: undefined,
        });
        if (mine !== core.content()) core.open(mine, false);
        return save({ changes });
      }
      const isAside = await local.storeAside({
        content: core.content(),
        fields: edits,
        base: baseOf(theirs, edits),
        autosaves: local.now().autosaves,
      });
      taken.take(undefined);
      autosaving.leave();
      core.set({ post: theirs, conflict: undefined, edits: {} });
      core.open(theirs.content.raw, true);
      if (isAside) await keeper.forget();
      return true;
    },
  };
}
