import { duotoneFilters } from '../../blocks/core/duotone.ts';
import { stateSheet } from '../../blocks/core/state-styles.ts';
import type { PageInfo, TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { PageParts } from '../../reader/islands/page-config.ts';
import { lookOf } from '../../theme/look/look-css.server.ts';
import type { LookSettings } from '../../theme/look/look-css.server.ts';
import { fragmentParts } from './page-parts.ts';
import { PageRender } from './page-render.ts';
import { renderDocument } from './render-document.ts';
import { blockCss, listCssOf } from './render-page.ts';
import type { Site } from './site.ts';
import type { ChosenDocument } from './template-for.ts';

/** A part that is added to a page which is there already. */
export interface RenderedFragment {
  /** Begins with the CSS that the page lacks; undefined when the document shows nothing. */
  readonly html: string | undefined;
  /** What browsers may load for it and are told; beside it in the reply, since nothing in HTML is believed. */
  readonly parts?: PageParts | undefined;
  readonly tags: ReadonlyMap<Tag, TagWeight>;
  readonly expiresAt: number;
  /** See `RenderedReply`. */
  readonly isLacking: boolean;
}

/** What the blocks of a fragment are told to be on: all pages that ask for the same one share one render of it. */
const anyPage: PageInfo = { kind: 'home', path: '/', pageNumber: 1, title: '', isPart: true };

/**
 * Renders a document for a page that is there already, with the CSS of those of its blocks that the page has not named as present. `page`: what it is about;
 * `ended` is given the render.
 */
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
 * `<style>` for blocks that the page has no CSS for yet; empty when there are none. The look's stands behind them, as on a page: what comes last wins, and what
 * the page shows would move.
 */
export function fragmentStyle(
  names: ReadonlySet<string>,
  present: ReadonlySet<string>,
  settings: LookSettings,
): string {
  const css = listCssOf(names, present) + blockCss(names, present);
  return css === '' ? '' : `<style>${css}${lookOf(settings).last}</style>`;
}
