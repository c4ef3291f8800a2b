import { permalinks } from '../../modules/types/permalinks.ts';
import { isListed, isPublic } from '../../modules/posts/policy.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { documentTitle } from '../pages/head/texts.ts';
import { renderArticle, renderFooter } from '../pages/render-fragment.ts';
import { withParts } from '../replies/render-page-request.ts';
import { numberField } from './ajax-action.ts';
import { besides, registeredBlocks } from './fragment-reply.ts';
import type { AjaxAction, AjaxContext } from './ajax-action.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import { kindOfPost } from '../pages/resolve-singular.ts';
import { footerDocument } from '../pages/template-for.ts';

/** `broadsheet_article`: the next article of an infinite page. `content` is empty for posts that no list shows. */
export const broadsheetArticle: AjaxAction = {
  name: 'broadsheet_article',
  cachedBy: { post_id: 'number', td_res_context_registered_atts: 'json' },
  share: async ({ fields }) => ({
    key: [idOf({ fields }), ...registeredBlocks(fields.get('td_res_context_registered_atts'))].join(' '),
    tags: new Map(),
  }),
  handle: async ({ site, fields }) => {
    const [post, settings] = await Promise.all([
      findPost(site.content.database.read, idOf({ fields })),
      site.content.settings.current(),
    ]);
    if (!post || !postTypeNamed(post.type).isArticle || !isListed(post))
      return { json: { content: '', url: '', title: '' } };
    const title = siteTypography(settings).line(post.title);
    const whole = {
      kind: 'single' as const,
      path: permalinks(settings.permalink_structure).post(post),
      pageNumber: 1,
      title,
      post,
    };
    const page = (await withParts(site, whole)) ?? whole;
    const { html, parts, tags, expiresAt, isLacking } = await renderArticle(
      site,
      page,
      registeredBlocks(fields.get('td_res_context_registered_atts')),
    );
    const json = {
      content: html ?? '',
      url: page.path,
      title: documentTitle(page, settings),
      ...besides(parts),
    };
    return { json, tags, expiresAt, isLacking };
  },
};

function idOf({ fields }: Pick<AjaxContext, 'fields'>): number {
  return numberField(fields, 'post_id', 0, 0, Number.MAX_SAFE_INTEGER);
}

/**
 * `tdb_get_footer`: the footer's HTML, fetched when the visitor scrolls near it. `postID` names the page; pages with
 * the same footer share one answer.
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

/** The requesting page, as far as its footer depends on it; reveals nothing about posts that visitors can't open. */
async function pageOf({ site, fields }: AjaxContext): Promise<PageInfo> {
  const id = numberField(fields, 'postID', 0, 0, Number.MAX_SAFE_INTEGER);
  const post = id > 0 ? await findPost(site.content.database.read, id) : undefined;
  if (!post || !isPublic(post)) return { kind: 'home', path: '/', pageNumber: 1, title: '' };
  return { kind: kindOfPost(post), path: '/', pageNumber: 1, title: post.title, post };
}
