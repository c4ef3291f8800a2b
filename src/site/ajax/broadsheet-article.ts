import { permalinks } from '../../modules/settings/permalinks.ts';
import { isListed } from '../../modules/posts/policy.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { siteTypography } from '../../modules/settings/site-typography.ts';
import { documentTitle } from '../pages/head/texts.ts';
import { renderArticle } from '../pages/render-article.ts';
import { withParts } from '../pages/with-parts.ts';
import { numberField } from './ajax-action.ts';
import { besides } from './besides.ts';
import type { AjaxAction, AjaxContext } from './ajax-action.ts';
import { registeredBlocks } from './registered-blocks.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';

/** `broadsheet_article`: an article to be put below another one. `content` is empty for what no list shows. */
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
