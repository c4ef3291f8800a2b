import { passkeyOrigin } from '../../modules/accounts/passkeys.ts';
import { signIn } from '../../modules/accounts/sign-in.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { findActor } from '../../modules/users/roles.ts';
import { ownPath } from '../../lib/urls.ts';
import { LoginForm } from './account-forms.tsx';
import { field, homeOf, signInOf } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Notice } from './login-action.ts';
import { welcome } from './second-step.tsx';

const notices = {
  registered: 'account_registered',
  reset: 'account_password_saved',
  loggedout: 'account_logged_out',
  late: 'account_step_late',
} as const;

function page(context: LoginContext, notice?: Notice): LoginReply {
  const { settings, query, site } = context;
  const redirectTo = field(context, 'redirect_to') || query.get('redirect_to') || undefined;
  const passkeysAt = passkeyOrigin(site.content.siteUrl);
  return {
    kind: 'page',
    title: readerText(settings, 'account_members'),
    notice,
    form: (
      <LoginForm
        settings={settings}
        wrong={notice?.fields}
        name={field(context, 'log')}
        redirectTo={redirectTo}
        passkeysAt={passkeysAt}
      />
    ),
  };
}

/** `action=login`: opens a session and redirects to the requested page, or asks for the second step. */
export const login: LoginAction = {
  names: ['login'],
  get: async (context) => {
    if (context.signedIn) {
      return {
        kind: 'redirect',
        to:
          ownPath(context.query.get('redirect_to') ?? '', context.site.content.siteUrl) ??
          homeOf(context.signedIn.actor),
      };
    }
    const text = Object.entries(notices).find(([name]) => context.query.has(name))?.[1];
    return page(context, text && { kind: 'done', text: readerText(context.settings, text) });
  },
  post: async (context) => {
    const { site } = context;
    const outcome = await signIn(site.accounts, {
      name: field(context, 'log'),
      password: context.fields.get('pwd') ?? '',
      isRemembered: context.fields.has('rememberme'),
      ...signInOf(context),
    });
    const requested = field(context, 'redirect_to');
    const { next, setCookies } = await welcome(context, outcome, requested);
    const to =
      next ??
      ownPath(requested, site.content.siteUrl) ??
      homeOf(await findActor(site.content.database.read, outcome.user.id));
    return { kind: 'redirect', to, setCookies };
  },
  refused: async (context, notice) => page(context, notice),
};
