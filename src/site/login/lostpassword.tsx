import { requestPassword } from '../../modules/accounts/request-password.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { callerOf } from '../../lib/caller.ts';
import { BackToLogin, LostPasswordForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Told } from './login-action.ts';

const title = ({ settings }: LoginContext) => readerText(settings, 'account_new_password');

function page(context: LoginContext, told?: Told): LoginReply {
  const {
    settings,
    site: {
      accounts: { sendsMail },
    },
  } = context;
  const form = (
    <LostPasswordForm
      settings={settings}
      told={told}
      name={field(context, 'user_login')}
      sendsMail={sendsMail}
    />
  );
  return { kind: 'page', title: title(context), told, form };
}

/** `action=lostpassword`: mails a link by which a password is chosen. */
export const lostPassword: LoginAction = {
  names: ['lostpassword', 'retrievepassword'],
  get: async (context) => page(context),
  post: async (context) => {
    const { site, settings } = context;
    await requestPassword(site.accounts, {
      name: field(context, 'user_login'),
      caller: callerOf(context.ip),
    });
    const told: Told = { kind: 'done', text: readerText(settings, 'account_lost_sent') };
    return { kind: 'page', title: title(context), told, form: <BackToLogin settings={settings} /> };
  },
  refused: async (context, told) => page(context, told),
};
