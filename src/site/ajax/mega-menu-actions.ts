import { block } from '../../blocks/mega-category/block.ts';
import type { Settings } from '../../blocks/mega-category/block.ts';
import { megaDocument } from '../../blocks/nav-menu/data.ts';
import { renderFragment } from '../pages/render-fragment.ts';
import { numberField, objectField } from './ajax-action.ts';
import type { AjaxAction, AjaxContext, AjaxReply } from './ajax-action.ts';
import { registeredBlocks, besides } from './fragment-reply.ts';
import type { RenderedFragment } from '../pages/render-fragment.ts';

/** `tdb_get_mm_cat`: posts of a category's mega menu. `cat_mm_id` names the category, `td_block_atts` may set the limit and a subcategory. */
export const tdbGetMmCat: AjaxAction = {
  name: 'tdb_get_mm_cat',
  cachedBy: { td_block_atts: 'json', cat_mm_id: 'number' },
  share: async (context) => ({ key: JSON.stringify(settingsOf(context)), tags: new Map() }),
  handle: async (context) => {
    const { category_id: id, limit, td_filter_value } = settingsOf(context);
    const { markup, name } = megaDocument('category', id, { limit, td_filter_value });
    return megaReply(
      await renderFragment(
        context.site,
        { document: context.site.documents.template(markup, name), id: name, tags: [] },
        new Set(),
      ),
    );
  },
};

function settingsOf({ fields }: Pick<AjaxContext, 'fields'>): Settings {
  const sent = objectField(fields, 'td_block_atts') ?? {};
  return block.settings.parse({
    limit: sent.limit,
    td_filter_value: sent.td_filter_value,
    category_id: numberField(fields, 'cat_mm_id', 0, 0, Number.MAX_SAFE_INTEGER),
  });
}

/** `tdb_get_mm_page`: the content of a published page, for a mega menu; empty for any other id. */
export const tdbGetMmPage: AjaxAction = {
  name: 'tdb_get_mm_page',
  cachedBy: { pageId: 'number', td_res_context_registered_atts: 'json' },
  share: async ({ fields }) => ({
    key: [pageOf({ fields }), ...registeredBlocks(fields.get('td_res_context_registered_atts'))].join(' '),
    tags: new Map(),
  }),
  handle: async ({ site, fields }) => {
    const { markup, name } = megaDocument('page', pageOf({ fields }));
    const fragment = await renderFragment(
      site,
      { document: site.documents.template(markup, name), id: name, tags: [] },
      registeredBlocks(fields.get('td_res_context_registered_atts')),
    );
    return megaReply(fragment);
  },
};

function pageOf({ fields }: Pick<AjaxContext, 'fields'>): number {
  return numberField(fields, 'pageId', 0, 0, Number.MAX_SAFE_INTEGER);
}

/** Answer of both mega menu calls. Empty ones are not cached, since any id can be requested. */
function megaReply({ html, parts, tags, expiresAt, isLacking }: RenderedFragment): AjaxReply {
  return html === undefined
    ? { json: { content: '' }, isLacking }
    : { json: { content: html, ...besides(parts) }, tags, expiresAt, isLacking };
}
