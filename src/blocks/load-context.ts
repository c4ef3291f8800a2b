import type { PostFormat } from '../lib/post-formats.ts';
import type { Tag } from '../modules/content/tags.ts';
import type { Content } from '../modules/content/content.ts';
import type { FrontArea } from '../modules/front/model.ts';
import type { Overrides } from '../modules/patterns/expand-patterns.ts';
import type { Post, PostCard } from '../modules/posts/model.ts';
import type { ScopedQuery } from '../modules/search/results.ts';
import type { SearchResult } from '../modules/search/search-index.ts';
import { pageTemplateTypes } from '../modules/templates/model.ts';
import type { Term } from '../modules/terms/model.ts';
import type { User } from '../kernel/permission.ts';
import type { Viewer } from '../modules/content/viewer.ts';
import type { AskedTogether } from './asked-together.server.ts';
import type { TextPart } from './document/document.ts';
import type { ShownComment } from './post-comments/data.ts';

export const pageKinds = ['home', ...pageTemplateTypes] as const;
export type PageKind = (typeof pageKinds)[number];

export interface BlockPage {
  readonly blockId: string;
  /** 1 is the first. */
  readonly page: number;
  /** The selected filter entry; '': the first one, which shows everything. */
  readonly filter: string;
  /** The order of a random list on the previous page; undefined: any. */
  readonly seed?: number;
}

/** Common to all pages. Holds declared query parameters only, since the cache key has no others. */
interface AnyPage {
  /** Path of the first page of this listing or article, with leading and trailing slash (or `/?p=…` with plain permalinks). */
  readonly path: string;
  /** 1 is the first; of a listing, or of the parts of an article's text. */
  readonly pageNumber: number;
  /** The article's or archive's title, plain text. */
  readonly title: string;
  /** The block that a reader pages without JavaScript (`?td_block={id}&td_page=n&td_filter_value=…`, of a random list `{id}.{seed}`). */
  readonly blockPage?: BlockPage | undefined;
  /** Values of `query-3-page` parameters by name; 1 if not given. Loaders call `turnedPage`. */
  readonly queryPages?: ReadonlyMap<string, number>;
  /** Tags that its address and visibility depend on: parent pages or terms, an attachment's post. */
  readonly aboveTags?: readonly Tag[];
  /** The article is appended to another article's page. */
  readonly follows?: boolean;
  /** Only a part is rendered, such as the footer, for pages that already have a heading. */
  readonly isPart?: boolean;
}

/** The posts of several terms, of several authors, or of both. */
export interface Several {
  /** The first term's, which determines the kind of list; undefined: authors only. */
  readonly taxonomy?: string;
  /** Term ids: a post has a term of each group or a descendant. Empty if there are only exclusions. */
  readonly groups: readonly (readonly number[])[];
  /** Ids of terms whose posts, and those of descendants, are excluded. */
  readonly without: readonly number[];
  /** Each post has one of these authors; undefined: any author. */
  readonly authorIds?: readonly number[] | undefined;
  /** No post has any of these authors. */
  readonly withoutAuthorIds?: readonly number[] | undefined;
  /** Published in [from, to), milliseconds; undefined: any time. */
  readonly between?: { readonly from: number; readonly to: number } | undefined;
}

export interface Narrowed extends Several {
  /** Their query string: `cat=3&author=5`. */
  readonly query: string;
  /** Names of the terms and authors it is restricted to; empty if there are only exclusions. */
  readonly name: string;
}

interface Subjects {
  readonly post: Post;
  readonly term: Term;
  readonly several: Several;
  readonly author: User;
  readonly search: string;
  readonly narrowed: Narrowed;
  /** A date archive's bounds, [from, to) in milliseconds. */
  readonly dates: { readonly from: number; readonly to: number };
  /** Type of the listed posts; undefined: `post`. */
  readonly postType: string;
  readonly format: PostFormat;
  /** Parts of the post's text, shown one at a time; `pageNumber` is the current one. */
  readonly parts: readonly TextPart[];
  readonly discussion: Discussion;
}

/** A page of a kind with its required and possible subjects, and no others. */
type About<
  Kind extends PageKind,
  Needed extends keyof Subjects = never,
  Possible extends keyof Subjects = never,
> = AnyPage & { readonly kind: Kind } & Pick<Subjects, Needed> & {
    readonly [Name in Possible]?: Subjects[Name] | undefined;
  } & { readonly [Name in Exclude<keyof Subjects, Needed | Possible>]?: undefined };

export type PostPage = About<
  'single' | 'page' | 'attachment' | 'cpt' | 'woo_product',
  'post',
  'parts' | 'discussion'
>;

