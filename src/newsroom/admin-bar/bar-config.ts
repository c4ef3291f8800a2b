import type { PageTemplateType } from '../../modules/templates/model.ts';
import type { CachedPageState } from '../../modules/content/viewer.ts';
import type { BarText } from '../../lib/bar-texts.ts';

/** Config of the admin bar, in the page's head. The server and the browser render the bar from it alone. */
export interface BarConfig {
  /** Sent with every call: as `_nonce` to editor calls, as `X-WP-Nonce` to REST. */
  readonly nonce: string;
  readonly site: string;
  /** Log-out URL. */
  readonly leave: string;
  /** Edit link of the page's subject, if the user can edit it; `words` is its label. */
  readonly edit?: { readonly address: string; readonly words: string };
  /** URL of a new post, if the user can create one. */
  readonly add?: string;
  /** State of the cached page that visitors get, when this page was rendered. */
  readonly kept: CachedPageState;
  /** Whether the user can have the cached page re-rendered: they can edit the post, or all layouts. */
  readonly renews: boolean;
  /** Render cost of this page: queries, milliseconds, and kilobytes of uncompressed HTML without the bar. */
  readonly cost: { readonly queries: number; readonly ms: number; readonly kilobytes: number };
  readonly layout?: LayoutFacts;
  /** Overrides of `lib/bar-texts.ts`. */
  readonly texts: Readonly<Partial<Record<BarText, string>>>;
}

/** Subject of the template panel, in the terms of the editor calls. */
export interface LayoutFacts {
  readonly type: PageTemplateType | 'home';
  /** Name of the kind in assignments: `single`, `cpt:book`. */
  readonly kind: string;
  /** Id of the page's post, term or user; 0: none. */
  readonly itemId: number;
  /** The type or taxonomy, for kinds with one each (`cpt`, `cpt_tax`), or the type that a search is limited to; else empty. */
  readonly name: string;
  /** What readers see, in the words of the type or taxonomy; undefined for kinds with words of their own (`kind_…`). */
  readonly label?: string;
  /** Whether the page lists everything of `name` rather than a term. */
  readonly isArchive: boolean;
  /** Whether `name` is a type, not a taxonomy. */
  readonly isOfType: boolean;
  /** Id of the template used on desktops; 0: a built-in layout, which can't be edited. */
  readonly templateId: number;
  /** Completes the sentence "this page uses … because …". */
  readonly reason: string;
}

/** Prefix of React ids in the bar, on the server and in browsers. */
export const barIds = 'bar-';
