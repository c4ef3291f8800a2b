import { RestError } from '../app/rest-error.ts';
import { createAutosaving } from './autosaving.ts';
import type { Block } from './block-kit.ts';
import { copyPrefix, createCopyKeeper } from './copy-keeper.ts';
import type { AskRest, DraftCore, DraftState, Line } from './draft-state.ts';
import type { Autosave, FoundText } from './found-texts.ts';
import type { LocalCopies } from './local-copies.ts';
import { adoptDrawn, documentWriter, openDocument } from './lossless.ts';
import type { Kit } from './lossless.ts';
import { baseOf, mergePosts } from './merge-posts.ts';
import { createStoring } from './post-storing.ts';
import type { StoringOptions } from './post-storing.ts';
import { isSame, storedValue, withoutStored } from './stored-post.ts';
import type { Fields, SentFields, StoredPost } from './stored-post.ts';
import { beginStep, redo, redrawn, startHistory, typeFields, typeOn, undo } from './undo.ts';
import type { BlockHistory, Joined } from './undo.ts';

/** Pause after which typing in a field of the text begins another step, in milliseconds. */
const stepMs = 1000;
/** How long after a change the browser keeps it, in milliseconds. */
const localMs = 800;
/** Statuses of what no reader sees yet. */
const unsettled = new Set<unknown>(['draft', 'pending']);

interface DraftOptions {
  readonly post: StoredPost | undefined;
  readonly type: string;
  readonly restBase: string;
  /** Posts of the type have a text: those without are kept by the browser, and the server keeps no autosave of them. */
  readonly hasText?: boolean;
  readonly userId: number;
  readonly found: readonly FoundText[];
  /** What a person should hear of. */
  readonly tell: (message: string) => void;
  /** Told once a new text is a post, while somebody is still at it. */
  readonly onCreated: (post: StoredPost) => void;
  readonly kit: Kit<Block>;
  readonly rest: AskRest;
  readonly line: Line;
  readonly copies: LocalCopies;
}

export type Draft = ReturnType<typeof createDraft>;

