import { isSocialLoginSet } from '../../modules/accounts/social-sign-in.ts';
import type { AjaxAction } from './ajax-action.ts';

/** `td_ajax_fb_login_get_credentials`: the site's id at the social network where readers sign in; `error` says where there is none. */
export const tdAjaxFbLoginGetCredentials: AjaxAction = {
  name: 'td_ajax_fb_login_get_credentials',
  handle: async ({ site }) => {
    const settings = await site.content.settings.current();
    return {
      json: isSocialLoginSet(settings)
        ? { error: '', app_id: settings.social_login_app_id }
        : { error: 'Social login is not set up on this site.', app_id: '' },
    };
  },
};
