import {
  passkeyOffer,
  passkeyRequest,
  signInByPasskey,
  takesPasskeys,
} from '../../modules/accounts/passkeys.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { field } from '../login/login-action.ts';
import type { LoginContext } from '../login/login-action.ts';
import { keyOf, secondStepByPasskeyOf, welcome } from '../login/second-step.tsx';
import { signInOf } from '../login/where-to.ts';
import { accountCall } from './account-call.ts';

const longest = 40_000;

function late({ settings }: LoginContext): InvalidInputError {
  return new InvalidInputError(readerText(settings, 'account_step_late'), 'account_step_late');
}

/** What the browser is to do, for each `use`; undefined for one that is none, or that is not theirs. */
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
 * `broadsheet_passkey`: with `use` alone (`sign-in`, `second-step`, `register`) what the browser is to sign, as `options`; with `credential`, which is what
 * came
 * of it, it opens the session. A passkey is registered by the form of `/wp-admin/second-factor.php`.
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