/** Subject of the current page: identical for all viewers, except in a preview, whose post is the viewer's autosave. */
export type PageInfo =
  | PostPage
  | About<'category' | 'tag' | 'woo_archive', 'term', 'postType'>
  /** One or several terms of a custom taxonomy, all posts of a type, or all articles of a format. */
  | About<'cpt_tax', never, 'term' | 'several' | 'postType' | 'format'>
  | About<'category' | 'tag' | 'woo_archive', 'several', 'postType'>
  | About<'author', 'author'>
  | About<'author', 'several'>
  | About<'date', 'dates'>
  | About<'search' | 'woo_search_archive', 'search', 'postType' | 'narrowed'>
  /** The front page; with a post if the articles have their own page. */
  | About<'home', never, 'post' | 'parts' | 'discussion'>
  | About<'woo_shop_base', never, 'postType'>
  | About<'404'>;

export interface Discussion {
  /** 1 is the first page of threads. */
  readonly page: number;
  /** The comment that the form replies to without JavaScript; 0: none. */
  readonly replyTo: number;
  /** Oldest or newest first, if the reader chose; undefined: the site's setting. */
  readonly order?: 'asc' | 'desc' | undefined;
}

/** Facts that inner blocks report to outer ones: a link to the current page, an icon of a list, an overlay's close button. */
export type ShownInside = 'current-item' | 'social-link' | 'overlay-close';

/** Values that inner blocks inherit (WordPress' block context). */
export interface BlockContext {
  /** Replaces the page's post as the subject; always a listed post. */
  readonly postId?: number;
  readonly query?: BlockQuery;
  readonly comment?: ShownComment;
  /** Lets an outer block take over the comment form; returns false if it can't show one. */
  readonly takeForm?: () => boolean;
  /** Reports that something is shown inside, so that the outer block need not search the HTML. */
  readonly shows?: (what: ShownInside) => void;
  /** Arrow around the text of pagination links. */
  readonly paginationArrow?: string;
  /** Whether these links show text; undefined: yes. */
  readonly paginationLabels?: boolean;
  /** Overrides of a synced pattern's instance for the pattern's blocks. */
  readonly overrides?: Overrides;
  /** Replaces the page's term as the subject; always a listed term. */
  readonly termId?: number;
  readonly termCount?: number;
  readonly termQuery?: Readonly<Record<string, unknown>>;
  readonly navigation?: BlockNavigation;
  readonly social?: BlockSocial;
}

export interface BlockNavigation {
  readonly submenus: 'hover' | 'click' | 'always';
  /** Whether submenu toggles have an arrow. */
  readonly showsIcon: boolean;
  readonly colors: Readonly<
    Record<'textColor' | 'backgroundColor' | 'overlayTextColor' | 'overlayBackgroundColor', string>
  > & {
    readonly style: Readonly<Record<string, unknown>>;
    readonly overlayStyle: Readonly<Record<string, unknown>>;
  };
  /** Id of the surrounding overlay's element, for its close button. */
  readonly overlay?: string;
}

export interface BlockSocial {
  readonly openInNewTab: boolean;
  readonly showLabels: boolean;
  /** Preset names, and colour values if not presets. */
  readonly iconColor: string;
  readonly iconColorValue: string;
  readonly iconBackgroundColor: string;
  readonly iconBackgroundColorValue: string;
}

/** A list of posts made of blocks: posts, pagination, content for an empty list. */
export interface BlockQuery {
  /** Names its query parameter: `query-{id}-page`; undefined: `query-page`. */
  readonly id: number | undefined;
  readonly given: Readonly<Record<string, unknown>>;
  /** Columns in markup of older WordPress versions; undefined: the list sets them. */
  readonly columns?: number;
}

/** How a page depends on a tag: a change of its subject drops it at once; a secondary list lets it go stale briefly. */
export type TagWeight = 'primary' | 'secondary';

/**
 * Chooses a block's posts, given those of the blocks above and the number to leave for blocks that choose last.
 * `claimed`: posts among these that no block shows so far, since they are pinned to a band of the front page.
 */
export type ChooseOnce = (
  shown: ReadonlySet<number>,
  reserved: number,
  claimed: ReadonlySet<number>,
) => readonly number[] | Promise<readonly number[]>;

