import { createAutosaving } from './autosaving.ts';
import { copyPrefix, createCopyKeeper, createTurns } from './copy-keeper.ts';
import type { AskRest, DraftCore, Line } from './draft-state.ts';
import type { LocalCopies } from './local-copies.ts';
import { createLocalSaving } from './local-saving.ts';
import { createTaken } from './other-versions.ts';
import { createStoring } from './post-storing.ts';
import type { StoringOptions } from './post-storing.ts';
import type { StoredPost } from './stored-post.ts';

/** Statuses of posts that readers don't see yet. */
const unsettled = new Set<unknown>(['draft', 'pending']);

export interface SavingOptions {
  readonly type: string;
  readonly restBase: string;
  /** Whether posts of the type have a text. Others are kept by the browser alone, without autosaves on the server. */
  readonly hasText?: boolean;
  readonly userId: number;
  /** Shows a message to the user. */
  readonly tell: (message: string) => void;
  /** Called once a new text is a post, while it is open. */
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
  const local = createLocalSaving(core, keeper, () => [...autosaving.keptAs(), ...taken.autosaves()]);
  const { keepLocally } = local;
  const changed = () => {
    if (isOver) return;
    local.arm();
    autosaving.arm();
  };
  let onKept = taken.sending();
  const store = createStoring(core, {
    restBase,
    windowName: () => autosaving.windowName(),
    userId,
    rest,
    line,
    keepLocally,
    tell,
    onCreated: (made) => {
      if (!isOver) onCreated(made);
    },
    mark: () => {
      onKept = taken.sending();
      return keeper.step();
    },
    onStored: (began, isSent) => {
      onKept();
      if (isSent) autosaving.reset(); // otherwise the server may still have an autosave that was undone here
      void keepLocally(); // the base of later changes is the stored post now
      void keeper.forget(began);
      changed();
    },
  });
  /** Requests that the next save waits for, such as the creation of a tag. */
  let making: Promise<unknown> = Promise.resolve();
  const save = (wanted: StoringOptions = {}): Promise<boolean> =>
    inTurn(async () => {
      await making;
      return store(wanted);
    });
  const autosaving = createAutosaving(core, {
    restBase,
    hasText,
    rest,
    line,
    inTurn,
    sending: taken.sending,
    keepFound: local.keepFound,
    makePost: () => save({ meanwhile: { status: 'draft' } }),
    onAutosave: () => {
      if (!isOver) void keepLocally(true); // the copy lists the ids of autosaves
    },
  });
  return {
    parts: { keeper, taken, local, autosaving, idle, save, changed },
    waitFor: (made: Promise<unknown>): void => {
      making = Promise.allSettled([making, made]);
    },
    /** Stores a post that readers don't see, unless the user was about to publish it. */
    storeUnpublished: () =>
      inTurn(
        async () =>
          unsettled.has(core.state().post?.status) && unsettled.has(core.value('status')) && store({}),
      ),
    end: () => {
      isOver = true;
      autosaving.end();
      void keepLocally();
    },
  };
}
