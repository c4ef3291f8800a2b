import { registerUser } from '../../modules/accounts/register-user.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { registeredPath, registeredTexts, typedRegistration } from '../login/register.tsx';
import { accountCall } from './account-call.ts';

/** `td_mod_register`: makes an account, mails the link that does, or has it wait for who runs the site. */
export const tdModRegister = accountCall({
  name: 'td_mod_register',
  names: {
    user_email: 'register_email',
    user_login: 'register_user',
    pass1: 'register_pass',
    pass2: 'register_retype_pass',
  },
  run: async (context) => {
    const outcome = await registerUser(context.site.accounts, typedRegistration(context));
    if (outcome === 'made')
      return { text: readerText(context.settings, 'account_registered'), redirect: registeredPath };
    return { text: readerText(context.settings, registeredTexts[outcome]) };
  },
});