/** What somebody writes in one post: its state, and how it changes. How it is kept is `copy-keeper.ts`, `autosaving.ts` and `post-storing.ts`. */
export function createDraft({
  post,
  type,
  restBase,
  hasText = true,
  userId,
  found,
  tell,
  onCreated,
  kit,
  rest,
  line,
  copies,
}: DraftOptions) {
  const first = openDocument(post?.content.raw ?? '', kit);
  let state: DraftState = {
    post,
    edits: {},
    history: startHistory(first),
    stored: first.blocks,
    code: undefined,
    saving: 'no',
    problem: undefined,
    keptAt: undefined,
    isUnkept: false,
    conflict: undefined,
    found,
  };
  const listeners = new Set<() => void>();
  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  let writer = { of: first, write: documentWriter(first, kit) };
  const write = (blocks: readonly Block[]): string => {
    const { document } = state.history;
    if (writer.of !== document) writer = { of: document, write: documentWriter(document, kit) };
    return writer.write(blocks);
  };
  let written: { readonly blocks: readonly Block[]; readonly markup: string } | undefined;
  const ofBlocks = () => {
    const { blocks } = state.history;
    if (written?.blocks !== blocks) written = { blocks, markup: write(blocks) };
    return written.markup;
  };
  const content = () => state.code ?? ofBlocks();
  const isDirty = () =>
    Object.keys(state.edits).length > 0 || state.code !== undefined || state.history.blocks !== state.stored;
  const value = (name: string): unknown =>
    Object.hasOwn(state.edits, name) ? state.edits[name] : storedValue(state.post, name);
  const text = (name: string) => String(value(name) ?? '');
  /** Blocks that say the same stay the same ones, so that who is typing goes on where they are. */
  const reopen = (markup: string) => {
    const known = Map.groupBy(state.history.blocks, (block) => write([block]).trim());
    return openDocument(markup, {
      ...kit,
      read: (slice) => known.get(slice.trim())?.shift() ?? kit.read(slice),
    });
  };
  const open = (markup: string, isStored: boolean) => {
    const document = reopen(markup);
    set({ history: startHistory(document), stored: isStored ? document.blocks : undefined, code: undefined });
  };
  const readCode = () => {
    if (state.code !== undefined) open(state.code, state.code === state.post?.content.raw);
  };
  const core: DraftCore = { state: () => state, set, content, value, isDirty, open, readCode };

  let running: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const done = running.then(act);
    running = done.catch(() => undefined);
    return done;
  };

  const keeper = createCopyKeeper(copies, () => copyPrefix(userId, type, state.post?.id));
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  /** What is written now, as a copy of it is kept. */
  const now = () => ({
    content: content(),
    fields: state.edits,
    base: state.conflict?.base ?? (state.post && baseOf(state.post, state.edits)),
    autosaves: saidBefore(),
  });
  /** Autosaves of which nothing is lost while the browser has what is written now; what others wrote is theirs. */
  const saidBefore = (): readonly number[] => [
    ...autosaving.keptAs(),
    ...(taken?.by === undefined ? (taken?.autosaves ?? []) : []),
  ];
  /** The last state that the browser has. */
  let kept: DraftState | undefined;
  const isKept = () =>
    kept !== undefined &&
    kept.edits === state.edits &&
    kept.history.blocks === state.history.blocks &&
    kept.code === state.code &&
    kept.post === state.post &&
    kept.conflict === state.conflict;

  /** Keeps what is written in the browser, `isAnew`: though it has just that. Resolves to whether nothing of it would be lost with the page. */
  const keepLocally = async (isAnew = false): Promise<boolean> => {
    clearTimeout(localTimer);
    localTimer = undefined;
    if (
      isDirty() &&
      state.code === undefined &&
      Object.keys(state.edits).length === 0 &&
      content() === (state.post?.content.raw ?? '')
    ) {
      set({ stored: state.history.blocks }); // blocks that were drawn, or changed and changed back
    }
    if (!isDirty()) {
      await keeper.forget();
      kept = undefined;
      return true;
    }
    if (isKept() && !isAnew) return true;
    const keeping = state;
    const isDone = await keeper.keep(now());
    if (isDone) kept = keeping;
    if (isDone === state.isUnkept) set({ isUnkept: !isDone });
    return isDone;
  };

  /** Adds to what is found; kept beside what is written, as far as the browser keeps things. */
  const keepAside = async (aside: ReturnType<typeof now>): Promise<boolean> => {
    const mark = await keeper.keepAside(aside);
    set({ found: [{ where: 'here', ...aside, at: Date.now(), copies: mark ? [mark] : [] }, ...state.found] });
    return mark !== undefined;
  };
  /** Has the browser keep texts of the server of which nobody knows what they began from: it offers them no longer than the post stays as it is. */
  const keepFound = async (): Promise<void> => {
    const isLoose = ({ where, copies: marks, by, base }: FoundText) =>
      where === 'server' && marks.length === 0 && by === undefined && base === undefined;
    for (const one of state.found.filter(isLoose)) {
      const { content: markup, fields, base, at } = one;
      const mark = await keeper.keepAside({ content: markup, fields, base, at });
      if (mark)
        set({ found: state.found.map((other) => (other === one ? { ...one, copies: [mark] } : other)) });
    }
  };
  /** The text of the server with which somebody went on: it is what is written here by then. */
  let taken: FoundText | undefined;
  /** What is sent holds the text that was taken up before; once the server has it, that one is offered no more. */
  const sending = () => {
    const one = taken;
    return () => {
      if (!one || taken !== one) return;
      taken = undefined;
      void removeAutosave(one);
    };
  };
  let onKept = sending();
  const forget = async (ids: readonly number[]): Promise<void> => {
    if (ids.length === 0 || !state.post) return;
    const path = `/wp/v2/${restBase}/${state.post.id}/autosaves`;
    const { body } = await rest<readonly Pick<Autosave, 'id'>[]>(`${path}?_fields=id`); // windows may have gone on meanwhile
    for (const { id } of body) {
      if (!ids.includes(id)) continue;
      await rest(`${path}/${id}?force=true`, { method: 'DELETE' }).catch((error: unknown) => {
        if (!(error instanceof RestError && error.status === 404)) throw error; // another window may have let go of it meanwhile
      });
    }
  };
  const removeAutosave = async (one: FoundText): Promise<void> => {
    if (one.by !== undefined) return; // what others wrote is theirs
    try {
      await forget(one.autosaves);
    } catch (error) {
      if (!(error instanceof RestError)) throw error; // then it is offered again
    }
  };

  const changed = () => {
    if (isOver) return;
    if (isDirty() || kept) localTimer ??= setTimeout(() => void keepLocally(), localMs); // what was taken back is kept no more
    autosaving.arm();
  };

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
      onKept = sending();
      return keeper.step();
    },
    onStored: (began, isSent) => {
      onKept();
      if (isSent) autosaving.reset(); // else what was taken back may still be there
      void keepLocally(); // what was written meanwhile began from what is stored now
      void keeper.forget(began);
      changed();
    },
  });
  /** What is made for the text beside it, as a tag that nobody had is: what is stored waits for it. */
  let making: Promise<unknown> = Promise.resolve();
  const save = (options: StoringOptions = {}): Promise<boolean> =>
    inTurn(async () => {
      await making;
      return store(options);
    });
  const autosaving = createAutosaving(core, {
    restBase,
    hasText,
    rest,
    line,
    inTurn,
    sending,
    keepFound,
    makePost: () => save({ meanwhile: { status: 'draft' } }),
    onAutosave: () => {
      if (!isOver) void keepLocally(true); // so that the copy knows it
    },
  });

  const keepLast = async (): Promise<void> => {
    await keepLocally();
    await autosaving.keepLast();
  };

  const setHistory = (history: BlockHistory | undefined, fields: Fields = {}) => {
    if (!history || history === state.history || state.code !== undefined) return;
    set({
      history,
      edits:
        Object.keys(fields).length > 0
          ? withoutStored({ ...state.edits, ...fields }, state.post)
          : state.edits,
    });
    changed();
  };
  /** Of fields that go with a step those that nobody changed since. */
  const turned = (from: Fields = {}, to: Fields = {}): Fields =>
    Object.fromEntries(Object.entries(to).filter(([name]) => isSame(value(name), from[name])));
  const joinedWith = (is: Fields): Joined => ({
    was: Object.fromEntries(Object.keys(is).map((name) => [name, value(name)])),
    is,
  });
  /** When a field of the text was typed in last. */
  let typedAt = 0;
  /** What goes with the step that is being made. */
  let joined: Joined | undefined;

  return {
    state: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Some of its blocks as they would be stored. */
    markupOf: write,
    value,
    text,
    content,
    isDirty,
    keepLocally,
    setHistory,
    readCode,
    previewLink: autosaving.previewLink,
    /** Stores it, with these fields besides. False where it was refused; then the state says why. */
    save: (changes: SentFields = {}): Promise<boolean> => save({ changes }),
    /** What is stored from now on waits for this, whatever comes of it. */
    waitFor: (made: Promise<unknown>): void => {
      making = Promise.allSettled([making, made]);
    },
    /** Keeps what is written, here and on the server, before somebody else goes on: behind what is on its way. */
    keepLast,
    /** The same, and what no reader sees is stored, for who goes on to have it all. What somebody chose to publish, and did not, nobody publishes for them. */
    handOn: async (): Promise<void> => {
      await keepLocally();
      await inTurn(
        async () => unsettled.has(state.post?.status) && unsettled.has(value('status')) && store({}),
      );
      await autosaving.keepLast();
    },
    /** Whether something would be lost with the page: nothing keeps it yet. */
    isAtRisk: () => isDirty() && !isKept(),
    edit: (fields: SentFields) => {
      set({ edits: withoutStored({ ...state.edits, ...fields }, state.post) });
      changed();
    },
    /** Blocks as somebody changed them. */
    change: (blocks: readonly Block[], selection: BlockHistory['selection'] = {}) =>
      setHistory(beginStep(state.history, blocks, selection, { joined })),
    /** Changes fields together with what `act` does to the blocks: one step, which takes back both. */
    together: (fields: SentFields, act: () => void) => {
      joined = joinedWith(fields);
      set({ edits: withoutStored({ ...state.edits, ...fields }, state.post) });
      act();
      joined = undefined;
      changed();
    },
    /** Changes fields that belong to the text while a user types in them: one undo step until a pause. */
    typeFields: (fields: SentFields) => {
      const history = Date.now() - typedAt > stepMs ? { ...state.history, isClosed: true } : state.history;
      typedAt = Date.now();
      setHistory(typeFields(history, joinedWith(fields)), fields);
    },
    undo: () => setHistory(undo(state.history), turned(state.history.joined?.is, state.history.joined?.was)),
    redo: () => {
      const [next] = state.history.future;
      setHistory(redo(state.history), turned(next?.joined?.was, next?.joined?.is));
    },
    /**
     * Blocks as somebody types, or as they were drawn. `at`: the blocks where the cursor is, with those around and inside of them: elsewhere nobody typed.
     * `isIgnored`: it is no step that can be gone back.
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
      if (state.code !== undefined) return;
      const { blocks: before } = state.history;
      const came = adoptDrawn(state.history.document, kit, {
        before,
        after: blocks,
        isTouched: (clientId) => at.has(clientId),
      });
      if (blocks === before || (came === 'typed' && !isIgnored)) {
        setHistory(typeOn(state.history, blocks, selection));
        return;
      }
      if (came === 'same' && written?.blocks === before) written = { ...written, blocks };
      set({
        history: redrawn(state.history, blocks, selection),
        ...(came === 'same' && before === state.stored ? { stored: blocks } : {}),
      });
      changed();
    },
    /** Another text, and fields, in place of what is written: a step that can be gone back. Blocks that say the same stay. */
    replace: (markup: string, fields: Fields = {}) => {
      readCode();
      const document = reopen(markup);
      const history =
        markup === content()
          ? state.history
          : beginStep(state.history, document.blocks, {}, { document, joined: joinedWith(fields) });
      set({ history, edits: withoutStored({ ...state.edits, ...fields }, state.post) });
      changed();
    },
    /** The text as it is typed as code. */
    writeCode: (code: string) => {
      set({ code: code === ofBlocks() ? undefined : code });
      changed();
    },
    /** Goes on with a text that was found, in place of what is written now, which is offered in its turn. What others stored since it was begun stays in it. */
    goOn: async (one: FoundText) => {
      if (state.saving === 'yes') await running; // what is on its way is stored by then, and comes together with it
      if (state.conflict) return; // first somebody chooses
      const { post: stored } = state;
      // A new text that was stored as a draft meanwhile is another one than this.
      if (isDirty() || (post === undefined && stored !== undefined && content().trim() !== '')) {
        await keepAside(now());
        autosaving.leave();
      }
      set({ found: state.found.filter((other) => other !== one) });
      // Where nobody knows what it began from, what was stored after it is not thrown away unseen.
      const isOlder =
        post !== undefined && stored !== undefined && one.at < Date.parse(`${stored.modified_gmt}Z`);
      const base = one.base ?? (isOlder ? { revision: 0, content: null, fields: {} } : undefined);
      const {
        content: merged,
        met,
        fields,
      } = stored && base ? mergePosts(base, one, stored) : { content: one.content, met: [], fields: {} };
      const isMet = stored !== undefined && (merged === undefined || met.length > 0);
      taken = one;
      set({ edits: withoutStored({ ...one.fields, ...fields }, stored) });
      open(merged ?? one.content, merged === (stored?.content.raw ?? ''));
      if (stored && isMet)
        set({
          conflict: {
            mine: merged ?? one.content,
            theirs: stored,
            isOfText: merged === undefined,
            met,
            changes: {},
            base,
          },
        });
      if (await keepLocally()) await keeper.letGo(one.copies);
      changed();
    },
    /** A text that was found is not needed any more. */
    letGo: async (one: FoundText) => {
      set({ found: state.found.filter((other) => other !== one) });
      await keeper.letGo(one.copies);
      await removeAutosave(one);
    },
    /** Of two versions one is kept; the other one stays where it is: theirs among the revisions, mine at hand. Resolves to whether it is stored. */
    settle: async (which: 'mine' | 'theirs'): Promise<boolean> => {
      const { conflict, edits } = state;
      if (!conflict) return false;
      const { mine, theirs, changes } = conflict;
      if (which === 'mine') {
        set({ post: theirs, conflict: undefined, edits: withoutStored(edits, theirs), stored: undefined });
        if (mine !== content()) open(mine, false);
        return save({ changes });
      }
      const isAside = await keepAside({
        content: content(),
        fields: edits,
        base: baseOf(theirs, edits),
        autosaves: saidBefore(),
      });
      taken = undefined; // it is not what is written here any more
      autosaving.leave();
      set({ post: theirs, conflict: undefined, edits: {} });
      open(theirs.content.raw, true);
      if (isAside) await keeper.forget();
      return true;
    },
    /** Before the page goes, or is out of sight. */
    flush: () => {
      void keepLocally();
      void autosaving.autosave();
    },
    /** Nobody is at it any more. What is on its way still comes into the post. */
    end: () => {
      isOver = true;
      autosaving.end();
      void keepLocally();
    },
  };
}
