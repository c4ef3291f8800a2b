import type { AjaxAction } from './ajax-action.ts';
import { tdAjaxDarkMode } from './td-ajax-dark-mode.ts';
import { tdAjaxSearch } from './td-ajax-search.tsx';
import { tdbGetFooter } from './tdb-get-footer.ts';

/** Every action that `/wp-admin/admin-ajax.php` knows, by its name on the wire. */
export const ajaxActions: ReadonlyMap<string, AjaxAction> = new Map([tdAjaxDarkMode, tdAjaxSearch, tdbGetFooter].map((action) => [action.name, action]));
