import { confirmByLink } from '../../../content/accounts/confirm-by-link.ts';
import { readerText } from '../../../content/settings/definitions/translations.ts';
import { callerOf } from '../../../lib/caller.ts';
import { BackToLogin, SureForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Told } from './login-action.ts';

function page({ settings, query }: LoginContext, told?: Told): LoginReply {
  return {
    kind: 'page', title: readerText(settings, 'account_confirm'), told,
    form: told
      ? <BackToLogin settings={settings} />
      : <SureForm settings={settings} action="confirm" button="account_confirm" fields={{ key: query.get('key') ?? '' }} />,
  };
}

/** `action=confirm`: opens a link of a mail. It asks first, since programs that look through mails open links, too. */
export const confirm: LoginAction = {
  names: ['confirm'],
  get: async (context) => page(context),
  post: async (context) => {
    const kind = await confirmByLink(context.site.accounts, field(context, 'key'), callerOf(context.ip));
    return kind === 'registration'
      ? { kind: 'redirect', to: '/wp-login.php?registered=true' }
      : page(context, { kind: 'done', text: readerText(context.settings, 'account_email_saved') });
  },
  refused: async (context, told) => page(context, told),
};
