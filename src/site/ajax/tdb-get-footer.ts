import { findPost } from '../../modules/posts/reader.ts';
import { isPublic } from '../../modules/posts/policy.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { renderFooter } from '../pages/render-footer.ts';
import { kindOfPost } from '../pages/resolve-singular.ts';
import { footerDocument } from '../pages/template-for.ts';
import { numberField } from './ajax-action.ts';
import { besides } from './besides.ts';
import type { AjaxAction, AjaxContext } from './ajax-action.ts';
import { registeredBlocks } from './registered-blocks.ts';

/**
 * `tdb_get_footer`: the footer's HTML, that a page fetches when its reader comes near. `postID` names the page whose footer it is; pages with the same footer
 * share one answer.
 */
export const tdbGetFooter: AjaxAction = {
  name: 'tdb_get_footer',
  cachedBy: { postID: 'number', td_res_context_registered_atts: 'json' },
  share: async (context) => {
    const page = await pageOf(context);
    const { id, tags } = await footerDocument(context.site, page);
    const present = registeredBlocks(context.fields.get('td_res_context_registered_atts'));
    return {
      key: `${id} ${[...present].join(' ')}`,
      tags: new Map(
        [...tags, ...(page.post ? [`post:${page.post.id}` as const] : [])].map((tag) => [tag, 'primary']),
      ),
    };
  },
  handle: async (context) => {
    const footer = await renderFooter(
      context.site,
      await pageOf(context),
      registeredBlocks(context.fields.get('td_res_context_registered_atts')),
    );
    const { html = '', classes, parts, tags, expiresAt, isLacking } = footer;
    return { json: { content: html, classes, ...besides(parts) }, tags, expiresAt, isLacking };
  },
};

/** The page that asks, as far as its footer depends on it; visitors learn nothing of a post that they may not open. */
async function pageOf({ site, fields }: AjaxContext): Promise<PageInfo> {
  const id = numberField(fields, 'postID', 0, 0, Number.MAX_SAFE_INTEGER);
  const post = id > 0 ? await findPost(site.content.database.read, id) : undefined;
  if (!post || !isPublic(post)) return { kind: 'home', path: '/', pageNumber: 1, title: '' };
  return { kind: kindOfPost(post), path: '/', pageNumber: 1, title: post.title, post };
}
