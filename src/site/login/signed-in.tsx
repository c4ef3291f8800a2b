import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { LoginAction, LoginContext, LoginReply, Told } from './login-action.ts';
import { secondFactorPath, signedInPath, signInAgain } from './where-to.ts';

async function page({ settings, site, headers, signedIn }: LoginContext, told?: Told): Promise<LoginReply> {
  if (!signedIn) return { kind: 'redirect', to: signInAgain(signedInPath) };
  if (!(await site.sessions.findOwing(headers.cookie)))
    return { kind: 'page', title: readerText(settings, 'account_logged_in'), told, form: null };
  return {
    kind: 'page',
    title: readerText(settings, 'account_factor'),
    told: told ?? { kind: 'done', text: readerText(settings, 'account_factor_required') },
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
  get: (context) => page(context),
  post: (context) => page(context),
  refused: page,
};
