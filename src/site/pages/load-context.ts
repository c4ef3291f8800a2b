import type {
  BlockContext,
  ChooseOnce,
  DocumentRef,
  LoadContext,
  PageInfo,
  TagWeight,
} from '../../blocks/load-context.ts';
import type { AskedTogether } from '../../blocks/asked-together.server.ts';
import type { FrontArea } from '../../modules/front/model.ts';
import type { Content } from '../../modules/content/content.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { isListed } from '../../modules/posts/policy.ts';
import type { Post, PostCard } from '../../modules/posts/model.ts';
import type { ScopedQuery } from '../../modules/search/results.ts';
import type { SearchResult } from '../../modules/search/search-index.ts';
import type { Viewer } from '../../modules/content/viewer.ts';
import { noteAll, noteReads } from '../../lib/noted-reads.ts';
import type { SharedData, PageRender } from './page-render.ts';
import type { ShownTurn } from './shown-posts.ts';
import type { LoadedData } from './tagged-cache.ts';

export class LoadTracker {
  readonly tags = new Map<Tag, TagWeight>();
  expiresAt = Infinity;
  /** It read the page or its own position: its data can't be shared with other pages. */
  dependsOnPage = false;
  /** Posts passed to `noteShown`. */
  shown: readonly number[] | undefined;

  addTag(tag: Tag, weight: TagWeight = 'secondary'): void {
    if (this.tags.get(tag) !== 'primary') this.tags.set(tag, weight);
  }

  addLoaded({ tags, reads, expiresAt }: Pick<LoadedData, 'tags' | 'reads' | 'expiresAt'>): void {
    if (reads) noteAll(reads);
    tags.forEach((weight, tag) => this.addTag(tag, weight)); // without an array for each of them
    this.expiresAt = Math.min(this.expiresAt, expiresAt);
  }
}

export interface LoaderPlace {
  readonly inherited: BlockContext;
  /** Undefined for a block that names no posts. */
  readonly turn?: ShownTurn | undefined;
  document(ref: DocumentRef, provided: BlockContext): Promise<string | undefined>;
  inner(provided: BlockContext, key: string): Promise<string | undefined>;
}

export const alone: LoaderPlace = {
  inherited: {},
  document: async () => undefined,
  inner: async () => undefined,
};

/** The context of one loader; records what the loader reads. */
class TrackedContext implements LoadContext {
  readonly content: Content;
  readonly now: number;
  readonly #render: PageRender;
  readonly #blockId: string;
  readonly #tracker: LoadTracker;
  readonly #place: LoaderPlace;

  constructor(render: PageRender, blockId: string, tracker: LoadTracker, place: LoaderPlace) {
    this.content = render.site.content;
    this.now = render.now;
    this.#render = render;
    this.#blockId = blockId;
    this.#tracker = tracker;
    this.#place = place;
  }

  get page(): PageInfo {
    this.#tracker.dependsOnPage = true;
    return this.#render.page;
  }

  get viewer(): Viewer {
    this.#tracker.dependsOnPage = true;
    return this.#render.viewer;
  }

  get together(): AskedTogether {
    return this.#render.site.together;
  }

  get blockId(): string {
    this.#tracker.dependsOnPage = true;
    return this.#blockId;
  }

  get inherited(): BlockContext {
    this.#tracker.dependsOnPage = true;
    return this.#place.inherited;
  }

  tag(tag: Tag, weight?: TagWeight): void {
    this.#tracker.addTag(tag, weight);
  }

  async cards(ids: readonly number[]): Promise<PostCard[]> {
    this.#place.turn?.endUnlessNaming();
    const cards = await this.#render.cards(ids);
    for (const id of ids) this.#tracker.addTag(`post:${id}`);
    return cards.map((card) => {
      this.#tracker.addLoaded(card);
      return card.data;
    });
  }

