import type { PageTemplateType } from '../content/templates/template.ts';
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
  /** What lays the page out; only for who may edit templates. */
  readonly layout?: LayoutFacts;
  /** Wordings that are not as `lib/bar-texts.ts` has them. */
  readonly texts: Readonly<Partial<Record<BarText, string>>>;
}

/** What the template panel is about, in the words of the editor calls. */
export interface LayoutFacts {
  /** The kind of the page. */
  readonly type: PageTemplateType | 'home';
  /** The post, term or person that the page is about; 0: none. */
  readonly itemId: number;
  /** Of kinds that have one for each type or taxonomy of its own (`cpt`, `cpt_tax`): its name; else empty. */
  readonly name: string;
  /** The page lists all posts of the type `name`. */
  readonly isArchive: boolean;
  /** The template that serves readers at desktops here; 0: a layout that comes with the theme, which nobody can edit. */
  readonly templateId: number;
  /** Ends the sentence "this page uses … because …". */
  readonly reason: string;
}

/** Ids that React makes in the bar begin with this, on the server and in browsers. */
export const barIds = 'bar-';
