import type { PageInfo } from '../../blocks/load-context.ts';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import { noteReads } from '../../lib/noted-reads.ts';
import { termLink } from '../../modules/cards/cards.ts';
import { categoryOfArea } from '../../modules/front/model.ts';
import type { Arrangement } from '../../modules/front/model.ts';
import type { RenderedArea } from '../../modules/front/rendered-area.ts';
import { postsPageOf } from '../../modules/settings/site-facts.ts';
import { renderPage } from './render-page.ts';
import type { RenderedPage } from './render-page.ts';
import { resolvePage } from './resolve-page.ts';
import { siteWithFront } from './site.ts';
import type { Site } from './site.ts';
import { TaggedCache } from './tagged-cache.ts';
import type { LoadedData } from './tagged-cache.ts';

type Rendered = Pick<RenderedPage, 'areas' | 'tags' | 'expiresAt'>;

/** Arrangements whose areas are cached: the published one, and one that is about to be. */
const capacity = 2;

/** Areas of the front page, rendered once for all editors who have the desk open, until something changes on it. */
export class SharedAreas {
  readonly #cache: TaggedCache<readonly RenderedArea[]>;
  readonly #renderingByKey = new Map<string, Promise<readonly RenderedArea[]>>();

  constructor(bus: Pick<InvalidationBus, 'listen'>) {
    this.#cache = new TaggedCache(bus, capacity);
  }

  /** The areas of `siteWithFront(site, front)`. Sites with the same `isNewsroom` must be the same. */
  async find(site: Site, front: Arrangement): Promise<readonly RenderedArea[]> {
    const key = JSON.stringify([site.isNewsroom, front.pins, front.breaking]);
    const known = this.#cache.get(key, Date.now());
    if (known) return known.data;
    const { epoch } = this.#cache;
    // A render that began before a change may lack it.
    const renderingKey = `${epoch} ${key}`;
    const before = this.#renderingByKey.get(renderingKey);
    if (before) return before;
    const rendering = noteReads(() => renderAreas(siteWithFront(site, front))).then(
      ({ value: { data, tags, expiresAt }, reads }) => {
        if (tags.size > 0) this.#cache.set(key, { data, tags, reads, expiresAt }, epoch);
        return data;
      },
    );
    this.#renderingByKey.set(renderingKey, rendering);
    try {
      return await rendering;
    } finally {
      this.#renderingByKey.delete(renderingKey);
    }
  }
}

/**
 * Renders the front page, or the page that lists the posts if a static front page has no areas, and returns its areas
 * in the order of the page. `site`: with its own block data (`siteWithFront`), since cached blocks report no areas.
 */
async function renderAreas(site: Site): Promise<LoadedData<readonly RenderedArea[]>> {
  const settings = await site.content.settings.current();
  const postsPage = postsPageOf(settings);
  const pages = [await renderAt(site, '/')];
  if ((pages[0]?.areas.size ?? 0) === 0 && postsPage > 0)
    pages.push(await renderAt(site, `/?page_id=${postsPage}`));
  const rendered = pages.filter((page) => page !== undefined);
  const areas: Rendered['areas'] = rendered.at(-1)?.areas ?? new Map();
  const categoryIds = [...areas.keys()].flatMap((area) => categoryOfArea(area) ?? []);
  const [terms, cards] = await Promise.all([
    site.content.terms.withAncestors(categoryIds),
    site.cards.find([...new Set([...areas.values()].flatMap(({ ids }) => ids))], settings),
  ]);
  const data = [...areas].flatMap(([area, { ids, places }]) => {
    const term = terms.get(categoryOfArea(area) ?? 0);
    const link = term && termLink(term, terms, settings);
    const shown = ids.flatMap((id) => cards.get(id)?.data ?? []);
    return [{ area, title: link?.name ?? '', link: link?.url ?? '', places, cards: shown }];
  });
  const expiresAt = Math.min(...rendered.map((page) => page.expiresAt));
  return { data, tags: new Map(rendered.flatMap(({ tags }) => [...tags])), expiresAt };
}

/** Redirects to follow, such as from a plain address to the canonical one. */
const maxSteps = 3;

async function renderAt(site: Site, address: string): Promise<Rendered | undefined> {
  const page = await pageAt(site, address);
  return page && renderPage(site, page, false);
}

async function pageAt(site: Site, address: string): Promise<PageInfo | undefined> {
  let at = address;
  for (let step = 0; step < maxSteps; step++) {
    const url = new URL(at, 'https://site.example');
    const found = await resolvePage(site.content, { path: url.pathname, query: url.searchParams });
    if (found.type === 'page') return found.page;
    if (found.type === 'gone') return undefined;
    at = found.location;
  }
  return undefined;
}
