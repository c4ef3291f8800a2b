import type { Actor } from './users/role.ts';

/** Who looks at a page, beside what the page is about: what is shown for them alone hangs on nothing else. */
export interface Viewer {
  /** Undefined: nobody who is signed in. */
  readonly actor: Actor | undefined;
  /** They asked to see it as it will be (`?preview=true`), and not as it is public. */
  readonly preview: boolean;
  /** Posts whose passwords they gave. */
  readonly unlocked: ReadonlySet<number>;
  /** Comments of their own that wait for approval. It was checked that they are theirs. */
  readonly ownHeld: readonly number[];
}

/** A visitor of whom nothing is known: what they get is kept for all. */
export const anybody: Viewer = { actor: undefined, preview: false, unlocked: new Set(), ownHeld: [] };

/** The same viewer, who says `noteLook` whenever somebody asks who they are: what was made then is kept for nobody else. */
export function watched(viewer: Viewer, noteLook: () => void): Viewer {
  const { preview, unlocked, ownHeld } = viewer;
  return {
    preview, unlocked, ownHeld,
    get actor() {
      noteLook();
      return viewer.actor;
    },
  };
}
