import type { PageInfo, TagWeight } from '../blocks/load-context.ts';
import { clientAssets } from '../theme/client-assets.server.ts';
import { scriptJson } from '../lib/script-json.ts';
import { PageRender } from './page-render.ts';
import { renderDocument } from './render-document.ts';
import { blockCss, usedModules } from './render-page.ts';
import type { Site } from './site.ts';
import { footerDocument } from './template-for.ts';

/** A footer to append to a page that is there already. */
export interface RenderedFooter {
  readonly html: string;
  /** CSS classes for the footer element, separated by spaces. */
  readonly classes: string;
  readonly tags: ReadonlyMap<string, TagWeight>;
  readonly expiresAt: number;
}

/** What the blocks of a footer are told to be on: all pages that have the same footer share one render of it. */
const anyPage: PageInfo = { kind: 'home', path: '/', pageNumber: 1, title: '' };

/** Renders the footer of a page, with the CSS of those of its blocks that the page has not named as present. */
export async function renderFooter(site: Site, page: PageInfo, present: ReadonlySet<string>): Promise<RenderedFooter> {
  const render = new PageRender(site, anyPage, await site.content.settings.current(), Date.now());
  for (const tag of ['settings', 'templates']) render.addTag(tag);
  const footer = await footerDocument(site, page);
  const html = await renderDocument(footer.document, footer.id, render);
  return { html: fragmentStyle(render.blocks, present) + html + fragmentModules(html), classes: `footer-${footer.id.replace(/[^\w-]+/g, '-')}`, tags: render.tags, expiresAt: render.expiresAt };
}

/** `<style>` for blocks that the page has no CSS for yet; empty when there are none. */
export function fragmentStyle(names: ReadonlySet<string>, present: ReadonlySet<string>): string {
  const css = blockCss(new Set([...names].filter((name) => !present.has(name))));
  return css === '' ? '' : `<style>${css}</style>`;
}

/** What a fragment adds to the page's table of modules, for the loader; empty when it holds no behaviour and no island. */
export function fragmentModules(html: string): string {
  const modules = usedModules(html, clientAssets());
  if (Object.keys(modules).length === 0) return '';
  return `<script type="application/json" data-modules=""${'lazy-image' in modules ? ' data-behaviour="lazy-image"' : ''}>${scriptJson(modules)}</script>`;
}
