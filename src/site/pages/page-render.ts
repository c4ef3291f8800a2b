import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlockContext, ChooseOnce, PageInfo, TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { maxPatterns, deepestPatterns } from '../../modules/patterns/expand-patterns.ts';
import type { Post, PostCard } from '../../modules/posts/model.ts';
import { findPosts } from '../../modules/posts/reader.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { anybody } from '../../modules/content/viewer.ts';
import type { Viewer } from '../../modules/content/viewer.ts';
import { islandPrefixes } from '../../reader/islands/island-server.tsx';
import { batch } from '../../lib/batch.ts';
import { noteAll } from '../../lib/noted-reads.ts';
import type { FrontArea } from '../../modules/front/model.ts';
import type { FrontView } from './front-view.ts';
import type { LoadedData } from './tagged-cache.ts';
import { pageSearches } from './page-searches.ts';
import type { PageSearches } from './page-searches.ts';
import { ShownPosts } from './shown-posts.ts';
import type { ShownTurn } from './shown-posts.ts';
import type { Site } from './site.ts';
import { presetText } from './page-css.ts';
import type { PreparedDocument, TextNeeds } from './prepared-document.ts';
import { configId } from '../../reader/islands/acting.ts';
import type { Act } from '../../reader/islands/acting.ts';

/** Browser code requested by the views of a page or fragment, and by its texts (`text-acts.ts`), which pass no config. */
export class PageActs {
  readonly names = new Set<string>();
  readonly onPage = new Set<string>();
  /** Configs by `{name}.{id}`. */
  readonly #configs = new Map<string, unknown>();

  readonly note = ({ name, config, onPage }: Act): void => {
    (onPage ? this.onPage : this.names).add(name);
    if (config !== undefined) this.#configs.set(`${name}.${configId(config)}`, config);
  };

