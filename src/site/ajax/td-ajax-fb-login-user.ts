import { SocialNetworkError, socialSignIn } from '../../modules/accounts/social-sign-in.ts';
import { messageOf } from '../../lib/errors.ts';
import { field } from '../login/login-action.ts';
import { welcome } from '../login/second-step.tsx';
import { signInOf } from '../login/where-to.ts';
import { accountCall } from './account-call.ts';

/** `td_ajax_fb_login_user`: opens a session for whom the social network vouches; `access_token` is what its script gave the browser. */
export const tdAjaxFbLoginUser = accountCall({
  name: 'td_ajax_fb_login_user',
  names: {},
  run: async (context) => {
    const { site } = context;
    const outcome = await socialSignIn(site.accounts, {
      token: field(context, 'access_token', 5000),
      ...signInOf(context),
    }).catch((error: unknown) => {
      if (error instanceof SocialNetworkError)
        site.log.warn(
          { reason: messageOf(error.cause) },
          'The social network gives no answer: nobody signs in by it',
        );
      throw error;
    });
    const { next: redirect, setCookies } = await welcome(context, outcome, field(context, 'redirect_to'));
    return { setCookies, ...(redirect === undefined ? {} : { redirect }) };
  },
});
