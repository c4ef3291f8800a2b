import { signIn } from '../../../content/accounts/sign-in.ts';
import { readerText } from '../../../content/settings/definitions/translations.ts';
import { mayEditSomething } from '../../../content/users/policy.ts';
import type { Actor } from '../../../content/users/role.ts';
import { findActor } from '../../../content/users/roles.ts';
import { callerOf } from '../../../lib/caller.ts';
import { ownPath } from '../../../lib/own-path.ts';
import { LoginForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Told } from './login-action.ts';

/** Where people who have signed in find what is theirs. */
export const profilePath = '/wp-admin/profile.php';

/** Where somebody begins who said nothing else. */
const homeOf = (actor: Actor | undefined) => (actor && mayEditSomething(actor) ? '/wp-admin/' : profilePath);

/** What a page of accounts says that was reached by its address. */
const notices = { registered: 'account_registered', reset: 'account_password_saved', loggedout: 'account_logged_out' } as const;

function page(context: LoginContext, told?: Told): LoginReply {
  const { settings, query } = context;
  const redirectTo = field(context, 'redirect_to') || query.get('redirect_to') || undefined;
  return {
    kind: 'page', title: readerText(settings, 'account_members'), told,
    form: <LoginForm settings={settings} wrong={told?.fields} name={field(context, 'log')} redirectTo={redirectTo} />,
  };
}

/** What everybody's sign-in needs of a request. */
export function signInOf({ site, headers, ip }: LoginContext): Pick<Parameters<typeof signIn>[1], 'caller' | 'place' | 'deviceOf'> {
  return {
    caller: callerOf(ip), place: { ip, userAgent: headers['user-agent'] ?? '' }, deviceOf: (userId) => site.sessions.deviceOf(headers.cookie, userId),
  };
}

/** `action=login`: opens a session, and leads to where one was going. */
export const login: LoginAction = {
  names: ['login'],
  get: async (context) => {
    if (context.signedIn) {
      return { kind: 'redirect', to: ownPath(context.query.get('redirect_to') ?? '', context.site.content.siteUrl) ?? homeOf(context.signedIn.actor) };
    }
    const notice = Object.entries(notices).find(([name]) => context.query.has(name))?.[1];
    return page(context, notice && { kind: 'done', text: readerText(context.settings, notice) });
  },
  post: async (context) => {
    const { site } = context;
    const { user, session } = await signIn(site.accounts, {
      name: field(context, 'log'), password: context.fields.get('pwd') ?? '', isRemembered: context.fields.has('rememberme'), ...signInOf(context),
    });
    const actor = await findActor(site.content.database.read, user.id);
    return {
      kind: 'redirect', to: ownPath(field(context, 'redirect_to'), site.content.siteUrl) ?? homeOf(actor),
      setCookies: site.sessions.cookies(session, user.displayName),
    };
  },
  refused: async (context, told) => page(context, told),
};
