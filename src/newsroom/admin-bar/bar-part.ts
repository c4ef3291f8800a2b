import type { ComponentType } from 'react';
import type { Bar } from './bar.ts';
import type { PanelName } from './panel/reopen.ts';
import type { TemplateItem } from './panel/templates.ts';

/**
 * A change about to be made in a panel; `template`: undefined to return to the global or built-in layout. `global`
 * changes all pages of a kind, also when made by selecting a title.
 */
export interface Change {
  /** `mobile`: the phone version of a template; `mobile-page`: the phone version of a page. */
  readonly kind: 'assign' | 'global' | 'delete' | 'mobile' | 'mobile-page';
  readonly template: Pick<TemplateItem, 'id' | 'title'> | undefined;
}

/**
 * An extension of the bar: a folder of src/newsroom/admin-bar/ that exports one, listed in parts.ts. Components use `useBar()`
 * and `usePanel()`; those in the bar are rendered on the server too, so browser APIs belong in effects and events.
 */
export interface BarPart {
  /** Rendered in the bar, after its own entries. */
  readonly InBar?: ComponentType;
  /** Rendered in each template panel, above its list. */
  readonly InPanel?: ComponentType;
  readonly BelowPanel?: ComponentType;
  /** Rendered above the list of a template's phone versions. */
  readonly InMobile?: ComponentType<{ readonly template: TemplateItem }>;
  /** Rendered at the bottom of each layout panel, always visible. */
  readonly AtFoot?: ComponentType<{ readonly panel: PanelName }>;
  /** Additional buttons of a template's row; undefined: the row of the global or built-in layout. */
  readonly InRow?: ComponentType<{ readonly template: TemplateItem | undefined }>;
  readonly InQuestion?: ComponentType<{ readonly change: Change }>;
  /** Called before a change; resolve to false to cancel it. */
  readonly beforeChange?: (bar: Bar, change: Change) => Promise<boolean>;
}
