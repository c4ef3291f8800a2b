import type { AjaxAction } from './ajax-action.ts';
import { tdAjaxDarkMode } from './td-ajax-dark-mode.ts';
import { tdAjaxSearch } from './td-ajax-search.tsx';
import { tdbGetFooter } from './tdb-get-footer.ts';
import { tdbGetMmCat } from './tdb-get-mm-cat.ts';
import { tdbGetMmPage } from './tdb-get-mm-page.ts';

/** Every action that `/wp-admin/admin-ajax.php` knows, by its name on the wire. */
export const ajaxActions: ReadonlyMap<string, AjaxAction> = new Map([tdAjaxDarkMode, tdAjaxSearch, tdbGetFooter, tdbGetMmCat, tdbGetMmPage].map((action) => [action.name, action]));
