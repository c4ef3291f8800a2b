import { parseIds } from '../../blocks/setting-types.ts';
import type { AjaxAction } from './ajax-action.ts';

/** Posts that one beacon may name. */
const mostPosts = 20;

/** `broadsheet_view`: a page tells which posts its reader has had before them for two seconds. Counts at most; answers nothing. */
export const broadsheetView: AjaxAction = {
  name: 'broadsheet_view',
  handle: async ({ site, fields, client }) => {
    if (client) site.content.views.note(parseIds(fields.get('post_ids') ?? '', mostPosts), client);
    return { json: {} };
  },
};
