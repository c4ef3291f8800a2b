import type { RestOptions } from '../app/rest.ts';
import type { Block } from './block-kit.ts';
import type { FoundText } from './found-texts.ts';
import type { Base } from './merge-posts.ts';
import type { Fields, StoredPost } from './stored-post.ts';
import type { BlockHistory } from './undo.ts';

/** Two versions that changed the same place, for the user to choose from. */
export interface Conflict {
  /** This user's text, including the other's changes if only fields conflict. */
  readonly mine: string;
  readonly theirs: StoredPost;
  readonly isOfText: boolean;
  readonly met: readonly string[];
  /** Other fields of the refused save, such as the status after "Publish". */
  readonly changes: Fields;
  /** The base of `mine`, if it is not the known post. */
  readonly base?: Base | undefined;
}

export interface DraftState {
  /** Undefined until first saved. */
  readonly post: StoredPost | undefined;
  /** Unsaved changes by REST field name, without blocks. */
  readonly edits: Fields;
  readonly history: BlockHistory;
  readonly stored: readonly Block[] | undefined;
  readonly code: string | undefined;
  readonly saving: 'no' | 'yes' | 'waiting';
  readonly problem: string | undefined;
  /** Messages of the last refused save by REST field name, such as `meta.rating`. */
  readonly faults: Readonly<Record<string, string>>;
  /** Time in ms of the last save to the server. */
  readonly savedAt: number | undefined;
  readonly lacksLocalCopy: boolean;
  readonly conflict: Conflict | undefined;
  readonly found: readonly FoundText[];
}

/** Checks that forms of the post's custom fields make before a save. */
export interface DraftGuard {
  /** Whether the server takes the value; others stay unsaved until the user corrects them. */
  readonly isValid: (name: string, value: unknown) => boolean;
  /** Shows the user what to correct before a save with this status; returns a message, or undefined if there is nothing. */
  readonly refuse: (status: string) => string | undefined;
}

export interface DraftCore {
  /** Undefined for posts without such a form. */
  readonly guard: { current: DraftGuard | undefined };
  readonly state: () => DraftState;
  readonly set: (change: Partial<DraftState>) => void;
  readonly content: () => string;
  readonly value: (name: string) => unknown;
  readonly isDirty: () => boolean;
  /** Opens another text; `isStored`: it equals the post's content. */
  readonly open: (markup: string, isStored: boolean) => void;
  readonly readCode: () => void;
}

export type AskRest = <Body, Sent extends object = never>(
  path: string,
  options?: RestOptions<Sent>,
) => Promise<{ readonly body: Body }>;

export interface Line {
  readonly standing: () => 'there' | 'away' | 'signed-out';
  readonly away: () => Promise<void>;
}

/** Creates a store for `useSyncExternalStore`; each change replaces the state. */
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
