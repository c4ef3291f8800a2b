import { coloursAtFirst } from '../../modules/settings/colours-at-first.ts';
import { darkCookie } from '../../reader/islands/page-config.ts';
import type { AjaxAction } from './ajax-action.ts';

const oneYearSeconds = 365 * 24 * 60 * 60;

/** `td_ajax_dark_mode`: flips the visitor's scheme cookie; carries no state, since the server knows it (requirements, A29). */
export const tdAjaxDarkMode: AjaxAction = {
  name: 'td_ajax_dark_mode',
  handle: async ({ site, cookies }) => {
    const settings = await site.content.settings.current();
    const current = cookies.get(darkCookie) ?? (coloursAtFirst(settings) === 'dark' ? '1' : '0');
    const next = current === '1' ? '0' : '1';
    const secure = site.content.siteUrl.startsWith('https:') ? '; Secure' : '';
    return {
      json: { is_dark: next === '1' },
      setCookies: [`${darkCookie}=${next}; Path=/; Max-Age=${oneYearSeconds}; SameSite=Lax${secure}`],
    };
  },
};
