import { requestPassword, findResetting, resetPassword } from '../../modules/accounts/password-commands.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { BackToLogin, LostPasswordForm, ResetForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Notice } from './login-action.ts';
import { parseCookies } from '../../lib/cookies.ts';
import { startOf } from '../../lib/cut-text.ts';

const title = ({ settings }: LoginContext) => readerText(settings, 'account_new_password');

function page(context: LoginContext, notice?: Notice): LoginReply {
  const {
    settings,
    site: {
      accounts: { sendsMail },
    },
  } = context;
  const form = (
    <LostPasswordForm
      settings={settings}
      notice={notice}
      name={field(context, 'user_login')}
      sendsMail={sendsMail}
    />
  );
  return { kind: 'page', title: title(context), notice, form };
}

export const lostPassword: LoginAction = {
  names: ['lostpassword', 'retrievepassword'],
  get: async (context) => page(context),
  post: async (context) => {
    const { site, settings } = context;
    await requestPassword(site.accounts, {
      name: field(context, 'user_login'),
      caller: callerOf(context.ip),
    });
    const notice: Notice = { kind: 'done', text: readerText(settings, 'account_lost_sent') };
    return { kind: 'page', title: title(context), notice, form: <BackToLogin settings={settings} /> };
  },
  refused: async (context, notice) => page(context, notice),
};

/** Holds the link's key, which a redirect removes from the address at once, so that no referrer and no history reveals it. */
const cookieName = 'wp-resetpass-broadsheet';
const here = '/wp-login.php?action=rp';

function keyCookie({ site }: LoginContext, key: string): string {
  const secure = site.content.siteUrl.startsWith('https:') ? '; Secure' : '';
  const held = encodeURIComponent(startOf(key, 100));
  return `${cookieName}=${held}; Path=/wp-login.php; SameSite=Lax; HttpOnly${secure}${key === '' ? '; Max-Age=0' : ''}`;
}

const keyOf = ({ headers }: LoginContext) => parseCookies(headers.cookie)[cookieName] ?? '';

async function resetPage(context: LoginContext, notice?: Notice): Promise<LoginReply> {
  const { site, settings } = context;
  const whose = await findResetting(site.accounts, keyOf(context));
  if (whose) {
    const shownName =
      whose.shownName === undefined ? undefined : field(context, 'display_name') || whose.shownName;
    return {
      kind: 'page',
      title: readerText(settings, 'account_choose_password'),
      notice,
      form: (
        <ResetForm settings={settings} wrong={notice?.fields} whose={whose.login} shownName={shownName} />
      ),
    };
  }
  return {
    kind: 'page',
    title: readerText(settings, 'account_new_password'),
    notice: { kind: 'problem', text: readerText(settings, 'account_link_used') },
    form: <LostPasswordForm settings={settings} name="" sendsMail={site.accounts.sendsMail} />,
    status: 400,
  };
}

/** `action=rp`: the owner of a mailed link chooses a password. */
export const rp: LoginAction = {
  names: ['rp', 'resetpass'],
  get: async (context) => {
    const key = context.query.get('key');
    return key === null
      ? resetPage(context)
      : { kind: 'redirect', to: here, setCookies: [keyCookie(context, key)] };
  },
  post: async (context) => {
    const { site, fields } = context;
    const user = await resetPassword(site.accounts, {
      key: keyOf(context),
      password: fields.get('pass1') ?? '',
      retyped: fields.get('pass2') ?? '',
      caller: callerOf(context.ip),
      displayName: fields.has('display_name') ? field(context, 'display_name') : undefined,
    });
    const device = await site.sessions.deviceCookie(context.headers.cookie, user.id, 'link');
    return { kind: 'redirect', to: '/wp-login.php?reset=true', setCookies: [keyCookie(context, ''), device] };
  },
  refused: resetPage,
};