  async posts(ids: readonly number[]): Promise<Post[]> {
    for (const id of ids) this.#tracker.addTag(`post:${id}`);
    const { front } = this.#render;
    return (await Promise.all(ids.map((id) => this.#render.post(id))))
      .filter((post) => post !== undefined)
      .filter(isListed)
      .map((post) => front?.dressPost(post) ?? post);
  }

  noteShown(ids: readonly number[]): void {
    this.#tracker.shown = [...(this.#tracker.shown ?? []), ...ids];
    this.#place.turn?.note(ids);
  }

  frontPins(area: FrontArea): readonly number[] {
    return this.#render.front?.pinsOf(area) ?? [];
  }

  noteArea(area: FrontArea, ids: readonly number[], places: number): void {
    this.#render.noteArea(area, ids, places);
  }

  showOnce(choose: ChooseOnce): Promise<readonly number[]> {
    this.#tracker.dependsOnPage = true;
    return this.#render.showOnce(choose, this.#place.turn);
  }

  showLast(reserve: number, choose: ChooseOnce): Promise<readonly number[]> {
    this.#tracker.dependsOnPage = true;
    return this.#render.showLast(reserve, choose, this.#place.turn);
  }

  claim(name: string): boolean {
    this.#tracker.dependsOnPage = true;
    return this.#render.claim(name);
  }

  absent(): void {
    this.#tracker.dependsOnPage = true;
    this.#render.isAbsent = true;
  }

  goesOn(): void {
    this.#tracker.dependsOnPage = true;
    this.#render.goesOn = true;
  }

  found(text: string): void {
    this.#tracker.dependsOnPage = true;
    this.#render.searched = text;
  }

  turnedPage(parameter: string): number {
    this.#tracker.dependsOnPage = true;
    this.#render.turnedBy.add(parameter);
    return this.#render.page.queryPages?.get(parameter) ?? 1;
  }

  search(query: ScopedQuery): Promise<SearchResult> {
    return this.#render.search(query);
  }

  sign(purpose: string, text: string): string {
    return this.#render.site.signer.sign(purpose, text);
  }

  expireIn(milliseconds: number): void {
    this.#tracker.expiresAt = Math.min(this.#tracker.expiresAt, this.now + milliseconds);
  }

  cache<Value>(key: string, load: (context: LoadContext) => Promise<Value>): Promise<Value> {
    const render = this.#render;
    const tracker = this.#tracker;
    const inner = (tracking: LoadTracker) =>
      load(trackedContext(render, this.#blockId, tracking, this.#place));
    const data = render
      .loadOnce(key, () => loadCached(render, `keep ${key}`, inner))
      .then(({ loaded, dependsOnPage }) => {
        tracker.addLoaded(loaded);
        tracker.dependsOnPage ||= dependsOnPage;
        if (loaded.shown) this.noteShown(loaded.shown);
        // Equal keys belong to the same function, so the type fits.
        return loaded.data as Value;
      });
    // Blocks start loading before they await the result: an earlier rejection is theirs to handle, and must not end the
    // process as unhandled.
    data.catch(() => undefined);
    return data;
  }

  renderDocument(ref: DocumentRef, provided: BlockContext = {}): Promise<string | undefined> {
    this.#tracker.dependsOnPage = true;
    return this.#place.document(ref, provided);
  }

  renderInner(provided: BlockContext = {}, key = ''): Promise<string | undefined> {
    this.#tracker.dependsOnPage = true;
    return this.#place.inner(provided, key);
  }
}

export function trackedContext(
  render: PageRender,
  blockId: string,
  tracker: LoadTracker,
  place: LoaderPlace,
): LoadContext {
  return new TrackedContext(render, blockId, tracker, place);
}

/** Returns a cached result or runs `load`; caches the result of a run that did not read the page. */
export async function loadCached(
  render: PageRender,
  givenKey: string,
  load: (tracker: LoadTracker) => Promise<unknown>,
): Promise<SharedData> {
  const { blockData } = render.site;
  const key = render.dataScope + givenKey;
  const cached = blockData.get(key, render.now);
  if (cached) return { loaded: cached, dependsOnPage: false };
  const { epoch } = blockData;
  const tracker = new LoadTracker();
  const { value: data, reads } = await noteReads(() => load(tracker));
  const { tags, expiresAt, shown } = tracker;
  const loaded: LoadedData = { data, tags, reads, expiresAt, ...(shown && { shown }) };
  if (!tracker.dependsOnPage) blockData.set(key, loaded, epoch);
  return { loaded, dependsOnPage: tracker.dependsOnPage };
}
