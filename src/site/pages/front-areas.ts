import type { PageInfo } from '../../blocks/load-context.ts';
import { termLink } from '../../modules/cards/cards.ts';
import { categoryOfArea } from '../../modules/front/model.ts';
import type { RenderedArea } from '../../modules/front/rendered-area.ts';
import { postsPageOf } from '../../modules/settings/site-facts.ts';
import type { PageRender } from './page-render.ts';
import { renderPage } from './render-page.ts';
import { resolvePage } from './resolve-page.ts';
import type { Site } from './site.ts';

/**
 * Renders the front page, or the page that lists the posts if a static front page has no areas, and returns its areas
 * in the order of the page. `site`: with its own block data (`siteWithFront`), since cached blocks report no areas.
 */
export async function renderAreas(site: Site): Promise<readonly RenderedArea[]> {
  const settings = await site.content.settings.current();
  const postsPage = postsPageOf(settings);
  let areas = await areasAt(site, '/');
  if (areas.size === 0 && postsPage > 0) areas = await areasAt(site, `/?page_id=${postsPage}`);
  const categoryIds = [...areas.keys()].flatMap((area) => categoryOfArea(area) ?? []);
  const [terms, cards] = await Promise.all([
    site.content.terms.withAncestors(categoryIds),
    site.cards.find([...new Set([...areas.values()].flatMap(({ ids }) => ids))], settings),
  ]);
  return [...areas].flatMap(([area, { ids, places }]) => {
    const term = terms.get(categoryOfArea(area) ?? 0);
    const link = term && termLink(term, terms, settings);
    const shown = ids.flatMap((id) => cards.get(id)?.data ?? []);
    return [{ area, title: link?.name ?? '', link: link?.url ?? '', places, cards: shown }];
  });
}

/** Redirects to follow, such as from a plain address to the canonical one. */
const maxSteps = 3;

async function areasAt(site: Site, address: string): Promise<PageRender['areas']> {
  const page = await pageAt(site, address);
  return page ? (await renderPage(site, page, false)).areas : new Map();
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
