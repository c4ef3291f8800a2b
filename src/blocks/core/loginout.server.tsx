import { runsForeignCode } from '../../modules/ads/ad-slots.ts';
import { readerWords } from '../../modules/settings/definitions/translations.ts';
import { useActing } from '../../reader/islands/acting.ts';
import { logInUrl, logOutUrl } from '../../lib/account-urls.ts';
import { flag } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

const words = [
  'account_log_in',
  'account_log_out',
  'account_name',
  'account_password',
  'account_remember',
] as const;

interface Data {
  readonly texts: Readonly<Record<(typeof words)[number], string>>;
  /** Where who signs in or out goes on; undefined: where the site says. */
  readonly back: string | undefined;
  /** The form of the page, with WordPress' ids: a page has one. */
  readonly hasForm: boolean;
}

/** Leads people to where they sign in. Pages are the same for everybody: of who is signed in `reader/behaviours/loginout.ts` makes it the way out. */
export const block = defineCoreBlock({
  name: 'core/loginout',
  attributes: { displayLoginAsForm: flag(false), redirectToCurrent: flag(true) },
  load: async ({ displayLoginAsForm, redirectToCurrent }, context): Promise<Data> => {
    const settings = await context.content.settings.current();
    // No code of others reads a password: where some runs, the link leads to the page without it.
    const hasForm = displayLoginAsForm && !runsForeignCode(settings) && context.claim('login form');
    // WordPress' form goes back to where it stands, whatever its link does.
    // The page of what is not there is the same everywhere, and knows no address to go back to.
    const back =
      !redirectToCurrent && !hasForm ? undefined : context.page.kind === '404' ? '/' : context.page.path;
    return { texts: readerWords(settings, words), back, hasForm };
  },
  View: ({ settings, data: { texts, back, hasForm } }) => {
    const acting = useActing();
    const wrapper = wrapperProps('core/loginout', settings, 'logged-out', hasForm && 'has-login-form');
    return (
      <div
        {...wrapper}
        {...acting.now('loginout', {
          logOut: texts.account_log_out,
          url: logOutUrl(settings.redirectToCurrent ? back : undefined),
        })}
      >
        {hasForm ? (
          <LoginForm texts={texts} back={back} />
        ) : (
          <a rel="nofollow" href={logInUrl(back)}>
            {texts.account_log_in}
          </a>
        )}
      </div>
    );
  },
});

function LoginForm({ texts, back }: Pick<Data, 'texts' | 'back'>) {
  return (
    <form name="loginform" id="loginform" action="/wp-login.php" method="post">
      <p className="login-username">
        <label htmlFor="user_login">{texts.account_name}</label>
        <input
          type="text"
          name="log"
          id="user_login"
          autoComplete="username"
          autoCapitalize="off"
          className="input"
          required
          maxLength={1024}
        />
      </p>
      <p className="login-password">
        <label htmlFor="user_pass">{texts.account_password}</label>
        <input
          type="password"
          name="pwd"
          id="user_pass"
          autoComplete="current-password"
          spellCheck={false}
          className="input"
          required
          maxLength={1024}
        />
      </p>
      <p className="login-remember">
        <label>
          <input name="rememberme" type="checkbox" id="rememberme" value="forever" /> {texts.account_remember}
        </label>
      </p>
      <p className="login-submit">
        <button
          type="submit"
          name="wp-submit"
          id="wp-submit"
          className="button button-primary wp-block-button__link wp-element-button"
        >
          {texts.account_log_in}
        </button>
        {back !== undefined && <input type="hidden" name="redirect_to" value={back} />}
      </p>
    </form>
  );
}
