import { megaDocument } from '../../blocks/nav-menu/mega-document.ts';
import { renderFragment } from '../pages/render-fragment.ts';
import { numberField } from './ajax-action.ts';
import type { AjaxAction, AjaxContext } from './ajax-action.ts';
import { megaReply } from './mega-reply.ts';
import { registeredBlocks } from './registered-blocks.ts';

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
