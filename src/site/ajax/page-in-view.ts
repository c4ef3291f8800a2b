import { anybody } from '../../modules/content/viewer.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { footerDocument, partDocument, templateFor } from '../pages/template-for.ts';
import { resolvePage } from '../pages/resolve-page.ts';
import { deviceOf } from '../cache/device.ts';
import { readCommentPage } from '../replies/comments/comment-page.ts';
import type { TemplateCall } from './template-call.ts';

/**
 * Runs a change, which says whether it changed anything. What comes of it holds `reload` where the page in view, by the `Referer` that browsers send, would now
 * be laid out by something else; of a client that says nothing, where anything was changed.
 */
export async function reloadAfter(
  call: TemplateCall,
  change: () => Promise<boolean>,
): Promise<{ readonly reload?: true }> {
  const page = await pageInView(call);
  const before = page && (await layoutOf(call, page));
  const isChanged = await change();
  const isOther = page ? (await layoutOf(call, page)) !== before : isChanged;
  return isOther ? { reload: true } : {};
}

/** The page of this site from which a call comes, as the caller sees it. */
async function pageInView({ site, actor, client }: TemplateCall): Promise<PageInfo | undefined> {
  const { referer = '', host } = client?.headers ?? {};
  const url = URL.canParse(referer) ? new URL(referer) : undefined;
  if (!url || (url.host !== host && url.origin !== new URL(site.content.siteUrl).origin)) return undefined;
  const viewer = { ...anybody, actor, preview: url.searchParams.get('preview') === 'true' };
  const found = await resolvePage(
    site.content,
    { path: readCommentPage(url.pathname).path, query: url.searchParams },
    viewer,
  );
  return found.type === 'page' ? found.page : undefined;
}

/** Names what a page is laid out by on the caller's device: its document, its header and its footer. */
async function layoutOf({ site, client }: TemplateCall, page: PageInfo): Promise<string> {
  const choice = await templateFor(site, page, deviceOf(client?.headers ?? {}) === 'phone');
  const [header, footer] = [
    await partDocument(site, 'header', choice.headerId),
    await footerDocument(site, page),
  ];
  return [choice.id, header.id, footer.id].join(' ');
}
