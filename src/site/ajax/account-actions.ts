import {
  BroadsheetError,
  ForbiddenError,
  TooManyRequestsError,
  InvalidInputError,
  messageOf,
} from '../../lib/errors.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { byAccount } from '../http/limits.ts';
import { isForeign } from '../http/security-headers.ts';
import type { LoginContext, Notice } from '../login/login-action.ts';
import type { AjaxAction, AjaxContext, AjaxReply } from './ajax-action.ts';
import { signIn } from '../../modules/accounts/sign-in.ts';
import { field, signInOf, noticeOf } from '../login/login-action.ts';
import { welcome, secondStepOf, keyOf, secondStepByPasskeyOf } from '../login/second-step.tsx';
import { registerUser } from '../../modules/accounts/registration.ts';
import { registeredPath, registeredTexts, typedRegistration } from '../login/register.tsx';
import { requestPassword } from '../../modules/accounts/password-commands.ts';
import { callerOf } from '../../lib/request-headers.ts';
import {
  passkeyOffer,
  passkeyRequest,
  signInByPasskey,
  takesPasskeys,
} from '../../modules/accounts/passkeys.ts';
import { SocialNetworkError, socialSignIn, isSocialLoginSet } from '../../modules/accounts/social-sign-in.ts';

interface Done {
  /** Undefined: the browser stays on the page and shows `text`. */
  readonly redirect?: string;
  readonly text?: string;
  readonly setCookies?: readonly string[];
  readonly options?: object;
}

/**
 * Account form action. Replies `{"error": "", "message", "redirect"}` or a localized `{"error": "…", "fields": […]}`;
 * 429 with `Retry-After` beyond a limit. `names`: the theme's fields by those of `/wp-login.php`; both are accepted.
 */
function accountCall({
  name,
  names,
  run,
}: {
  readonly name: string;
  readonly names: Readonly<Record<string, string>>;
  readonly run: (context: LoginContext) => Promise<Done>;
}): AjaxAction {
  return {
    name,
    handle: async (context) => {
      const settings = await context.site.content.settings.current();
      try {
        if (context.client)
          context.site.accounts.guard.post(await byAccount(context.site.sessions)(context.client));
        const { redirect = '', text = '', setCookies, options } = await run(asForm(context, settings, names));
        return {
          json: { error: '', message: text, redirect, ...(options ? { options } : {}) },
          ...(setCookies ? { setCookies } : {}),
        };
      } catch (error) {
        if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
        const refused = refusal(noticeOf(error, settings));
        if (!(error instanceof TooManyRequestsError)) return refused;
        return { ...refused, status: error.status, headers: { 'retry-after': error.retryAfter } };
      }
    },
  };
}

const refusal = ({ text, fields = [] }: Notice): AjaxReply => ({
  json: { error: text, message: '', redirect: '', fields },
});

/** The call as its form on `/wp-login.php`. Throws `ForbiddenError` for a call from another site. */
function asForm(
  { site, fields, client }: AjaxContext,
  settings: LoginContext['settings'],
  names: Readonly<Record<string, string>>,
): LoginContext {
  if (!client || isForeign(client.headers, site.content.siteUrl))
    throw new ForbiddenError(readerText(settings, 'account_foreign'), 'account_foreign');
  const sent = new Map(fields);
  for (const [form, call] of Object.entries(names)) {
    const value = fields.get(call);
    if (value !== undefined && !sent.has(form)) sent.set(form, value);
  }
  return {
    site,
    settings,
    query: client.query,
    fields: sent,
    headers: client.headers,
    ip: client.ip,
    signedIn: client.signedIn,
  };
}

/** `td_mod_login`: opens a session and reloads the page, or names the page of the second step. */
export const tdModLogin = accountCall({
  name: 'td_mod_login',
  names: { log: 'login_email', pwd: 'login_pass' },
  run: async (context) => {
    const { site, fields } = context;
    const outcome = await signIn(site.accounts, {
      name: field(context, 'log'),
      password: fields.get('pwd') ?? '',
      isRemembered: fields.has('rememberme'),
      ...signInOf(context),
    });
    const { next: redirect, setCookies } = await welcome(context, outcome, field(context, 'redirect_to'));
    return { setCookies, ...(redirect === undefined ? {} : { redirect }) };
  },
});