  get configs(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.#configs].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Milliseconds that inner blocks are rendered without a pause, except for a single longer item. */
const maxStretchLength = 10;

/** Renders one item after the other, in order of the calls. */
type DrawInTurn = <Drawn>(draw: () => Drawn) => Promise<Drawn>;

/**
 * Yields to other requests while a page renders, since repeated blocks may take a second in total. Concurrently loaded
 * items arrive together, so each checks the clock in its turn; waiting doesn't count. `clock`: milliseconds.
 */
export function drawsInTurn(
  clock: () => number = () => performance.now(),
  giveTurn: () => Promise<unknown> = nextTurn,
): DrawInTurn {
  let last: Promise<unknown> = Promise.resolve();
  let stretch = 0;
  return (draw) => {
    const drawn = last.then(async () => {
      if (stretch > maxStretchLength) {
        await giveTurn();
        stretch = 0;
      }
      const began = clock();
      try {
        return draw();
      } finally {
        stretch += clock() - began;
      }
    });
    // An error belongs to its own item; later ones are still rendered.
    last = drawn.catch(() => undefined);
    return drawn;
  };
}

/** Nested documents, except patterns, which have their own limit. */
const deepestNesting = 8;
/** Renders of inner blocks per page: nested lists would multiply without bound. */
const maxInner = 2000;
/**
 * Weights of synced patterns and whole texts of other posts: as many patterns as excerpts may have, or 200 texts, take
 * a few hundred milliseconds without serving other requests.
 */
const innerWeight = { inner: 1, pattern: maxInner / maxPatterns, text: 10 } as const;

/** Server-rendered blocks per page: a text of a megabyte may hold fifty thousand. */
const maxBlocks = 8_000;
/** Characters rendered by a page's views: about two seconds without serving other requests. */
const maxDrawn = 8_000_000;
/** Weight of characters of texts that a block passes through unchanged; they were already rendered once. The longest text fits three times. */
const heldWeight = 1 / 4;

/** Milliseconds that an incomplete page may be cached. */
const lateAge = 60_000;

export interface SharedData {
  readonly loaded: LoadedData;
  readonly dependsOnPage: boolean;
}

export interface AreaPosts {
  readonly ids: readonly number[];
  readonly places: number;
}

const noPosts: ReadonlySet<number> = new Set();

/** A page during its render, and the dependencies found so far. */
export class PageRender {
  readonly site: Site;
  readonly page: PageInfo;
  readonly viewer: Viewer;
  readonly settings: Settings;
  readonly now: number;
  readonly tags = new Map<Tag, TagWeight>();
  readonly blocks = new Set<string>();
  /** Milliseconds since 1970. */
  expiresAt = Infinity;
  /** Templates with recursive or too deeply nested documents, by id, with the message. */
  readonly brokenTemplates = new Map<number, string>();
  readonly acts = new PageActs();
  /** Distinguishes the page's islands. */
  readonly islands = islandPrefixes();
  /** The page is beyond the end of its listing: readers get the 404 page. */
  isAbsent = false;
  /** A list could not be searched in time and is omitted. */
  isLacking = false;
  /** Contains a text next to a sidebar, whose edge its headline shares. */
  hasTextRow = false;
  /** The listing has a next page. */
  goesOn = false;
  /** Name of a block to omit everywhere. */
  leftOut = '';
  /** The output comes with our CSS and scripts, so the texts' needs are noted. */
  isStyled = true;
  /** Scripts of HTML blocks run in frames. */
  framesScripts = true;
  readonly duotones = new Set<string>();
  readonly states = new Set<string>();
  readonly turnedBy = new Set<string>();
  /** The query, if it has results. */
  searched: string | undefined;
  /** The arrangement of editors; undefined on other pages than the front page. */
  front: FrontView | undefined;
  /** Posts and places of the areas of the front page, as their blocks report them. */
  readonly areas = new Map<FrontArea, AreaPosts>();
  readonly drawInTurn = drawsInTurn();
  search: PageSearches;
  /** Posts that the page shows: its own, then those of its blocks. */
  readonly shownPosts: ShownPosts;
  #lastChoice: Promise<unknown> = Promise.resolve();
  readonly #leftovers: Promise<unknown>[] = [];
  #reserved = 0;
  #inner = 0;
  #begun = 0;
  #drawn = 0;
  readonly #claimed = new Set<string>();
  readonly #sharedLoads = new Map<string, Promise<SharedData>>();
  readonly #cards: (ids: readonly number[]) => Promise<Map<number, LoadedData<PostCard>>>;
  readonly #posts = new Map<number, Promise<Post | undefined>>();
  readonly #findPosts: (ids: readonly number[]) => Promise<Map<number, Post>>;

  constructor(site: Site, page: PageInfo, settings: Settings, now: number, viewer: Viewer = anybody) {
    this.site = site;
    this.page = page;
    this.settings = settings;
    this.now = now;
    this.viewer = viewer;
    this.search = pageSearches(site);
    if (page.post?.holdsPatterns) this.addTag('excerpts', 'secondary');
    this.shownPosts = this.separatePosts();
    this.#findPosts = batch(async (ids) => {
      const found = await findPosts(site.content.database.read, ids);
      return new Map(
        await Promise.all(
          [...found].map(async ([id, post]) => [id, await site.content.shownTexts.of(post)] as const),
        ),
      );
    });
    this.#cards = batch((ids) => site.cards.find(ids, settings));
  }

  /** Notes the behaviours and filters that a text needs. */
  addText(needs: { readonly text: TextNeeds }): void {
    if (!this.isStyled) return;
    const { acts, duotones } = needs.text;
    acts.forEach(this.acts.note);
    for (const name of duotones) this.duotones.add(name);
  }

  /** Notes the CSS that a text needs. */
  addStyles({ page, states = [] }: PreparedDocument): void {
    if (!this.isStyled) return;
    for (const name of page.styles) this.blocks.add(name);
    this.addStates(states);
  }

  /** Notes state rules of blocks, which may use named colours. */
  addStates(rules: readonly string[]): void {
    if (!this.isStyled) return;
    for (const css of rules) {
      if (css === '') continue;
      this.states.add(css);
      if (css.includes('--wp--')) this.blocks.add(presetText);
    }
  }

