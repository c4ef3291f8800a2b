import { stylesFor } from '../../blocks/block.ts';
import { isListData } from '../../blocks/post-list/data.ts';
import type { TurningList } from '../../blocks/post-list/data.ts';
import type { RegisteredBlock } from '../../blocks/registry.server.ts';
import { inSiteWords } from '../../blocks/wordings.ts';
import type { PageInfo, TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { PageParts } from '../../reader/islands/page-config.ts';
import { alone, LoadTracker, trackedContext } from './load-context.ts';
import { PageRender } from './page-render.ts';
import { renderItems } from './render-document.ts';
import { fragmentParts } from './page-parts.ts';
import { fragmentStyle } from './render-fragment.ts';
import type { Site } from './site.ts';

/** A page of a list, as a reader who turned to it asks for it. */
export interface ListPageRequest {
  readonly block: RegisteredBlock;
  /** Parsed settings of the block. */
  readonly settings: unknown;
  readonly blockId: string;
  /** 1 for the first. */
  readonly page: number;
  readonly filter: string;
  /** Blocks whose CSS the page has. */
  readonly present: ReadonlySet<string>;
}

export interface RenderedListPage {
  /** The posts, without title and paging; undefined beyond the last page. */
  readonly html: string | undefined;
  /** See `RenderedFragment`. */
  readonly parts?: PageParts | undefined;
  /** Undefined for a block that is no list. */
  readonly data: TurningList | undefined;
  readonly tags: ReadonlyMap<Tag, TagWeight>;
  readonly expiresAt: number;
}

/** Renders a page of a list by the loader and the view that rendered the first one. Its data are not kept: the reply that they make is. */
export async function renderListPage(
  site: Site,
  { block, settings: given, blockId, page, filter, present }: ListPageRequest,
): Promise<RenderedListPage> {
  const anyPage: PageInfo = {
    kind: 'home',
    path: '/',
    pageNumber: 1,
    title: '',
    blockPage: { blockId, page, filter },
  };
  const render = new PageRender(site, anyPage, await site.content.settings.current(), Date.now());
  const settings = inSiteWords(given, render.settings);
  const tracker = new LoadTracker();
  const data = await block.load?.(settings, trackedContext(render, blockId, tracker, alone));
  render.addLoaded(tracker);
  const list = isListData(data) ? data : undefined;
  if (!list || list.cards.length === 0)
    return { html: undefined, data: list, tags: render.tags, expiresAt: render.expiresAt };
  const html = renderItems({ block, settings, data, blockId, children: [], addedClasses: [] }, render);
  const style = fragmentStyle(new Set(stylesFor(block.definition, settings)), present, render.settings);
  return {
    html: style + html,
    parts: fragmentParts(render.acts),
    data: list,
    tags: render.tags,
    expiresAt: render.expiresAt,
  };
}
