import type { PageTemplateType } from '../modules/templates/model.ts';
import type { KeptPage } from '../modules/content/viewer.ts';
import type { BarText } from '../lib/bar-texts.ts';

/** What the server tells the admin bar, in the head of the page: it is drawn from this alone, by the server first and then by the browser. */
export interface BarConfig {
  /** Goes with every call: as `_nonce` to editor calls, as `X-WP-Nonce` to REST. */
  readonly nonce: string;
  readonly site: string;
  /** Address that signs out. */
  readonly leave: string;
  /** Where what the page is about is edited, for who may; its words say what that is. */
  readonly edit?: { readonly address: string; readonly words: string };
  /** Where a new post is written, for who may. */
  readonly add?: string;
  /** The copy of the page that readers get, as it was when this page was made. */
  readonly kept: KeptPage;
  /** They may have that copy made anew: the post is theirs to edit, or all layouts are. */
  readonly renews: boolean;
  /** What this page cost: queries, milliseconds, and kilobytes of HTML before it is compressed, without the bar. */
  readonly cost: { readonly queries: number; readonly ms: number; readonly kilobytes: number };
  /** What lays the page out; only for who may edit templates. */
  readonly layout?: LayoutFacts;
  /** Wordings that are not as `lib/bar-texts.ts` has them. */
  readonly texts: Readonly<Partial<Record<BarText, string>>>;
}

/** What the template panel is about, in the words of the editor calls. */
export interface LayoutFacts {
  /** The kind of the page. */
  readonly type: PageTemplateType | 'home';
  /** The same as assignments name it: `single`, `cpt:book`. */
  readonly kind: string;
  /** The post, term or person that the page is about; 0: none. */
  readonly itemId: number;
  /** The type or taxonomy of its own, of kinds that have one for each (`cpt`, `cpt_tax`), and the one type that a search goes through; else empty. */
  readonly name: string;
  /** The page lists all that `name` names, and is about no term. */
  readonly isArchive: boolean;
  /** `name` is a type, and no taxonomy. */
  readonly isOfType: boolean;
  /** The template that serves readers at desktops here; 0: a layout that comes with the theme, which nobody can edit. */
  readonly templateId: number;
  /** Ends the sentence "this page uses … because …". */
  readonly reason: string;
}

/** Ids that React makes in the bar begin with this, on the server and in browsers. */
export const barIds = 'bar-';