  /** A secondary dependency never weakens a primary one. */
  addTag(tag: Tag, weight: TagWeight = 'primary'): void {
    if (this.tags.get(tag) !== 'primary') this.tags.set(tag, weight);
  }

  addTags(tags: Iterable<Tag>, weight: TagWeight = 'primary'): void {
    for (const tag of tags) this.addTag(tag, weight);
  }

  addLoaded({ tags, reads, expiresAt }: Pick<LoadedData, 'tags' | 'reads' | 'expiresAt'>): void {
    if (reads) noteAll(reads);
    tags.forEach((weight, tag) => this.addTag(tag, weight)); // without an array for each of them
    this.expiresAt = Math.min(this.expiresAt, expiresAt);
  }

  /** Collects a document's posts separately, for documents such as a header that every page has. */
  separatePosts(): ShownPosts {
    return new ShownPosts(this.page.post ? [this.page.post.id] : []);
  }

  /** Prefix of the keys of cached block data, which other pages don't share if editors changed cards or lists of this one. */
  get dataScope(): string {
    return this.front?.dataScope ?? '';
  }

  noteArea(area: FrontArea, ids: readonly number[], places: number): void {
    const known = this.areas.get(area);
    this.areas.set(area, {
      ids: [...new Set([...(known?.ids ?? []), ...ids])],
      places: (known?.places ?? 0) + places,
    });
  }

