import type { PostFormat } from '../lib/post-formats.ts';
import type { Tag } from '../modules/content/tags.ts';
import type { Content } from '../modules/content/content.ts';
import type { Overrides } from '../modules/patterns/expand-patterns.ts';
import type { Post, PostCard } from '../modules/posts/model.ts';
import type { ScopedQuery } from '../modules/search/results.ts';
import type { SearchResult } from '../modules/search/search-index.ts';
import { pageTemplateTypes } from '../modules/templates/model.ts';
import type { Term } from '../modules/terms/model.ts';
import type { User } from '../kernel/permission.ts';
import type { Viewer } from '../modules/content/viewer.ts';
import type { TextPart } from './document/document.ts';
import type { ShownComment } from './post-comments/data.ts';

/** The fifteen template types of the specification, and the front page. */
export const pageKinds = ['home', ...pageTemplateTypes] as const;
export type PageKind = (typeof pageKinds)[number];

/** Where a reader is in one block of the page. */
export interface BlockPage {
  readonly blockId: string;
  /** 1 for the first. */
  readonly page: number;
  /** The chosen entry of its filter list; '': the first one, which shows everything. */
  readonly filter: string;
  /** The order of a random list, as the page before had it; undefined: any. */
  readonly seed?: number;
}

/** What every page has, whatever it is about. Declared query parameters only: the cache key holds no others. */
interface AnyPage {
  /** Path of the first page of this listing or article, with leading and trailing slash (or `/?p=…` with plain permalinks). */
  readonly path: string;
  /** 1 for the first; of a listing, or of the parts of an article's text. */
  readonly pageNumber: number;
  /** Name of the thing, plain text: the article's or the category's title. */
  readonly title: string;
  /** The block that a reader pages without JavaScript (`?td_block={id}&td_page=n&td_filter_value=…`, of a random list `{id}.{seed}`). */
  readonly blockPage?: BlockPage | undefined;
  /** Pages of lists that readers turn by `query-3-page`, by the name of the parameter; 1 where there is none. Loaders ask `turnedPage`. */
  readonly queryPages?: ReadonlyMap<string, number>;
  /** Tags of what its address hangs on, and whether it may be seen: the pages or terms above it, the post of an attachment. */
  readonly aboveTags?: readonly Tag[];
  /** It is rendered for the end of a page that shows another article. */
  readonly follows?: boolean;
  /** Only a part is rendered, such as the footer, for pages that are there already and have their heading. */
  readonly isPart?: boolean;
}

/** What a list of several terms, or of several people, holds, and one of both. */
export interface Several {
  /** That of the first term, which says what kind of list it is; undefined: of people. */
  readonly taxonomy?: string;
  /** Ids: a post has a term of each group, or one below it. Empty where only `without` says something. */
  readonly groups: readonly (readonly number[])[];
  /** Ids of terms whose posts, and those of terms below, are left out. */
  readonly without: readonly number[];
  /** People of whom one wrote each post, alone or with others; undefined: anybody. */
  readonly authorIds?: readonly number[] | undefined;
  /** People of whom none wrote any. */
  readonly withoutAuthorIds?: readonly number[] | undefined;
  /** Published in [from, to), milliseconds; undefined: ever. */
  readonly between?: { readonly from: number; readonly to: number } | undefined;
}

/** What a search is narrowed to beside its text. */
export interface Narrowed extends Several {
  /** What its address says of that: `cat=3&author=5`. */
  readonly query: string;
  /** The names of what it is narrowed to; empty where things are left out only. */
  readonly name: string;
}

/** What a page may be about. */
interface Subjects {
  readonly post: Post;
  readonly term: Term;
  /** Several terms or people whose posts are listed together, or whose posts are left out. */
  readonly several: Several;
  readonly author: User;
  /** What was searched for. */
  readonly search: string;
  readonly narrowed: Narrowed;
  /** A date archive's bounds, [from, to) in milliseconds. */
  readonly dates: { readonly from: number; readonly to: number };
  /** Type of the posts that a listing lists; undefined: `post`. */
  readonly postType: string;
  /** The format of the articles that a listing lists. */
  readonly format: PostFormat;
  /** The parts that the post's text is shown in, one at a time; `pageNumber` is the one at hand. */
  readonly parts: readonly TextPart[];
  /** What of the post's discussion was asked for. */
  readonly discussion: Discussion;
}

/** A page of one of these kinds: what it is about, what it may be about besides, and nothing else. */
type About<
  Kind extends PageKind,
  Needed extends keyof Subjects = never,
  Possible extends keyof Subjects = never,
> = AnyPage & { readonly kind: Kind } & Pick<Subjects, Needed> & {
    readonly [Name in Possible]?: Subjects[Name] | undefined;
  } & { readonly [Name in Exclude<keyof Subjects, Needed | Possible>]?: undefined };

/** A page that shows one post. */
export type PostPage = About<
  'single' | 'page' | 'attachment' | 'cpt' | 'woo_product',
  'post',
  'parts' | 'discussion'
>;

