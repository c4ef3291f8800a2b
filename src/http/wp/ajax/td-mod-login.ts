import { signIn } from '../../../content/accounts/sign-in.ts';
import { field } from '../login/login-action.ts';
import { signInOf } from '../login/login.tsx';
import { accountCall } from './account-call.ts';

/** `td_mod_login`: opens a session; the page that asked is shown anew. */
export const tdModLogin = accountCall({
  name: 'td_mod_login',
  names: { log: 'login_email', pwd: 'login_pass' },
  run: async (context) => {
    const { site, fields } = context;
    const { user, session } = await signIn(site.accounts, {
      name: field(context, 'log'), password: fields.get('pwd') ?? '', isRemembered: fields.has('rememberme'), ...signInOf(context),
    });
    return { setCookies: site.sessions.cookies(session, user.displayName) };
  },
});