/** `td_mod_register`: creates an account, mails a confirmation link, or queues it for an administrator's approval. */
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

/** `td_mod_remember_pass`: mails a password reset link. */
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

/** `broadsheet_second_step`: checks the second factor's `code`, opens the session, and reloads the page. */
export const broadsheetSecondStep = accountCall({
  name: 'broadsheet_second_step',
  names: {},
  run: async (context) => ({
    setCookies: (await welcome(context, await secondStepOf(context), '')).setCookies,
  }),
});

const longest = 40_000;

function late({ settings }: LoginContext): InvalidInputError {
  return new InvalidInputError(readerText(settings, 'account_step_late'), 'account_step_late');
}

/** Options of the browser's passkey API for each `use`; undefined for an unknown `use`, or one not open to the caller. */
async function optionsFor(context: LoginContext): Promise<object | undefined> {
  const { site, signedIn } = context;
  if (!takesPasskeys(site.content.siteUrl)) return undefined;
  const use = field(context, 'use');
  if (use === 'register') {
    const owner = signedIn ?? (await site.sessions.findOwing(context.headers.cookie));
    return owner && passkeyOffer(site.accounts, owner, site.signer);
  }
  if (use === 'second-step') return passkeyRequest(site.accounts, { kind: use, key: keyOf(context) });
  return use === 'sign-in' ? passkeyRequest(site.accounts, { kind: use }) : undefined;
}

/**
 * `broadsheet_passkey`: `use` alone (`sign-in`, `second-step`, `register`) returns the challenge as `options`; with the
 * resulting `credential` it opens the session. `/wp-admin/second-factor.php` registers passkeys.
 */
export const broadsheetPasskey = accountCall({
  name: 'broadsheet_passkey',
  names: {},
  run: async (context) => {
    const { site, fields } = context;
    const credential = field(context, 'credential', longest);
    if (credential === '') {
      const options = await optionsFor(context);
      if (!options) throw late(context);
      return { options };
    }
    const { caller, place } = signInOf(context);
    const isRemembered = fields.has('rememberme');
    const outcome =
      field(context, 'use') === 'second-step'
        ? await secondStepByPasskeyOf(context, credential)
        : await signInByPasskey(site.accounts, { credential, caller, place, isRemembered });
    return { setCookies: (await welcome(context, outcome, '')).setCookies };
  },
});

/** `td_ajax_fb_login_user`: opens a session for the account that the social network's `access_token` proves. */
export const tdAjaxFbLoginUser = accountCall({
  name: 'td_ajax_fb_login_user',
  names: {},
  run: async (context) => {
    const { site } = context;
    const outcome = await socialSignIn(site.accounts, {
      token: field(context, 'access_token', 5000),
      ...signInOf(context),
    }).catch((error: unknown) => {
      if (error instanceof SocialNetworkError)
        site.log.warn(
          { reason: messageOf(error.cause) },
          'The social network did not respond; logging in with it failed',
        );
      throw error;
    });
    const { next: redirect, setCookies } = await welcome(context, outcome, field(context, 'redirect_to'));
    return { setCookies, ...(redirect === undefined ? {} : { redirect }) };
  },
});

/** `td_ajax_fb_login_get_credentials`: the site's app id at the social network; `error` if it is not configured. */
export const tdAjaxFbLoginGetCredentials: AjaxAction = {
  name: 'td_ajax_fb_login_get_credentials',
  handle: async ({ site }) => {
    const settings = await site.content.settings.current();
    return {
      json: isSocialLoginSet(settings)
        ? { error: '', app_id: settings.social_login_app_id }
        : { error: 'Social login is not set up on this site.', app_id: '' },
    };
  },
};
