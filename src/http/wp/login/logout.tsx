import { signOut } from '../../../content/accounts/sign-out.ts';
import { readerText } from '../../../content/settings/definitions/translations.ts';
import { isNonce } from '../../../content/users/nonce.ts';
import { ownPath } from '../../../lib/own-path.ts';
import { SureForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Told } from './login-action.ts';

/** What the nonce of a link that signs out is made for, as in WordPress. */
export const logOutNonceAction = 'log-out';

function page({ settings, query }: LoginContext, told?: Told): LoginReply {
  const redirectTo = query.get('redirect_to');
  return {
    kind: 'page', title: readerText(settings, 'account_log_out'), told: told ?? { kind: 'done', text: readerText(settings, 'account_log_out_sure') },
    form: <SureForm settings={settings} action="logout" button="account_log_out" fields={redirectTo === null ? {} : { redirect_to: redirectTo }} />,
  };
}

async function leave(context: LoginContext, asked: string): Promise<LoginReply> {
  const { site, signedIn } = context;
  if (signedIn) await site.content.database.write((tx) => signOut(tx, signedIn.actor, signedIn.session));
  return { kind: 'redirect', to: ownPath(asked, site.content.siteUrl) ?? '/wp-login.php?loggedout=true', setCookies: site.sessions.noCookies };
}

/** `action=logout`: ends the session; asks first, but for links with a nonce (`_wpnonce`). */
export const logout: LoginAction = {
  names: ['logout'],
  get: async (context) => {
    const { site, signedIn, query } = context;
    if (!signedIn) return { kind: 'redirect', to: '/wp-login.php' };
    const isOurs = isNonce(site.signer, signedIn.session, logOutNonceAction, query.get('_wpnonce') ?? '');
    return isOurs ? leave(context, query.get('redirect_to') ?? '') : page(context);
  },
  post: (context) => leave(context, field(context, 'redirect_to')),
  refused: async (context, told) => page(context, told),
};
