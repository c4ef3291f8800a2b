import type { RestOptions } from '../app/rest.ts';
import type { Block } from './block-kit.ts';
import type { FoundText } from './found-texts.ts';
import type { Base } from './merge-posts.ts';
import type { Fields, StoredPost } from './stored-post.ts';
import type { BlockHistory } from './undo.ts';

/** Two versions of which somebody has to choose one: both changed the same place. */
export interface Conflict {
  /** Mine; with theirs in it, where only fields met. */
  readonly mine: string;
  readonly theirs: StoredPost;
  /** Whether the texts themselves met. */
  readonly isOfText: boolean;
  /** Names of fields that both changed. */
  readonly met: readonly string[];
  /** What else was to be stored with it: the status of who pressed "Publish". */
  readonly changes: Fields;
  /** What mine began from, where that is not the post as it is known. */
  readonly base?: Base | undefined;
}

/** All that the editor's parts show; it is never changed, a change makes another one. */
export interface DraftState {
  /** Undefined until it is stored for the first time. */
  readonly post: StoredPost | undefined;
  /** What was changed and is not stored, by the names of REST; blocks apart. */
  readonly edits: Fields;
  readonly history: BlockHistory;
  /** The blocks that are stored. */
  readonly stored: readonly Block[] | undefined;
  /** The text as somebody types it as code, until it is read as blocks. */
  readonly code: string | undefined;
  readonly saving: 'no' | 'yes' | 'waiting';
  readonly problem: string | undefined;
  /** When something of it reached the server last, in milliseconds. */
  readonly keptAt: number | undefined;
  /** The browser refused to keep a copy. */
  readonly isUnkept: boolean;
  readonly conflict: Conflict | undefined;
  /** Texts that nobody has decided about. */
  readonly found: readonly FoundText[];
}

/** What the parts of a draft share. */
export interface DraftCore {
  readonly state: () => DraftState;
  readonly set: (change: Partial<DraftState>) => void;
  /** The text as it would be stored. */
  readonly content: () => string;
  /** A field as it is now, edited or stored. */
  readonly value: (name: string) => unknown;
  readonly isDirty: () => boolean;
  /** Opens another text in place of this one; `isStored`: it is what the post holds. */
  readonly open: (markup: string, isStored: boolean) => void;
  /** Reads as blocks what was typed as code. */
  readonly readCode: () => void;
}

/** How the server is asked: `rest` of `app/rest.ts`, which says what it throws. */
export type AskRest = <Body, Sent extends object = never>(
  path: string,
  options?: RestOptions<Sent>,
) => Promise<{ readonly body: Body }>;

/** Whether the server answers, as `connection` of `app/connection.ts` knows it. */
export interface Line {
  readonly standing: () => 'there' | 'away' | 'signed-out';
  /** Resolves once a server that is away is back. */
  readonly away: () => Promise<void>;
}

/** A state that React reads with `useSyncExternalStore`; a change replaces it. */
export function createState<State extends object>(first: State) {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    set: (change: Partial<State>): void => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
