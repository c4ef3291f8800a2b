import type { Trial } from '../templates/index.ts';
import type { Actor } from '../../kernel/permission.ts';

export interface BarKeys {
  readonly nonce: string;
  /** Log-out URL. */
  readonly leave: string;
  readonly kept: CachedPageState;
  /** Rendering cost so far: queries, and the start time on the clock of `performance.now()`. */
  readonly cost: { readonly queries: number; readonly beganAt: number };
}

export interface CachedPageState {
  /** `stale`: served until it is re-rendered; `rendering`: being rendered; `none`: the next reader's request renders it. */
  readonly state: 'cached' | 'stale' | 'rendering' | 'none';
  /** Milliseconds; absent if there is no copy. */
  readonly madeAt?: number;
}

export interface Viewer {
  readonly actor: Actor | undefined;
  readonly preview: boolean;
  /** Id of a draft for which they have a share link; 0: none. */
  readonly shared: number;
  /** Id of a post shown with the viewer's autosave, after a check that they come from the editor; 0: none. */
  readonly autosaved: number;
  readonly unlocked: ReadonlySet<number>;
  /** Undefined: the page has no admin bar. */
  readonly bar: BarKeys | undefined;
  /** Their own held comments; ownership was checked. */
  readonly ownHeld: readonly number[];
  readonly trial: Trial | undefined;
}

/** An anonymous visitor, whose pages are cached for all. */
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

/** The parts of a viewer that a render has read; viewers who differ in them get another page. */
export type Looked = Set<keyof Viewer>;

/** Wraps a viewer in getters that record which parts are read, so that no part is used unnoticed. */
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
