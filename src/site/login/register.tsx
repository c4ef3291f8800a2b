import { registerUser, askedToConfirm, confirmByLink } from '../../modules/accounts/registration.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import { BackToLogin, RegisterForm, SureForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Notice } from './login-action.ts';
import { fillInElements } from '../../ui/elements.tsx';

function page(context: LoginContext, notice?: Notice): LoginReply {
  const { settings } = context;
  const title = readerText(settings, 'account_register');
  if (!settings.users_can_register) {
    const closed: Notice = { kind: 'problem', text: readerText(settings, 'account_register_closed') };
    return { kind: 'page', title, notice: closed, form: <BackToLogin settings={settings} />, status: 403 };
  }
  return {
    kind: 'page',
    title,
    notice,
    form: (
      <RegisterForm
        settings={settings}
        wrong={notice?.fields}
        login={field(context, 'user_login')}
        email={field(context, 'user_email')}
        shownName={field(context, 'display_name')}
      />
    ),
  };
}

export const registeredPath = '/wp-login.php?registered=true';

/** Messages for registrations that await a mailed link or an approval. */
export const registeredTexts = { sent: 'account_register_sent', waits: 'account_register_waits' } as const;

/** The registration form's fields. Throws `ForbiddenError` if the honeypot is filled in. */
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

/** `action=register`: registers an account, if the site allows it. */
export const register: LoginAction = {
  names: ['register'],
  get: async (context) => page(context),
  post: async (context) => {
    const { site, settings } = context;
    const outcome = await registerUser(site.accounts, typedRegistration(context));
    if (outcome === 'made') return { kind: 'redirect', to: registeredPath };
    const notice: Notice = { kind: 'done', text: readerText(settings, registeredTexts[outcome]) };
    return {
      kind: 'page',
      title: readerText(settings, 'account_register'),
      notice,
      form: <BackToLogin settings={settings} />,
    };
  },
  refused: async (context, notice) => page(context, notice),
};

function confirmPage({ settings }: LoginContext, notice: Notice, status = 200): LoginReply {
  return {
    kind: 'page',
    title: readerText(settings, 'account_confirm'),
    notice,
    form: <BackToLogin settings={settings} />,
    status,
  };
}

const latin = (text: string) => <bdi dir="ltr">{text}</bdi>;

async function asked(context: LoginContext): Promise<LoginReply> {
  const { settings, site } = context;
  const key = context.query.get('key') ?? '';
  const about = await askedToConfirm(site.accounts, key);
  if (!about)
    return confirmPage(context, { kind: 'problem', text: readerText(settings, 'account_link_used') }, 400);
  return {
    kind: 'page',
    title: readerText(settings, 'account_confirm'),
    form: (
      <>
        <p className="account-text">
          {fillInElements(
            readerText(settings, `account_confirm_${about.kind}`),
            latin(about.login),
            latin(about.email),
          )}
        </p>
        <SureForm settings={settings} action="confirm" button="account_confirm" fields={{ key }} />
      </>
    ),
  };
}

/** `action=confirm`: opens a mailed link. Asks first, since mail scanners open links, too. */
export const confirm: LoginAction = {
  names: ['confirm'],
  get: asked,
  post: async (context) => {
    const kind = await confirmByLink(context.site.accounts, field(context, 'key'), callerOf(context.ip));
    return kind === 'registration'
      ? { kind: 'redirect', to: '/wp-login.php?registered=true' }
      : confirmPage(context, { kind: 'done', text: readerText(context.settings, 'account_email_saved') });
  },
  refused: async (context, notice) => confirmPage(context, notice),
};
