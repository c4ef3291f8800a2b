import { findPost } from '../../../content/posts/reader.ts';
import { isPublic } from '../../../content/posts/policy.ts';
import type { PageInfo } from '../../../blocks/load-context.ts';
import { renderFooter } from '../../../pages/render-footer.ts';
import { numberField } from './ajax-action.ts';
import type { AjaxAction } from './ajax-action.ts';

/** `tdb_get_footer`: the footer's HTML, that a page fetches when its reader comes near. `postID` names the page whose footer it is. */
export const tdbGetFooter: AjaxAction = {
  name: 'tdb_get_footer',
  cachedBy: { postID: 'number', td_res_context_registered_atts: 'json' },
  handle: async ({ site, fields }) => {
    const id = numberField(fields, 'postID', 0, 0, Number.MAX_SAFE_INTEGER);
    const post = id > 0 ? await findPost(site.content.database.read, id) : undefined;
    const page: PageInfo = post && isPublic(post)
      ? { kind: post.type === 'page' ? 'page' : 'single', path: '/', pageNumber: 1, title: post.title, post }
      : { kind: 'home', path: '/', pageNumber: 1, title: '' };
    const footer = await renderFooter(site, page, registeredBlocks(fields.get('td_res_context_registered_atts')));
    return { json: { content: footer.html, classes: footer.classes }, tags: footer.tags, expiresAt: footer.expiresAt };
  },
};

/** Names of the blocks whose CSS the page has already: a JSON list of names; anything else counts as none. */
function registeredBlocks(text: string | undefined): ReadonlySet<string> {
  if (!text) return new Set();
  try {
    const names: unknown = JSON.parse(text);
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, 200) : []);
  } catch {
    return new Set(); // optional and informational (AJAX-19)
  }
}
