import { passkeyOrigin, takeSecondStepByPasskey } from '../../modules/accounts/passkeys.ts';
import { findWays, takeSecondStep } from '../../modules/accounts/sign-in.ts';
import type { HalfWay, Welcome } from '../../modules/accounts/sign-in.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { findActor } from '../../modules/users/roles.ts';
import { parseCookies } from '../../lib/cookies.ts';
import { withQuery, ownPath } from '../../lib/urls.ts';
import { SecondStepForm } from './account-forms.tsx';
import { field, homeOf, secondFactorPath, signedInPath, signInOf, signInAgain } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Notice } from './login-action.ts';

/** Holds the key of the first step, so that only the same browser can take the second one. */
const cookieName = 'broadsheet_second_step';
const path = '/wp-login.php?action=second-step';
const seconds = 600;

function keyCookie(siteUrl: string, key: string): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${key}; Path=/; SameSite=Lax; HttpOnly${secure}; Max-Age=${key === '' ? 0 : seconds}`;
}

export const keyOf = ({ headers }: Pick<LoginContext, 'headers'>) =>
  parseCookies(headers.cookie)[cookieName] ?? '';

/** Result of a correct password: session cookies, and the address of the second step or its set-up; `redirectTo` is the requested page. */
export async function welcome(
  {
    site: {
      sessions,
      content: { siteUrl },
    },
    headers,
  }: Pick<LoginContext, 'site' | 'headers'>,
  outcome: Welcome | HalfWay,
  redirectTo: string,
): Promise<{ readonly next?: string; readonly setCookies: readonly string[] }> {
  if ('session' in outcome) {
    const device = await sessions.deviceCookie(headers.cookie, outcome.user.id);
    const setCookies = [
      ...sessions.cookies(outcome.session, outcome.user.displayName),
      device,
      keyCookie(siteUrl, ''),
    ];
    // The landing page of a framed log-in links to the set-up itself, which no page may frame.
    const next = outcome.owes && ownPath(redirectTo, siteUrl) !== signedInPath ? secondFactorPath : undefined;
    return { setCookies, ...(next === undefined ? {} : { next }) };
  }
  return { next: onwards(path, redirectTo), setCookies: [keyCookie(siteUrl, outcome.secondStep)] };
}

/** The address with its `redirect_to`; '' means the default. */
const onwards = (address: string, redirectTo: string) =>
  withQuery(address, redirectTo === '' ? '' : `redirect_to=${encodeURIComponent(redirectTo)}`);

export async function secondStepByPasskeyOf(context: LoginContext, credential: string): Promise<Welcome> {
  return takeSecondStepByPasskey(context.site.accounts, {
    key: keyOf(context),
    credential,
    place: signInOf(context).place,
  });
}

export async function secondStepOf(context: LoginContext): Promise<Welcome> {
  return takeSecondStep(context.site.accounts, {
    key: keyOf(context),
    code: field(context, 'code', 200),
    ...signInOf(context),
  });
}

async function page(context: LoginContext, notice?: Notice): Promise<LoginReply> {
  const { settings, query, site, signedIn } = context;
  if (signedIn && !notice) {
    return {
      kind: 'redirect',
      to: ownPath(query.get('redirect_to') ?? '', site.content.siteUrl) ?? homeOf(signedIn.actor),
    };
  }
  const ways = await findWays(site.accounts, keyOf(context));
  const redirectTo = field(context, 'redirect_to') || query.get('redirect_to') || undefined;
  if (!ways) {
    return {
      kind: 'redirect',
      to: onwards('/wp-login.php?late=true', redirectTo ?? ''),
      setCookies: [keyCookie(site.content.siteUrl, '')],
    };
  }
  const passkeysAt = ways.passkeys ? passkeyOrigin(site.content.siteUrl) : undefined;
  return {
    kind: 'page',
    title: readerText(settings, 'account_step'),
    notice,
    form: (
      <SecondStepForm
        settings={settings}
        wrong={notice?.fields}
        redirectTo={redirectTo}
        app={ways.app}
        passkeysAt={passkeysAt}
      />
    ),
  };
}

export const secondStep: LoginAction = {
  names: ['second-step'],
  get: (context) => page(context),
  post: async (context) => {
    const { site } = context;
    const outcome = await secondStepOf(context);
    const actor = await findActor(site.content.database.read, outcome.user.id);
    const { setCookies } = await welcome(context, outcome, '');
    return {
      kind: 'redirect',
      to: ownPath(field(context, 'redirect_to'), site.content.siteUrl) ?? homeOf(actor),
      setCookies,
    };
  },
  refused: page,
};

async function signedInPage(
  { settings, site, headers, signedIn }: LoginContext,
  notice?: Notice,
): Promise<LoginReply> {
  if (!signedIn) return { kind: 'redirect', to: signInAgain(signedInPath) };
  if (!(await site.sessions.findOwing(headers.cookie)))
    return { kind: 'page', title: readerText(settings, 'account_logged_in'), notice, form: null };
  return {
    kind: 'page',
    title: readerText(settings, 'account_factor'),
    notice: notice ?? { kind: 'done', text: readerText(settings, 'account_factor_required') },
    form: (
      <p className="account-send">
        <a className="button" href={secondFactorPath} target="_blank" rel="noopener">
          {readerText(settings, 'account_factor_see')}
        </a>
      </p>
    ),
  };
}

/** `action=signed-in`: tells users that they are logged in, or links to the set-up of a second step that their role requires. Changes nothing. */
export const signedIn: LoginAction = {
  names: ['signed-in'],
  get: (context) => signedInPage(context),
  post: (context) => signedInPage(context),
  refused: signedInPage,
};
