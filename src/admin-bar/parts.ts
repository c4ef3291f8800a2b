import type { ComponentType } from 'react';
import type { Bar } from './bar.ts';
import { LibraryPlace, loadRoute } from './library/library-part.tsx';
import type { TemplateItem } from './panel/templates.ts';

/** What somebody is about to do in a template panel; `template`: undefined where the layout goes back to what is global or comes with the theme. */
export interface Change {
  readonly kind: 'assign' | 'global' | 'delete';
  readonly template: TemplateItem | undefined;
}

/**
 * What hangs in the admin bar besides its own entries: a folder of src/admin-bar/ that exports one of these, and a line below. Its components ask `useBar()`
 * for the page's facts, the calls and the windows, and `usePanel()` for the panel around them. Those in the bar are rendered by the server, too: what only a
 * browser has is for effects and events.
 */
export interface BarPart {
  /** Stands in the bar, behind its own entries. */
  readonly InBar?: ComponentType;
  /** Stands in each template panel, above its list. */
  readonly InPanel?: ComponentType;
  /** Stands below its list. */
  readonly BelowPanel?: ComponentType;
  /** Further buttons of a template's row. */
  readonly InRow?: ComponentType<{ readonly template: TemplateItem }>;
  /** Is asked before a change is made: false calls it off. */
  readonly beforeChange?: (bar: Bar, change: Change) => Promise<boolean>;
}

/** In the order in which they stand. */
export const parts: readonly BarPart[] = [{ InBar: LibraryPlace }];

/** Opens the cloud library, with the parameters that the specification names. */
export const cloudLibrary = { loadRoute };
