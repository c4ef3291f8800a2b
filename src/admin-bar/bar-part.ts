import type { ComponentType } from 'react';
import type { Bar } from './bar.ts';
import type { PanelName } from './panel/reopen.ts';
import type { TemplateItem } from './panel/templates.ts';

/**
 * What somebody is about to do in a panel; `template`: undefined where the layout goes back to what is global or comes with the theme. To give all pages of a
 * kind another layout is `global`, also where that is done by a title.
 */
export interface Change {
  /** `mobile`: what phones get in the place of a template; `mobile-page`: in the place of a page. */
  readonly kind: 'assign' | 'global' | 'delete' | 'mobile' | 'mobile-page';
  readonly template: Pick<TemplateItem, 'id' | 'title'> | undefined;
}

/**
 * What hangs in the admin bar besides its own entries: a folder of src/admin-bar/ that exports one of these, and a line in parts.ts. Its components ask
 * `useBar()` for the page's facts, the calls and the windows, and `usePanel()` for the panel around them. Those in the bar are rendered by the server, too:
 * what only a browser has is for effects and events.
 */
export interface BarPart {
  /** Stands in the bar, behind its own entries. */
  readonly InBar?: ComponentType;
  /** Stands in each template panel, above its list. */
  readonly InPanel?: ComponentType;
  /** Stands below its list. */
  readonly BelowPanel?: ComponentType;
  /** Stands above the list of what phones get in the place of a template. */
  readonly InMobile?: ComponentType<{ readonly template: TemplateItem }>;
  /** Stands at the foot of each panel about layouts, and stays in view. */
  readonly AtFoot?: ComponentType<{ readonly panel: PanelName }>;
  /** Further buttons of a template's row; undefined: of the row for what is global or comes with the theme. */
  readonly InRow?: ComponentType<{ readonly template: TemplateItem | undefined }>;
  /** Stands in the window that asks whether something is to be deleted. */
  readonly InQuestion?: ComponentType<{ readonly change: Change }>;
  /** Is asked before a change is made: false calls it off. */
  readonly beforeChange?: (bar: Bar, change: Change) => Promise<boolean>;
}
