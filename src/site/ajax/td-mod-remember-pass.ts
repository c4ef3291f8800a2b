import { requestPassword } from '../../modules/accounts/request-password.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { callerOf } from '../../lib/caller.ts';
import { field } from '../login/login-action.ts';
import { accountCall } from './account-call.ts';

/** `td_mod_remember_pass`: mails a link by which a password is chosen. */
export const tdModRememberPass = accountCall({
  name: 'td_mod_remember_pass',
  names: { user_login: 'forgot_email' },
  run: async (context) => {
    await requestPassword(context.site.accounts, {
      name: field(context, 'user_login'),
      caller: callerOf(context.ip),
    });
    return { text: readerText(context.settings, 'account_lost_sent') };
  },
});