/** What the page at hand is about: the same for every viewer, but for a preview, whose post is as its viewer left it. */
export type PageInfo =
  | PostPage
  | About<'category' | 'tag' | 'woo_archive', 'term', 'postType'>
  /** A term, or several, of a taxonomy of its own, all posts of a type, or all articles of a format. */
  | About<'cpt_tax', never, 'term' | 'several' | 'postType' | 'format'>
  | About<'category' | 'tag' | 'woo_archive', 'several', 'postType'>
  | About<'author', 'author'>
  | About<'author', 'several'>
  | About<'date', 'dates'>
  | About<'search' | 'woo_search_archive', 'search', 'postType' | 'narrowed'>
  /** The front page; with a post where the articles have a page of their own. */
  | About<'home', never, 'post' | 'parts' | 'discussion'>
  | About<'woo_shop_base', never, 'postType'>
  | About<'404'>;

/** Where a reader is in the comments of a post. */
export interface Discussion {
  /** 1 for the first page of threads. */
  readonly page: number;
  /** The comment that the form answers without JavaScript; 0: none. */
  readonly replyTo: number;
  /** Oldest or newest first, where a reader chose; undefined: as the site has it. */
  readonly order?: 'asc' | 'desc' | undefined;
}

/** What blocks tell the one around them that they show: the open page among links, an icon of a list, what closes an overlay. */
export type ShownInside = 'current-item' | 'social-link' | 'overlay-close';

/** What the blocks around a block say to those inside of them (block context of WordPress). */
export interface BlockContext {
  /** The post that inner blocks are about, in the place of the page's: a listed one. */
  readonly postId?: number;
  /** The list that inner blocks belong to. */
  readonly query?: BlockQuery;
  /** The comment that inner blocks are about. */
  readonly comment?: ShownComment;
  /** Takes the form of comments into the block around, which acts on it; false where that has none to give. */
  readonly takeForm?: () => boolean;
  /** Tells the block around what is shown inside of it, so that nobody looks for it in HTML. */
  readonly shows?: (what: ShownInside) => void;
  /** What stands before and behind the words of links that turn pages. */
  readonly paginationArrow?: string;
  /** Whether these links show words; undefined: yes. */
  readonly paginationLabels?: boolean;
  /** What the place of a synced pattern puts into the blocks of the pattern. */
  readonly overrides?: Overrides;
  /** The term that inner blocks are about, in the place of the page's: a listed one. */
  readonly termId?: number;
  /** Listed posts of that term. */
  readonly termCount?: number;
  /** The list of terms that inner blocks belong to: what to list, as the block that holds the list says it. */
  readonly termQuery?: Readonly<Record<string, unknown>>;
  /** The navigation that inner links belong to. */
  readonly navigation?: BlockNavigation;
  /** How icons of a list of social links look. */
  readonly social?: BlockSocial;
}

/** What a navigation says to the links inside of it. */
export interface BlockNavigation {
  /** How submenus open. */
  readonly submenus: 'hover' | 'click' | 'always';
  /** Whether what opens a submenu has an arrow. */
  readonly showsIcon: boolean;
  /** Presets and colours of its links, and of submenus. */
  readonly colors: Readonly<
    Record<'textColor' | 'backgroundColor' | 'overlayTextColor' | 'overlayBackgroundColor', string>
  > & {
    readonly style: Readonly<Record<string, unknown>>;
    readonly overlayStyle: Readonly<Record<string, unknown>>;
  };
  /** Inside of what is laid over the page: its element's id, for what closes it. */
  readonly overlay?: string;
}

/** What a list of social links says to those inside of it. */
export interface BlockSocial {
  readonly openInNewTab: boolean;
  readonly showLabels: boolean;
  /** Presets, and colours that are none. */
  readonly iconColor: string;
  readonly iconColorValue: string;
  readonly iconBackgroundColor: string;
  readonly iconBackgroundColorValue: string;
}

/** A list of posts whose parts are blocks: posts, pagination, what stands there where it is empty. */
export interface BlockQuery {
  /** Names its page among the parameters of the address: `query-{id}-page`; undefined: `query-page`. */
  readonly id: number | undefined;
  /** What to list, as the block that holds the list says it. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Columns of lists that older versions of WordPress saved; undefined: the list says it. */
  readonly columns?: number;
}

/** How much a page depends on a tag: its own subject drops it at once, a secondary list lets it go stale for a moment. */
export type TagWeight = 'primary' | 'secondary';

/** Gives the posts that a block shows, when it knows those that the blocks above it show, and how many it should leave for those that choose last. */
export type ChooseOnce = (
  shown: ReadonlySet<number>,
  reserved: number,
) => readonly number[] | Promise<readonly number[]>;

