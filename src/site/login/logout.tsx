import { signOut } from '../../modules/accounts/sign-in.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { createNonce, isNonce } from '../../modules/users/session.ts';
import { ownPath } from '../../lib/urls.ts';
import { SureForm } from './account-forms.tsx';
import { field } from './login-action.ts';
import type { LoginAction, LoginContext, LoginReply, Notice } from './login-action.ts';

/** As in WordPress. */
export const logOutNonceAction = 'log-out';

function page(context: LoginContext, notice?: Notice): LoginReply {
  const { site, settings, query, signedIn } = context;
  const redirectTo = query.get('redirect_to') ?? field(context, 'redirect_to');
  const fields = {
    ...(redirectTo === '' ? {} : { redirect_to: redirectTo }),
    ...(signedIn ? { _wpnonce: createNonce(site.signer, signedIn.session, logOutNonceAction) } : {}),
  };
  return {
    kind: 'page',
    title: readerText(settings, 'account_log_out'),
    notice: notice ?? { kind: 'done', text: readerText(settings, 'account_log_out_sure') },
    form: <SureForm settings={settings} action="logout" button="account_log_out" fields={fields} />,
  };
}

async function leave(context: LoginContext, requested: string): Promise<LoginReply> {
  const { site, signedIn } = context;
  if (signedIn) await site.content.database.write((tx) => signOut(tx, signedIn.actor, signedIn.session));
  return {
    kind: 'redirect',
    to: ownPath(requested, site.content.siteUrl) ?? '/wp-login.php?loggedout=true',
    setCookies: site.sessions.noCookies,
  };
}

/** Whether one of this site's links or forms sent it: a text may hide a form under something that a user clicks. */
const isOurs = ({ site, signedIn }: LoginContext, nonce: string) =>
  signedIn === undefined || isNonce(site.signer, signedIn.session, logOutNonceAction, nonce);

/** `action=logout`: ends the session; asks for confirmation without a valid `_wpnonce`. */
export const logout: LoginAction = {
  names: ['logout'],
  get: async (context) => {
    const { signedIn, query } = context;
    if (!signedIn) return { kind: 'redirect', to: '/wp-login.php' };
    return isOurs(context, query.get('_wpnonce') ?? '')
      ? leave(context, query.get('redirect_to') ?? '')
      : page(context);
  },
  post: async (context) =>
    isOurs(context, field(context, '_wpnonce'))
      ? leave(context, field(context, 'redirect_to'))
      : page(context),
  refused: async (context, notice) => page(context, notice),
};
