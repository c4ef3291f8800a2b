import type { Trial } from '../templates/index.ts';
import type { Actor } from '../../kernel/permission.ts';

/** What only the session of who looks at a page can give to its admin bar. */
export interface BarKeys {
  /** For editor calls and REST. */
  readonly nonce: string;
  /** Address that signs out. */
  readonly leave: string;
  /** What readers have of the page at the moment. */
  readonly kept: KeptPage;
  /** What making it has cost so far: queries, and when it began, on the clock of `performance.now()`. */
  readonly cost: { readonly queries: number; readonly beganAt: number };
}

/** The copy of a page that readers get. */
export interface KeptPage {
  /** `stale`: it serves until it is made anew; `making`: somebody waits for it; `none`: the next reader has it made. */
  readonly state: 'kept' | 'stale' | 'making' | 'none';
  /** Milliseconds; absent where there is none. */
  readonly madeAt?: number;
}

/** Who looks at a page, beside what the page is about: what is shown for them alone hangs on nothing else. */
export interface Viewer {
  /** Undefined: nobody who is signed in. */
  readonly actor: Actor | undefined;
  /** They asked to see it as it will be (`?preview=true`), and not as it is public. */
  readonly preview: boolean;
  /** A draft that they were given a link to, by its id; 0: none. */
  readonly shared: number;
  /** A post that they see as they left it in the editor, by its id: their autosave. They have shown that they come from there. 0: none. */
  readonly autosaved: number;
  /** Posts whose passwords they gave. */
  readonly unlocked: ReadonlySet<number>;
  /** What their admin bar sends and links to; undefined: the page has none. */
  readonly bar: BarKeys | undefined;
  /** Comments of their own that wait for approval. It was checked that they are theirs. */
  readonly ownHeld: readonly number[];
  /** What they, who edit templates, try on; undefined: nothing, and the page is whole, with its scripts. */
  readonly trial: Trial | undefined;
}

/** A visitor of whom nothing is known: what they get is kept for all. */
export const anybody: Viewer = {
  actor: undefined,
  preview: false,
  shared: 0,
  autosaved: 0,
  unlocked: new Set(),
  bar: undefined,
  ownHeld: [],
  trial: undefined,
};

/** What was looked at of a viewer: who has something else there gets another page. */
export type Looked = Set<keyof Viewer>;

/** The same viewer, who notes what is looked at: each part of them is behind a getter, so that none can be shown past the notes. */
export function watched(viewer: Viewer, looked: Looked): Viewer {
  const noted = <Part extends keyof Viewer>(part: Part): Viewer[Part] => {
    looked.add(part);
    return viewer[part];
  };
  return {
    get actor() {
      return noted('actor');
    },
    get preview() {
      return noted('preview');
    },
    get shared() {
      return noted('shared');
    },
    get autosaved() {
      return noted('autosaved');
    },
    get unlocked() {
      return noted('unlocked');
    },
    get bar() {
      return noted('bar');
    },
    get ownHeld() {
      return noted('ownHeld');
    },
    get trial() {
      return noted('trial');
    },
  };
}