/** What a loader may use: readers of content, the page it is for, and ways to say what its answer depends on. */
export interface LoadContext {
  readonly content: Content;
  readonly page: PageInfo;
  /** Who looks at it. A page on which anything looked at their `actor` is kept for visitors, and for nobody else. */
  readonly viewer: Viewer;
  readonly blockId: string;
  /** What the blocks around this one say to it. */
  readonly inherited: BlockContext;
  /** Milliseconds: one moment for the whole page. */
  readonly now: number;
  /** What lists show of posts, in the order of `ids`; posts that are not listed are left out. Calls of one page share their queries. Tags every card. */
  cards(this: LoadContext, ids: readonly number[]): Promise<PostCard[]>;
  /** Posts that may stand in lists, whole, in the order of `ids`; the others are left out. Calls of one page share a query. Tags every post. */
  posts(this: LoadContext, ids: readonly number[]): Promise<Post[]>;
  /**
   * Names posts that the block shows, for lists below that leave them out. Call it before `cards`; the block's
   * definition says `showsPosts`.
   */
  noteShown(this: LoadContext, ids: readonly number[]): void;
  /**
   * Chooses posts for a page that shows none of them twice: `choose` gets those that blocks above show, and what it gives is left out by blocks below.
   * Blocks that say `showsPosts` choose in document order. `choose` asks for no cards: those wait until every block has
   * chosen, so that they share a query.
   */
  showOnce(this: LoadContext, choose: ChooseOnce): Promise<readonly number[]>;
  /**
   * Chooses when all others have chosen, those below it as well: for a block that is drawn anew for each reader, so that nobody can leave out what it shows.
   * `reserve`: posts that the others should leave for it where there are few.
   */
  showLast(this: LoadContext, reserve: number, choose: ChooseOnce): Promise<readonly number[]>;
  /** Whether this block is the first of the page that asks for something which a page has once, such as an element with a known id. */
  claim(this: LoadContext, name: string): boolean;
  /** Says that the page at hand is not there, such as a page past the end of its listing: readers get the 404 page. */
  absent(this: LoadContext): void;
  /** Says that another page of the listing follows the one at hand. */
  goesOn(this: LoadContext): void;
  /** Says that the page answers a search for this text, and that something was found: who gets it is counted. */
  found(this: LoadContext, text: string): void;
  /**
   * Which page of a list readers turned to, by the name of its parameter (`queryPageName`); 1: the first. Addresses with parameters that no block of a page
   * asks for are answered by the page without them.
   */
  turnedPage(this: LoadContext, parameter: string): number;
  /** Says that the answer depends on what this tag stands for. */
  tag(this: LoadContext, tag: Tag, weight?: TagWeight): void;
  /**
   * Searches posts for a list: one search of the page after the other, and in turn with those of other pages. Throws when too many search, or
   * when those of the page take too long altogether: a block that lets this pass stays away, and the page is made anew after a minute.
   */
  search(this: LoadContext, query: ScopedQuery): Promise<SearchResult>;
  /** Signs a text that a browser will send back; see `Signer`. */
  sign(this: LoadContext, purpose: string, text: string): string;
  /** The answer may be served for at most this long, in milliseconds. */
  expireIn(this: LoadContext, milliseconds: number): void;
  /** Gets what is the same on every page: `load` runs once, and its answer is kept until a tag that it names is emitted. */
  keep<Value>(this: LoadContext, key: string, load: (context: LoadContext) => Promise<Value>): Promise<Value>;
  /**
   * Renders another document (menu page, reusable block, footer) inside this one; undefined when it shows nothing, is missing, nested too deep or inside
   * itself. `provided` is what its blocks inherit beside what this one inherits.
   */
  renderDocument(
    this: LoadContext,
    document: DocumentRef,
    provided?: BlockContext,
  ): Promise<string | undefined>;
  /**
   * Renders the blocks inside of this one, whose definition says `container: 'loader'`; undefined where they show nothing. `provided` is what they inherit
   * beside what this one inherits; where that is rendered several times, `key` keeps the ids of blocks apart and is the same on every render.
   */
  renderInner(this: LoadContext, provided?: BlockContext, key?: string): Promise<string | undefined>;
}

/** A synced pattern, in one of the places where it stands. */
export interface PatternRef {
  readonly pattern: number;
  /** What this place puts into its blocks; undefined: what the pattern around it says. */
  readonly overrides?: Overrides | undefined;
}

/**
 * A document that can be rendered inside another; `markup` is one that lives nowhere but in code, under a name of its own, `part` a published post of a type
 * that readers never open by itself, 0 one that was looked for by its name and is not there. That it is missing is logged. With `moreLink` a post's text ends
 * at its `more` mark, with the HTML that this gives of the mark's own words, as plain text. `text` is markup that a block put together of what people wrote:
 * it becomes safe as texts of posts do.
 */
export type DocumentRef =
  | { readonly template: number }
  | { readonly footer: true }
  | PatternRef
  | { readonly post: number; readonly moreLink?: (words: string) => string }
  | { readonly part: number; readonly type: string; readonly name?: string }
  | { readonly markup: string; readonly name: string }
  | { readonly text: string; readonly name: string };

/** Gets what a view shows. It imports readers of `content/` only. */
export type BlockLoader<Settings, Data> = (settings: Settings, context: LoadContext) => Promise<Data>;
