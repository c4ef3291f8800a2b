import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlockContext, ChooseOnce, PageInfo, TagWeight } from '../../blocks/load-context.ts';
import type { CompiledDocument, DocumentNode } from '../../blocks/document/document.ts';
import { textActs, textDuotones } from '../../blocks/document/text-acts.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { mostPatterns, deepestPatterns } from '../../modules/patterns/expand-patterns.ts';
import type { Post, PostCard } from '../../modules/posts/model.ts';
import { findPosts } from '../../modules/posts/reader.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { anybody } from '../../modules/content/viewer.ts';
import type { Viewer } from '../../modules/content/viewer.ts';
import { islandPrefixes } from '../../reader/islands/island-server.tsx';
import { batch } from '../../lib/batch.ts';
import { noteAll } from '../../lib/noted-reads.ts';
import type { LoadedData } from './tagged-cache.ts';
import { pageSearches } from './page-searches.ts';
import type { PageSearches } from './page-searches.ts';
import { ShownPosts } from './shown-posts.ts';
import type { ShownTurn } from './shown-posts.ts';
import type { Site } from './site.ts';
import { presetText, textStyles } from './page-css.ts';
import { configId } from '../../reader/islands/acting.ts';
import type { Act } from '../../reader/islands/acting.ts';

/** Browser code that the views of a page or fragment asked for, and its texts (`text-acts.ts`), which tell it nothing. */
export class PageActs {
  /** Behaviours and islands of its elements. */
  readonly names = new Set<string>();
  /** Behaviours that act on the whole page. */
  readonly onPage = new Set<string>();
  /** What they are told, by `{name}.{id}`. */
  readonly #configs = new Map<string, unknown>();

  readonly note = ({ name, config, onPage }: Act): void => {
    (onPage ? this.onPage : this.names).add(name);
    if (config !== undefined) this.#configs.set(`${name}.${configId(config)}`, config);
  };