  /** See `LoadContext.showOnce`. `turn`: the calling block's; without one it chooses last. */
  showOnce(choose: ChooseOnce, turn = this.shownPosts.begin()): Promise<readonly number[]> {
    const chosen = turn.choose((shown) => {
      const claimed = this.front?.claimedBeside(shown) ?? noPosts;
      return choose(claimed.size === 0 ? shown : new Set([...shown, ...claimed]), this.#reserved, claimed);
    });
    const settled = chosen.catch(() => undefined);
    const before = this.#lastChoice;
    this.#lastChoice = settled.then(() => before);
    return chosen;
  }

  showLast(reserve: number, choose: ChooseOnce, turn?: ShownTurn): Promise<readonly number[]> {
    this.#reserved += reserve;
    turn?.end();
    const posts = turn?.root ?? this.shownPosts;
    // Waits one turn of the event loop, in which blocks below start to choose once they have the site's settings.
    const chosen = new Promise((resolve) => {
      setImmediate(resolve);
    })
      .then(() => posts.settled())
      .then(() => this.#allChosen())
      .then(() => choose(posts.ids, 0, noPosts));
    this.#leftovers.push(chosen.catch(() => undefined));
    return chosen;
  }

  async #allChosen(): Promise<void> {
    for (let last; last !== this.#lastChoice; await last) last = this.#lastChoice;
  }

  /** Records that a list was omitted for lack of time, and may be available soon. Logs the first one. */
  leaveOutLate(block: string, reason: string): void {
    this.isLacking = true;
    this.expiresAt = Math.min(this.expiresAt, this.now + lateAge);
    if (this.claim('late lists'))
      this.site.log.warn(
        { path: this.page.path, block, reason },
        'A list can\u2019t be searched for in time, and is left out',
      );
  }

  claim(name: string): boolean {
    if (this.#claimed.has(name)) return false;
    this.#claimed.add(name);
    return true;
  }

  /** Whether a block may render its inner blocks again. Logs once when the limit is reached. */
  takeInner(kind: keyof typeof innerWeight = 'inner'): boolean {
    const before = this.#inner;
    this.#inner += innerWeight[kind];
    if (before <= maxInner && this.#inner > maxInner) {
      this.site.log.warn(
        { path: this.page.path, most: maxInner },
        'The blocks of a page repeat too much; the rest is left out',
      );
    }
    return this.#inner <= maxInner;
  }

  /** Reserves room for one more block. Logs once when the limit is reached. */
  takeBlock(): boolean {
    if (++this.#begun === maxBlocks + 1) {
      this.site.log.warn(
        { path: this.page.path, most: maxBlocks },
        'A page holds more blocks than are rendered; the rest is left out',
      );
    }
    return this.#begun <= maxBlocks;
  }

  /** Reserves room for a block's output (`length`: characters rendered, or `held` from a text). Logs once when the limit is reached. */
  takeDrawn(
    { length }: { readonly length: number } = { length: 0 },
    kind: 'drawn' | 'held' = 'drawn',
  ): boolean {
    const before = this.#drawn;
    this.#drawn += kind === 'held' ? length * heldWeight : length;
    if (before <= maxDrawn && this.#drawn > maxDrawn) {
      this.site.log.warn(
        { path: this.page.path, most: maxDrawn },
        'The blocks of a page draw more than is sent; the rest is left out',
      );
    }
    return this.#drawn <= maxDrawn;
  }

  /** Runs `load` once per page: concurrent callers share one result. */
  loadOnce(key: string, load: () => Promise<SharedData>): Promise<SharedData> {
    const loading = this.#sharedLoads.get(key) ?? load();
    this.#sharedLoads.set(key, loading);
    return loading;
  }

  /** A full post of any status, read once per page; concurrent requests share a query. */
  post(id: number): Promise<Post | undefined> {
    const found = this.#posts.get(id) ?? this.#findPosts([id]).then((posts) => posts.get(id));
    this.#posts.set(id, found);
    return found;
  }

  /** Loads the cards of concurrent loaders in one batch, once all blocks have chosen their posts. */
  async cards(ids: readonly number[]): Promise<LoadedData<PostCard>[]> {
    await this.#allChosen();
    if (this.#leftovers.length > 0) await Promise.all(this.#leftovers);
    const found = await this.#cards(ids);
    const cards = ids.map((id) => found.get(id)).filter((card) => card !== undefined);
    return this.front ? this.front.dressCards(cards) : cards;
  }
}

/** The document being rendered and its ancestors. */
export interface DocumentPlace {
  readonly id: string;
  readonly around: readonly string[];
  /** Which of these are patterns, and the current nesting of patterns. */
  readonly patterns?: { readonly all: number; readonly nested: number };
  /**
   * Forms block ids together with a block's position: the document's id; with the containing block's if the page may
   * contain the document several times.
   */
  readonly scope: string;
  /** Block context from the outer blocks. */
  readonly inherited: BlockContext;
  /** Within a post's text, which lays out no page. */
  readonly isInText?: boolean;
  readonly shown: ShownPosts;
}

/** The place of a nested document; undefined if nested too deeply or recursive. */
export function nestedPlace(
  outer: DocumentPlace,
  id: string,
  scope: string,
  { isPattern = false }: { readonly isPattern?: boolean } = {},
): DocumentPlace | undefined {
  const around = [...outer.around, outer.id];
  const { all, nested } = outer.patterns ?? { all: 0, nested: 0 };
  const isTooDeep = isPattern ? nested >= deepestPatterns : around.length - all >= deepestNesting;
  if (isTooDeep || around.includes(id)) return undefined;
  const { inherited, isInText, shown } = outer;
  return {
    id,
    around,
    patterns: isPattern ? { all: all + 1, nested: nested + 1 } : { all, nested: 0 },
    scope,
    inherited,
    shown,
    ...(isInText ? { isInText } : {}),
  };
}

/** Templates that may be skipped for one page: its own and its kind's, with mobile variants, header and footer. */
const maxRounds = 8;

/** Renders again without each template that turns out to be broken (`TemplateFaults`). `work` must report each finished render. */
export async function renderSoundly<Result>(
  site: Site,
  work: (ended: (render: PageRender) => void) => Promise<Result>,
): Promise<Result> {
  for (let round = 1; ; round++) {
    const { epoch } = site.templateFaults;
    let isSound = true;
    const result = await work(({ brokenTemplates, tags }) => {
      isSound &&= brokenTemplates.size === 0;
      for (const [id, reason] of brokenTemplates)
        site.templateFaults.note(id, { reason, tags: [...tags.keys()] }, epoch);
    });
    if (isSound || round === maxRounds) return result;
  }
}