/** A loader's access to content, to its page, and to the declaration of its dependencies. */
export interface LoadContext {
  readonly content: Content;
  /** Queries shared by the blocks of the page. */
  readonly together: AskedTogether;
  readonly page: PageInfo;
  /** The current viewer. A page whose render read `actor` is cached for visitors only. */
  readonly viewer: Viewer;
  readonly blockId: string;
  readonly inherited: BlockContext;
  /** Milliseconds; the same for the whole page. */
  readonly now: number;
  /** Cards of posts in the order of `ids`, without those that are not listed. Calls of one page share their queries. Tags every card. */
  cards(this: LoadContext, ids: readonly number[]): Promise<PostCard[]>;
  /** Listable posts in full, in the order of `ids`. Calls of one page share a query. Tags every post. */
  posts(this: LoadContext, ids: readonly number[]): Promise<Post[]>;
  /** Names posts that the block shows, so that lists below leave them out. Call it before `cards`; the block's definition needs `showsPosts`. */
  noteShown(this: LoadContext, ids: readonly number[]): void;
  /**
   * Chooses posts not shown by blocks above, which `choose` receives; blocks below leave out its result. `showsPosts`
   * blocks choose in document order. `choose` must not load cards, which wait for all choices in order to share a
   * query.
   */
  showOnce(this: LoadContext, choose: ChooseOnce): Promise<readonly number[]>;
  /**
   * Chooses after all other blocks, including those below: for blocks that are redrawn per reader, whose posts others
   * can't leave out. `reserve`: posts to leave for it when there are few.
   */
  showLast(this: LoadContext, reserve: number, choose: ChooseOnce): Promise<readonly number[]>;
  /** Ids of the posts that are pinned to an area, if this is the front page. Some may not be listed. */
  frontPins(this: LoadContext, area: FrontArea): readonly number[];
  /** Reports the posts that the block shows in an area of the front page, for the front page desk. `places`: at most. */
  noteArea(this: LoadContext, area: FrontArea, ids: readonly number[], places: number): void;
  /** Whether this block is the page's first to ask for something unique, such as an element with a known id. */
  claim(this: LoadContext, name: string): boolean;
  /** Reports that the page does not exist, for instance beyond the end of its listing: readers get the 404 page. */
  absent(this: LoadContext): void;
  goesOn(this: LoadContext): void;
  /** Reports that the page answers this search with results, so that searches are counted. */
  found(this: LoadContext, text: string): void;
  /**
   * The requested page of a list, by its parameter (`queryPageName`); 1 is the first. Addresses with parameters that no
   * block of the page reads get the page without them.
   */
  turnedPage(this: LoadContext, parameter: string): number;
  tag(this: LoadContext, tag: Tag, weight?: TagWeight): void;
  /**
   * Searches posts, one search per page at a time, in turn with other pages. Throws if too many search or the page's
   * take too long; if the block doesn't catch it, it is omitted and the page is re-rendered after a minute.
   */
  search(this: LoadContext, query: ScopedQuery): Promise<SearchResult>;
  /** Signs a text that browsers send back; see `Signer`. */
  sign(this: LoadContext, purpose: string, text: string): string;
  /** Limits how long the result may be served, in milliseconds. */
  expireIn(this: LoadContext, milliseconds: number): void;
  /** Caches a value shared by all pages: `load` runs once, and its result is cached until one of its tags is emitted. */
  cache<Value>(
    this: LoadContext,
    key: string,
    load: (context: LoadContext) => Promise<Value>,
  ): Promise<Value>;
  /**
   * Renders another document (menu page, reusable block, footer) inside this one; undefined if it is empty, missing,
   * nested too deeply or recursive. `provided` adds to the inherited context.
   */
  renderDocument(
    this: LoadContext,
    document: DocumentRef,
    provided?: BlockContext,
  ): Promise<string | undefined>;
  /**
   * Renders the inner blocks of a `container: 'loader'` block; undefined if they show nothing. `provided` adds to the
   * inherited context; for repeated renders, a stable `key` keeps block ids unique.
   */
  renderInner(this: LoadContext, provided?: BlockContext, key?: string): Promise<string | undefined>;
}

export interface PatternRef {
  readonly pattern: number;
  /** The instance's overrides; undefined: those of the outer pattern. */
  readonly overrides?: Overrides | undefined;
}

/**
 * A document inside another. `markup`: defined in code; `part`: a post without a page, 0 if missing (logged); `text`:
 * user input, cleaned like posts. `moreLink` returns the HTML in place of a `more` tag, whose plain text it gets.
 */
export type DocumentRef =
  | { readonly template: number }
  | { readonly footer: true }
  | PatternRef
  | { readonly post: number; readonly moreLink?: (words: string) => string }
  | { readonly part: number; readonly type: string; readonly name?: string }
  | { readonly markup: string; readonly name: string }
  | { readonly text: string; readonly name: string };

/** Loads a view's data. Imports only readers of `content/`. */
export type BlockLoader<Settings, Data> = (settings: Settings, context: LoadContext) => Promise<Data>;
