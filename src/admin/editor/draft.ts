import { connection } from '../app/connection.ts';
import { awayCode, rest, RestError } from '../app/rest.ts';
import { blockKit } from './block-kit.ts';
import type { Block } from './block-kit.ts';
import { localCopies } from './local-copies.ts';
import { adoptDrawn, documentWriter, openDocument } from './lossless.ts';
import { mergeTexts } from './merge.ts';
import { startHistory } from './undo.ts';
import type { BlockHistory } from './undo.ts';

/** A post as REST tells it to editors. */
export interface StoredPost {
  readonly id: number;
  readonly revision: number;
  readonly status: string;
  readonly link: string;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string };
  readonly excerpt?: { readonly raw: string };
  /** Other fields, and the terms of each taxonomy, by their names in REST. */
  readonly [field: string]: unknown;
}

/** A text that is somewhere else than in the post: kept in this browser, or by the server as an autosave. */
export interface FoundText {
  readonly where: 'here' | 'server';
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  /** What else was changed, by the names of REST. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Milliseconds. */
  readonly at: number;
}

/** All that the editor's parts show; it is never changed, a change makes another one. */
export interface DraftState {
  /** Undefined until it is stored for the first time. */
  readonly post: StoredPost | undefined;
  /** What was changed and is not stored, by the names of REST; blocks apart. */
  readonly edits: Readonly<Record<string, unknown>>;
  readonly history: BlockHistory;
  /** The blocks that are stored. */
  readonly stored: readonly Block[] | undefined;
  readonly saving: 'no' | 'yes' | 'waiting';
  readonly problem: string | undefined;
  /** When something of it reached the server last, in milliseconds. */
  readonly keptAt: number | undefined;
  /** Somebody else changed the same place. */
  readonly conflict: { readonly mine: string; readonly theirs: StoredPost } | undefined;
  readonly found: FoundText | undefined;
  /** Counts texts that were opened: another one is another canvas. */
  readonly opening: number;
}

const localMs = 800;
const serverMs = 10_000;

export interface DraftOptions {
  readonly post: StoredPost | undefined;
  readonly type: string;
  readonly restBase: string;
  readonly userId: number;
  readonly found?: FoundText | undefined;
  /** What a person should hear of. */
  readonly tell: (message: string) => void;
  readonly onCreated: (post: StoredPost) => void;
}

export type Draft = ReturnType<typeof createDraft>;

/** A stored field as it is edited: texts without what is made of them. `broadsheet.subtitle` is a field of a field. */
export function storedValue(post: StoredPost | undefined, name: string): unknown {
  const [outer = name, inner] = name.split('.');
  const whole = post?.[outer];
  const value = inner === undefined ? whole : (whole as Readonly<Record<string, unknown>> | undefined)?.[inner];
  return typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
}

/** Fields as REST takes them: those of one field are sent in it. */
function inFields(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const [outer = name, inner] = name.split('.');
    fields[outer] = inner === undefined ? value : { ...(fields[outer] as Readonly<Record<string, unknown>> | undefined), [inner]: value };
  }
  return fields;
}

/** Where a text that nobody stored yet is kept, by its type. */
export const copyKey = (userId: number, type: string, id: number | undefined): string => `${userId}:${id ?? `new:${type}`}`;

