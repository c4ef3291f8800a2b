import { registerUser } from '../../modules/accounts/register-user.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { callerOf } from '../../lib/caller.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import { BackToLogin, RegisterForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Told } from './login-action.ts';

function page(context: LoginContext, told?: Told): LoginReply {
  const { settings } = context;
  const title = readerText(settings, 'account_register');
  if (!settings.users_can_register) {
    const closed: Told = { kind: 'problem', text: readerText(settings, 'account_register_closed') };
    return { kind: 'page', title, told: closed, form: <BackToLogin settings={settings} />, status: 403 };
  }
  return {
    kind: 'page',
    title,
    told,
    form: (
      <RegisterForm
        settings={settings}
        wrong={told?.fields}
        login={field(context, 'user_login')}
        email={field(context, 'user_email')}
        shownName={field(context, 'display_name')}
      />
    ),
  };
}

/** Where who has registered signs in, and reads that the account is there. */
export const registeredPath = '/wp-login.php?registered=true';

/** What somebody is told who has registered and is to wait for something. */
export const registeredTexts = { sent: 'account_register_sent', waits: 'account_register_waits' } as const;

/** What was typed into the form of registration. Throws `ForbiddenError` to programs that fill in what nobody sees. */
export function typedRegistration(context: LoginContext): Parameters<typeof registerUser>[1] {
  if (field(context, 'user_url') !== '')
    throw new ForbiddenError(readerText(context.settings, 'account_trap'), 'account_trap');
  return {
    login: field(context, 'user_login'),
    email: field(context, 'user_email'),
    password: context.fields.get('pass1') ?? '',
    retyped: context.fields.get('pass2') ?? '',
    displayName: field(context, 'display_name'),
    caller: callerOf(context.ip),
  };
}

/** `action=register`: a visitor makes an account, where the site lets them. */
export const register: LoginAction = {
  names: ['register'],
  get: async (context) => page(context),
  post: async (context) => {
    const { site, settings } = context;
    const outcome = await registerUser(site.accounts, typedRegistration(context));
    if (outcome === 'made') return { kind: 'redirect', to: registeredPath };
    const told: Told = { kind: 'done', text: readerText(settings, registeredTexts[outcome]) };
    return {
      kind: 'page',
      title: readerText(settings, 'account_register'),
      told,
      form: <BackToLogin settings={settings} />,
    };
  },
  refused: async (context, told) => page(context, told),
};
