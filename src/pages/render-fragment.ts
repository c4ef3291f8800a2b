import type { CompiledDocument } from '../blocks/document/document.ts';
import type { PageInfo, TagWeight } from '../blocks/load-context.ts';
import { scriptJson } from '../lib/script-json.ts';
import { clientAssets } from '../theme/client-assets.server.ts';
import { markedIn } from './page-behaviours.ts';
import { PageRender } from './page-render.ts';
import { renderDocument } from './render-document.ts';
import { blockCss, usedModules } from './render-page.ts';
import type { Site } from './site.ts';

/** A part that is added to a page which is there already. */
export interface RenderedFragment {
  /** Begins with the CSS and ends with the modules that the page lacks; empty when the document shows nothing. */
  readonly html: string;
  readonly tags: ReadonlyMap<string, TagWeight>;
  readonly expiresAt: number;
}

/** What the blocks of a fragment are told to be on: all pages that ask for the same one share one render of it. */
const anyPage: PageInfo = { kind: 'home', path: '/', pageNumber: 1, title: '', isPart: true };

/** Renders a document for a page that is there already, with the CSS of those of its blocks that the page has not named as present. `page`: what it is about. */
export async function renderFragment(
  site: Site, { document, id }: { readonly document: CompiledDocument; readonly id: string }, present: ReadonlySet<string>, page: PageInfo = anyPage,
): Promise<RenderedFragment> {
  const render = new PageRender(site, page, await site.content.settings.current(), Date.now());
  for (const tag of ['settings', 'templates', ...(page.post ? [`post:${page.post.id}`] : [])]) render.addTag(tag);
  const html = await renderDocument(document, id, render);
  const whole = html === '' ? '' : fragmentStyle(render.blocks, present) + html + fragmentModules(html);
  return { html: whole, tags: render.tags, expiresAt: render.expiresAt };
}

/** `<style>` for blocks that the page has no CSS for yet; empty when there are none. */
export function fragmentStyle(names: ReadonlySet<string>, present: ReadonlySet<string>): string {
  const css = blockCss(names, present);
  return css === '' ? '' : `<style>${css}</style>`;
}

/** What a fragment adds to the page's table of modules, for the loader; empty when it holds no behaviour and no island. */
export function fragmentModules(html: string): string {
  const marked = markedIn(html);
  const modules = usedModules(marked, clientAssets());
  if (Object.keys(modules).length === 0) return '';
  const whole = marked.behaviours.join(' ');
  return `<script type="application/json" data-modules=""${whole && ` data-behaviour="${whole}"`}>${scriptJson(modules)}</script>`;
}
