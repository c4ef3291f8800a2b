import type { ComponentType } from 'react';

/**
 * What hangs in the admin bar besides its own entries. A part is a folder of src/admin-bar/ that exports one of these, and a line below; each of its components
 * asks `useBar()` for the page's facts, the calls and the windows. They are rendered by the server, too: what only a browser has is for effects and events.
 */
export interface BarPart {
  /** Stands in the bar, behind its own entries. */
  readonly InBar?: ComponentType;
}

/** In the order in which they stand. */
export const parts: readonly BarPart[] = [];
