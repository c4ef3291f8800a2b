import { signIn } from '../../modules/accounts/sign-in.ts';
import { field } from '../login/login-action.ts';
import { welcome } from '../login/second-step.tsx';
import { signInOf } from '../login/where-to.ts';
import { accountCall } from './account-call.ts';

/** `td_mod_login`: opens a session, and the page that asked is shown anew; or names the page that asks for the second step. */
export const tdModLogin = accountCall({
  name: 'td_mod_login',
  names: { log: 'login_email', pwd: 'login_pass' },
  run: async (context) => {
    const { site, fields } = context;
    const outcome = await signIn(site.accounts, {
      name: field(context, 'log'),
      password: fields.get('pwd') ?? '',
      isRemembered: fields.has('rememberme'),
      ...signInOf(context),
    });
    const { next: redirect, setCookies } = await welcome(context, outcome, field(context, 'redirect_to'));
    return { setCookies, ...(redirect === undefined ? {} : { redirect }) };
  },
});
