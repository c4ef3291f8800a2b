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
  /** Where to continue after logging in or out; undefined: the site's default. */
  readonly back: string | undefined;
  /** Whether this is the page's log-in form, with WordPress' ids; one per page. */
  readonly hasForm: boolean;
}

/** A log-in link, identical for all visitors; `reader/behaviours/loginout.ts` turns it into a log-out link for logged-in users. */
export const block = defineCoreBlock({
  name: 'core/loginout',
  attributes: { displayLoginAsForm: flag(false), redirectToCurrent: flag(true) },
  load: async ({ displayLoginAsForm, redirectToCurrent }, context): Promise<Data> => {
    const settings = await context.content.settings.current();
    // Third-party code could read passwords: on sites with any, a link to the log-in page replaces the form.
    const hasForm = displayLoginAsForm && !runsForeignCode(settings) && context.claim('login form');
    // As in WordPress, the form always returns to its page. 404 pages are identical for all addresses, so they return
    // to the front page.
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
