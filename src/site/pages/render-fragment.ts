import { duotoneFilters } from '../../blocks/core/duotone.ts';
import { stateSheet } from '../../blocks/core/state-styles.ts';
import type { PageInfo, TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { PageParts } from '../../reader/islands/page-config.ts';
import { lookOf } from '../../theme/look/look-css.server.ts';
import type { LookSettings } from '../../theme/look/look-css.server.ts';
import { fragmentParts } from './page-parts.ts';
import { PageRender, renderSoundly } from './page-render.ts';
import { prepareDocument } from './prepared-document.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { renderDocument, renderItems } from './render-document.ts';
import { blockCss, listCssOf } from './style-sheets.ts';
import type { Site } from './site.ts';
import type { ChosenDocument } from './template-for.ts';
import { withoutBlocks } from '../../blocks/document/document.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import { templateFor, footerDocument } from './template-for.ts';
import { stylesFor } from '../../blocks/block.ts';
import { isListData } from '../../blocks/post-list/data.ts';
import type { TurningList } from '../../blocks/post-list/data.ts';
import type { RegisteredBlock } from '../../blocks/registry.server.ts';
import { inSiteWords } from '../../blocks/wordings.ts';
import { alone, LoadTracker, trackedContext } from './load-context.ts';

export interface RenderedFragment {
  /** Starts with the CSS that the page lacks; undefined if the document shows nothing. */
  readonly html: string | undefined;
  /** Modules and configs; separate from the HTML, which browsers don't trust. */
  readonly parts?: PageParts | undefined;
  readonly tags: ReadonlyMap<Tag, TagWeight>;
  readonly expiresAt: number;
  readonly isLacking: boolean;
}

/** The page that a fragment's blocks see: all pages that request the fragment share one render. */
const anyPage: PageInfo = { kind: 'home', path: '/', pageNumber: 1, title: '', isPart: true };

/** Renders a document for an existing page, with the CSS of blocks that are not `present`. `page`: its subject; `ended` receives the render. */
export async function renderFragment(
  site: Site,
  { document, id, tags }: ChosenDocument,
  present: ReadonlySet<string>,
  page: PageInfo = anyPage,
  ended: (render: PageRender) => void = () => {},
): Promise<RenderedFragment> {
  const render = new PageRender(site, page, await site.content.settings.current(), Date.now());
  render.addTags([...tags, ...(page.post ? [`post:${page.post.id}` as const] : [])]);
  const html = await renderDocument(document, id, render);
  ended(render);
  const { expiresAt, isLacking } = render;
  if (html === undefined) return { html, tags: render.tags, expiresAt, isLacking };
  const styled =
    fragmentStyle(render.blocks, present, render.settings) +
    stateSheet(render.states) +
    html +
    duotoneFilters(render.duotones);
  return { html: styled, parts: fragmentParts(render.acts), tags: render.tags, expiresAt, isLacking };
}

/**
 * `<style>` for blocks whose CSS the page lacks; may be empty. The look's styles follow, as in a page: later rules win,
 * and existing content would shift otherwise.
 */
function fragmentStyle(
  names: ReadonlySet<string>,
  present: ReadonlySet<string>,
  settings: LookSettings,
): string {
  const css = listCssOf(names, present) + blockCss(names, present);
  return css === '' ? '' : `<style>${css}${lookOf(settings).last}</style>`;
}

/** Renders an article to append to another article's page, with its template but without blocks that are unique per page. */
export async function renderArticle(
  site: Site,
  page: PageInfo,
  present: ReadonlySet<string>,
): Promise<RenderedFragment> {
  return renderSoundly(site, async (ended) => {
    const { id, document, tags } = await templateFor(site, page, false);
    // Block ids must differ from those of the same template above.
    return renderFragment(
      site,
      { document: withoutSingles(document), id: `${id} ${page.path}`, tags },
      present,
      { ...page, follows: true },
      ended,
    );
  });
}

const isSingle = (name: string) => findBlock(name)?.definition.onceAPage === true;

function withoutSingles(document: PreparedDocument): PreparedDocument {
  return prepareDocument({
    ...document,
    nodes: withoutBlocks(document.nodes, isSingle),
    blocks: document.blocks.filter((name) => !isSingle(name)),
  });
}

interface RenderedFooter extends RenderedFragment {
  /** CSS classes for the footer element, separated by spaces. */
  readonly classes: string;
}

export async function renderFooter(
  site: Site,
  page: PageInfo,
  present: ReadonlySet<string>,
): Promise<RenderedFooter> {
  return renderSoundly(site, async (ended) => {
    const footer = await footerDocument(site, page);
    return {
      ...(await renderFragment(site, footer, present, undefined, ended)),
      classes: `footer-${footer.id.replace(/[^\w-]+/g, '-')}`,
    };
  });
}

export interface ListPageRequest {
  readonly block: RegisteredBlock;
  readonly settings: unknown;
  readonly blockId: string;
  /** 1 is the first. */
  readonly page: number;
  readonly filter: string;
  /** Blocks whose CSS the page has. */
  readonly present: ReadonlySet<string>;
}

interface RenderedListPage {
  /** The posts, without title and paging; undefined beyond the last page. */
  readonly html: string | undefined;
  readonly parts?: PageParts | undefined;
  /** Undefined if the block is no list. */
  readonly data: TurningList | undefined;
  readonly tags: ReadonlyMap<Tag, TagWeight>;
  readonly expiresAt: number;
}

/** Renders a page of a list with the loader and view of the first one. Caches the reply, not its data. */
export async function renderListPage(
  site: Site,
  { block, settings: given, blockId, page, filter, present }: ListPageRequest,
): Promise<RenderedListPage> {
  const listPage: PageInfo = {
    kind: 'home',
    path: '/',
    pageNumber: 1,
    title: '',
    blockPage: { blockId, page, filter },
  };
  const render = new PageRender(site, listPage, await site.content.settings.current(), Date.now());
  const settings = inSiteWords(given, render.settings);
  const tracker = new LoadTracker();
  const data = await block.load?.(settings, trackedContext(render, blockId, tracker, alone));
  render.addLoaded(tracker);
  const list = isListData(data) ? data : undefined;
  if (!list || list.cards.length === 0)
    return { html: undefined, data: list, tags: render.tags, expiresAt: render.expiresAt };
  const html = renderItems({ block, settings, data, blockId, children: [] }, render);
  const style = fragmentStyle(new Set(stylesFor(block.definition, settings)), present, render.settings);
  return {
    html: style + html,
    parts: fragmentParts(render.acts),
    data: list,
    tags: render.tags,
    expiresAt: render.expiresAt,
  };
}