/** What somebody writes in one post: its state, how it changes, and how it is kept. */
export function createDraft({ post, type, restBase, userId, found, tell, onCreated }: DraftOptions) {
  let opened = openDocument(post?.content.raw ?? '', blockKit);
  let write = documentWriter(opened, blockKit);
  let state: DraftState = {
    post, edits: {}, history: startHistory(opened.blocks), stored: opened.blocks, saving: 'no', problem: undefined, keptAt: undefined, conflict: undefined,
      found,
    opening: 0,
  };
  const listeners = new Set<() => void>();
  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  let localTimer: number | undefined;
  let serverTimer: number | undefined;
  let lastAutosave = '';
  let running: Promise<unknown> = Promise.resolve();

  const content = () => write(state.history.blocks);
  const isDirty = () => Object.keys(state.edits).length > 0 || state.history.blocks !== state.stored;
  const value = (name: string): unknown => (Object.hasOwn(state.edits, name) ? state.edits[name] : storedValue(state.post, name));
  const text = (name: string) => String(value(name) ?? '');
  const key = () => copyKey(userId, type, state.post?.id);

  /** Opens another text in place of this one; `isStored`: it is what the post holds. */
  const open = (markup: string, isStored: boolean) => {
    opened = openDocument(markup, blockKit);
    write = documentWriter(opened, blockKit);
    set({ history: startHistory(opened.blocks), stored: isStored ? opened.blocks : undefined, opening: state.opening + 1 });
  };

  const keepLocally = async (): Promise<void> => {
    window.clearTimeout(localTimer);
    localTimer = undefined;
    if (!isDirty()) return;
    const markup = content();
    if (Object.keys(state.edits).length === 0 && markup === state.post?.content.raw) {
      set({ stored: state.history.blocks }); // blocks that were drawn changed nothing
      return;
    }
    await localCopies.keep({
      key: key(), title: text('title'), content: markup, excerpt: text('excerpt'), fields: state.edits,
      revision: state.post?.revision ?? 0, at: Date.now(),
    });
  };

  const autosave = async (): Promise<void> => {
    window.clearTimeout(serverTimer);
    serverTimer = undefined;
    if (!isDirty() || state.saving !== 'no' || state.conflict || connection.standing() !== 'there') return;
    const sent = { title: text('title'), content: content(), excerpt: text('excerpt') };
    const isSame = JSON.stringify(sent) === lastAutosave;
    if (isSame || (!state.post && sent.title === '' && sent.content.trim() === '')) return;
    lastAutosave = JSON.stringify(sent);
    if (!state.post) {
      await save({ status: 'draft' });
      return;
    }
    try {
      await rest(`/wp/v2/${restBase}/${state.post.id}/autosaves`, { method: 'POST', body: sent });
      set({ keptAt: Date.now() });
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      lastAutosave = ''; // it is kept in this browser, and tried again
      serverTimer ??= window.setTimeout(() => void autosave(), serverMs);
    }
  };

  const changed = () => {
    if (!isDirty()) return;
    localTimer ??= window.setTimeout(() => void keepLocally(), localMs);
    serverTimer ??= window.setTimeout(() => void autosave(), serverMs);
  };

  const send = (sent: Readonly<Record<string, unknown>>) => rest<StoredPost>(
    `/wp/v2/${restBase}${state.post ? `/${state.post.id}` : ''}?context=edit`,
    { method: 'POST', body: { ...inFields(sent), ...(state.post ? { revision: state.post.revision } : {}) } },
  );

  /** The post that was made before the server went, if it was: the last of this person's that says the same. */
  const findMade = async (sent: Readonly<Record<string, unknown>>): Promise<StoredPost | undefined> => {
    const query = new URLSearchParams({
      context: 'edit', author: String(userId), status: 'draft,pending,publish,future,private', orderby: 'id', per_page: '3',
    });
    const { body } = await rest<readonly StoredPost[]>(`/wp/v2/${restBase}?${query.toString()}`);
    return body.find((one) => one.content.raw === (sent['content'] ?? '') && one.title.raw === (sent['title'] ?? ''));
  };

  /** What came of a save that somebody else's came before: true where it may be tried again. */
  const meet = (theirs: StoredPost, sent: Readonly<Record<string, unknown>>): boolean => {
    const was = state.post;
    if (!was) return false;
    const fields = Object.keys(sent).filter((name) => name !== 'content' && name !== 'status');
    const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    const hasMet = fields.some((name) => {
      const [old, now] = [storedValue(was, name), storedValue(theirs, name)];
      return !isSame(old, now) && !isSame(now, sent[name]);
    });
    const merged = hasMet ? undefined : mergeTexts(was.content.raw, content(), theirs.content.raw);
    if (merged === undefined) {
      set({ conflict: { mine: content(), theirs }, saving: 'no' });
      return false;
    }
    set({ post: theirs });
    open(merged, false);
    tell('Somebody else saved meanwhile. Their changes and yours are both in the text.');
    return true;
  };

  const isStored = (theirs: StoredPost, sent: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(sent).every(([name, sentValue]) => JSON.stringify(storedValue(theirs, name)) === JSON.stringify(sentValue));

  const trySaving = async (changes: Readonly<Record<string, unknown>>): Promise<boolean> => {
    for (;;) {
      const { blocks } = state.history;
      const markup = content();
      const { edits } = state;
      const sent = { ...edits, ...changes, ...(markup === (state.post?.content.raw ?? '') ? {} : { content: markup }) };
      if (state.post && Object.keys(sent).length === 0) {
        set({ saving: 'no', stored: blocks });
        return true;
      }
      set({ saving: 'yes', problem: undefined });
      let reply: StoredPost | undefined;
      try {
        reply = (await send(sent)).body;
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        const theirs = error.theirs as StoredPost | null | undefined;
        if (error.code === awayCode) {
          set({ saving: 'waiting' });
          await keepLocally();
          await connection.away();
          reply = state.post ? undefined : await findMade(sent);
          if (!reply) continue;
        } else if (error.status === 409 && theirs) {
          if (isStored(theirs, sent)) reply = theirs; // it was ours, and its answer was lost
          else if (meet(theirs, sent)) continue;
          else return false;
        } else {
          set({ saving: 'no', problem: error.message });
          return false;
        }
      }
      const isNew = state.post === undefined;
      const oldKey = key();
      const left = Object.entries(state.edits).filter(([name, now]) => !Object.is(now, edits[name]));
      set({ post: reply, edits: Object.fromEntries(left), stored: blocks, saving: 'no', keptAt: Date.now(), found: undefined });
      // Of who may not write everything the server takes out what may not be.
      if (reply.content.raw !== markup && state.history.blocks === blocks) open(reply.content.raw, true);
      if (isNew) onCreated(reply);
      if (!isDirty()) lastAutosave = '';
      await localCopies.forget(oldKey);
      changed();
      return true;
    }
  };

  /** Stores it, with these fields besides. False where it was refused; then the state says why. */
  const save = (changes: Readonly<Record<string, unknown>> = {}): Promise<boolean> => {
    const saved = running.then(() => trySaving(changes));
    running = saved.catch(() => undefined);
    return saved;
  };

  return {
    state: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    value, text, content, isDirty, save, autosave, keepLocally,
    edit: (fields: Readonly<Record<string, unknown>>) => {
      const edits = Object.entries({ ...state.edits, ...fields })
        .filter(([name, now]) => JSON.stringify(now) !== JSON.stringify(storedValue(state.post, name)));
      set({ edits: Object.fromEntries(edits) });
      changed();
    },
    /** Blocks that changed where nobody is at work: by being drawn. `at`: the blocks where the cursor is, with those around and inside of them. */
    drawn: (blocks: readonly Block[], at: ReadonlySet<string>) => adoptDrawn(opened, state.history.blocks, blocks, (clientId) => at.has(clientId)),
    setHistory: (history: BlockHistory | undefined) => {
      if (!history || history === state.history) return;
      set({ history });
      changed();
    },
    /** Another text instead: as somebody wrote it by hand, or found it again. */
    replace: (markup: string, fields: Readonly<Record<string, unknown>> = {}) => {
      if (markup !== content()) open(markup, markup === state.post?.content.raw);
      set({ edits: { ...state.edits, ...fields }, found: undefined });
      changed();
    },
    forgetFound: async () => {
      set({ found: undefined });
      await localCopies.forget(key());
    },
    /** Of two versions one is kept; the other one stays where it is: theirs among the revisions, mine at hand. */
    settle: async (which: 'mine' | 'theirs') => {
      const { conflict } = state;
      if (!conflict) return;
      set({ post: conflict.theirs, conflict: undefined });
      if (which === 'mine') {
        set({ stored: undefined });
        await save();
        return;
      }
      const mine: FoundText = {
        where: 'here', title: text('title'), content: conflict.mine, excerpt: text('excerpt'), fields: state.edits, at: Date.now(),
      };
      set({ edits: {} });
      open(conflict.theirs.content.raw, true);
      set({ found: mine });
    },
    /** Before the page goes, or is out of sight. */
    flush: () => {
      void keepLocally();
      void autosave();
    },
    end: () => {
      void keepLocally();
      window.clearTimeout(serverTimer);
    },
  };
}