  get configs(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.#configs].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Milliseconds that what stands inside of blocks is drawn at a stretch, but for one thing that takes longer. */
const longestStretch = 10;

/** Draws one thing after the other, in the order in which they come. */
type DrawInTurn = <Drawn>(draw: () => Drawn) => Promise<Drawn>;

/**
 * Lets others be served while a page draws: what blocks repeat may take a second altogether. Things that are loaded side by side come all at once, so each
 * looks at the clock when the one before it is drawn. Time in which the page waits is not counted: one with little to draw gives none. `clock`: milliseconds.
 */
export function drawsInTurn(
  clock: () => number = () => performance.now(),
  giveTurn: () => Promise<unknown> = nextTurn,
): DrawInTurn {
  let last: Promise<unknown> = Promise.resolve();
  let stretch = 0;
  return (draw) => {
    const drawn = last.then(async () => {
      if (stretch > longestStretch) {
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
    // A fault is for the one that was drawn; those behind it are drawn on.
    last = drawn.catch(() => undefined);
    return drawn;
  };
}

/** Documents inside documents, at most; patterns, which are counted by themselves, are none. */
const deepestNesting = 8;
/** How often the blocks of a page render what stands inside of them, at most: lists in lists in lists would multiply without end. */
const mostInner = 2000;
/**
 * What synced patterns and whole texts of other posts count for: as many patterns as there are in excerpts, and 200 texts, take a few hundred milliseconds, in
 * which nobody else is served.
 */
const innerWeight = { inner: 1, pattern: mostInner / mostPatterns, text: 10 } as const;

/** Blocks that the server renders on a page, at most: a text of a megabyte may hold some fifty thousand. */
const mostBlocks = 8_000;
/** Characters that the views of a page draw, at most: some two seconds, in which nobody else is served. */
const mostDrawn = 8_000_000;
/** What characters count for that blocks only hand on, of texts: those were drawn before. The longest text that is written has room three times. */
const heldWeight = 1 / 4;

/** How long what lacks such a list may be kept, in milliseconds. */
const lateAge = 60_000;

/** Data of a loader that ran once for the page. */
export interface KeptData {
  readonly loaded: LoadedData;
  readonly dependsOnPage: boolean;
}

/** One page being rendered: what it is about, and what it turned out to depend on. */
export class PageRender {
  readonly site: Site;
  readonly page: PageInfo;
  /** Who looks at the page. */
  readonly viewer: Viewer;
  readonly settings: Settings;
  readonly now: number;
  readonly tags = new Map<Tag, TagWeight>();
  /** Names of the blocks met, for their CSS. */
  readonly blocks = new Set<string>();
  /** Milliseconds since 1970. */
  expiresAt = Infinity;
  /** Templates of it in which documents hold themselves or nest too deep, by id, with what they are told of. */
  readonly brokenTemplates = new Map<number, string>();
  /** What its views ask browsers to run. */
  readonly acts = new PageActs();
  /** Keeps the islands of the page apart. */
  readonly islands = islandPrefixes();
  /** The page is past the end of its listing: readers get the 404 page. */
  isAbsent = false;
  /** A list of it could not be searched for in time, and is left out. */
  isLacking = false;
  /** Holds a text next to a sidebar, whose edge its headline shares. */
  hasTextRow = false;
  /** Another page of its listing follows. */
  goesOn = false;
  /** The name of a block that is not shown, wherever it stands. */
  leftOut = '';
  /** It comes with CSS and scripts of ours, so that what a text needs of them is noted. */
  isStyled = true;
  /** Scripts of HTML blocks run, in frames of theirs. */
  framesScripts = true;
  /** Classes of pictures in two colours, whose filters it brings. */
  readonly duotones = new Set<string>();
  /** Rules for its blocks on small screens and in states of the pointer. */
  readonly states = new Set<string>();
  /** Parameters by which lists on it are turned. */
  readonly turnedBy = new Set<string>();
  /** What was searched for, where something was found. */
  searched: string | undefined;
  /** Draws what stands inside of blocks. */
  readonly drawInTurn = drawsInTurn();
  /** See `LoadContext.search`. */
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
  readonly #kept = new Map<string, Promise<KeptData>>();
  readonly #cards: (ids: readonly number[]) => Promise<Map<number, PostCard>>;
  readonly #posts = new Map<number, Promise<Post | undefined>>();
  readonly #findPosts: (ids: readonly number[]) => Promise<Map<number, Post>>;

  constructor(site: Site, page: PageInfo, settings: Settings, now: number, viewer: Viewer = anybody) {
    this.site = site;
    this.page = page;
    this.settings = settings;
    this.now = now;
    this.viewer = viewer;
    this.search = pageSearches(site.content);
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

  /** Notes what a written text needs by what is in it. */
  addText(nodes: readonly DocumentNode[]): void {
    if (!this.isStyled) return;
    textActs(nodes).forEach(this.acts.note);
    for (const name of textDuotones(nodes)) this.duotones.add(name);
  }

  /** Notes the CSS that a text needs by what is in it. */
  addStyles(document: CompiledDocument): void {
    if (!this.isStyled) return;
    for (const name of textStyles(document)) this.blocks.add(name);
    this.addStates(document.states ?? []);
  }

  /** Notes rules for states of blocks, and that they may name colours. */
  addStates(rules: readonly string[]): void {
    if (!this.isStyled) return;
    for (const css of rules) {
      if (css === '') continue;
      this.states.add(css);
      if (css.includes('--wp--')) this.blocks.add(presetText);
    }
  }

  /** A primary dependence is never weakened by a secondary one. */
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

  /** Collects the posts of a document apart from those of the page, such as a header that every page has. */
  separatePosts(): ShownPosts {
    return new ShownPosts(this.page.post ? [this.page.post.id] : []);
  }

  /** See `LoadContext.showOnce`. `turn`: of the block that asks; without one it asks last. */
  showOnce(choose: ChooseOnce, turn = this.shownPosts.begin()): Promise<readonly number[]> {
    const chosen = turn.choose((shown) => choose(shown, this.#reserved));
    const settled = chosen.catch(() => undefined);
    const before = this.#lastChoice;
    this.#lastChoice = settled.then(() => before);
    return chosen;
  }

  /** See `LoadContext.showLast`. */
  showLast(reserve: number, choose: ChooseOnce, turn?: ShownTurn): Promise<readonly number[]> {
    this.#reserved += reserve;
    turn?.end();
    const posts = turn?.root ?? this.shownPosts;
    // Blocks below may ask once they know the site's settings, which this one knows already: a turn of the loop lets them.
    const chosen = new Promise((resolve) => {
      setImmediate(resolve);
    })
      .then(() => posts.settled())
      .then(() => this.#allChosen())
      .then(() => choose(posts.ids, 0));
    this.#leftovers.push(chosen.catch(() => undefined));
    return chosen;
  }

  async #allChosen(): Promise<void> {
    for (let last; last !== this.#lastChoice; await last) last = this.#lastChoice;
  }

  /** Says that a block is not shown because its list could not be searched for: it may be soon. The first one is logged. */
  leaveOutLate(block: string, reason: string): void {
    this.isLacking = true;
    this.expiresAt = Math.min(this.expiresAt, this.now + lateAge);
    if (this.claim('late lists'))
      this.site.log.warn(
        { path: this.page.path, block, reason },
        'A list can\u2019t be searched for in time, and is left out',
      );
  }

  /** See `LoadContext.claim`. */
  claim(name: string): boolean {
    if (this.#claimed.has(name)) return false;
    this.#claimed.add(name);
    return true;
  }

  /** Whether a block may render what stands inside of it once more; the first that may not is logged. */
  takeInner(kind: keyof typeof innerWeight = 'inner'): boolean {
    const before = this.#inner;
    this.#inner += innerWeight[kind];
    if (before <= mostInner && this.#inner > mostInner) {
      this.site.log.warn(
        { path: this.page.path, most: mostInner },
        'The blocks of a page repeat too much; the rest is left out',
      );
    }
    return this.#inner <= mostInner;
  }

  /** Whether another block is loaded; the first that is not is logged. */
  takeBlock(): boolean {
    if (++this.#begun === mostBlocks + 1) {
      this.site.log.warn(
        { path: this.page.path, most: mostBlocks },
        'A page holds more blocks than are rendered; the rest is left out',
      );
    }
    return this.#begun <= mostBlocks;
  }

  /** Whether there is room for what another block draws (`length`: characters that it drew, or `held` from a text). The first that has none is logged. */
  takeDrawn(
    { length }: { readonly length: number } = { length: 0 },
    kind: 'drawn' | 'held' = 'drawn',
  ): boolean {
    const before = this.#drawn;
    this.#drawn += kind === 'held' ? length * heldWeight : length;
    if (before <= mostDrawn && this.#drawn > mostDrawn) {
      this.site.log.warn(
        { path: this.page.path, most: mostDrawn },
        'The blocks of a page draw more than is sent; the rest is left out',
      );
    }
    return this.#drawn <= mostDrawn;
  }

  /** Runs `load` once a page: blocks that ask the same side by side wait for one answer. */
  keepOnce(key: string, load: () => Promise<KeptData>): Promise<KeptData> {
    const kept = this.#kept.get(key) ?? load();
    this.#kept.set(key, kept);
    return kept;
  }

  /** A post of any status, whole, read once a page; those that loaders ask for side by side come in one query. */
  post(id: number): Promise<Post | undefined> {
    const found = this.#posts.get(id) ?? this.#findPosts([id]).then((posts) => posts.get(id));
    this.#posts.set(id, found);
    return found;
  }

  /** Cards of all loaders that run side by side come in one batch, once every block that chooses has chosen. */
  async cards(ids: readonly number[]): Promise<PostCard[]> {
    await this.#allChosen();
    if (this.#leftovers.length > 0) await Promise.all(this.#leftovers);
    const found = await this.#cards(ids);
    return ids.map((id) => found.get(id)).filter((card) => card !== undefined);
  }
}

/** Names the document that is being rendered, and those around it. */
export interface DocumentPlace {
  readonly id: string;
  readonly around: readonly string[];
  /** Of it and those around it those that are patterns, and how many of them stand within each other here. */
  readonly patterns?: { readonly all: number; readonly nested: number };
  /** Makes block ids, with each block's place. The id; of a document that a page may hold several times, the id and the block that holds it. */
  readonly scope: string;
  /** What the blocks around it say to those inside. */
  readonly inherited: BlockContext;
  /** It stands in the text of a post, which lays no page out. */
  readonly isInText?: boolean;
  /** Collects the posts that its blocks show. */
  readonly shown: ShownPosts;
}

/** The place of a document inside another; undefined when it would nest too deep or in itself. */
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

/** Templates that can be skipped for one page: its own and its kind's, with what phones get, header and footer. */
const mostRounds = 8;

/** Renders, and anew as long as a template turns out to be broken (`TemplateFaults`): without that one. `work` hands over each render that has ended. */
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
    if (isSound || round === mostRounds) return result;
  }
}
