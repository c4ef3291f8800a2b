import { withQuery } from '../../lib/with-query.ts';
import { useWords } from '../../ui/words.ts';
import type { ViewWords } from '../../ui/words.ts';
import { flag } from './attributes.ts';
import { wrapperProps } from './block-supports.ts';
import { defineCoreBlock } from './core-block.ts';

/** Where people sign in and out. */
const door = '/wp-login.php';

export const block = defineCoreBlock({
  name: 'core/loginout',
  attributes: { displayLoginAsForm: flag(false), redirectToCurrent: flag(true) },
  // Who is signed in is asked, so that what is kept says what is true for visitors.
  load: async ({ redirectToCurrent }, { content, page, viewer }) => ({
    isIn: viewer.actor !== undefined, back: redirectToCurrent ? content.siteUrl + page.path : '',
  }),
  View: ({ settings, data: { isIn, back }, blockId }) => {
    const words = useWords();
    const asForm = !isIn && settings.displayLoginAsForm;
    const address = isIn ? withQuery(door, 'action=logout') : door;
    return (
      <div {...wrapperProps('core/loginout', settings, isIn ? 'logged-in' : 'logged-out', asForm && 'has-login-form')}>
        {asForm
          ? <LoginForm id={blockId} back={back} words={words} />
          : <a href={withQuery(address, back === '' ? '' : `redirect_to=${encodeURIComponent(back)}`)} rel="nofollow">{isIn ? words.log_out : words.log_in}</a>}
      </div>
    );
  },
});

/** The fields that WordPress' own form has; ids begin with the block's, since a page may hold two. */
function LoginForm({ id, back, words }: { readonly id: string; readonly back: string; readonly words: ViewWords }) {
  return (
    <form name="loginform" id={`${id}-loginform`} action={door} method="post">
      <p className="login-username">
        <label htmlFor={`${id}-user_login`}>{words.log_in_name}</label>
        <input type="text" name="log" id={`${id}-user_login`} autoComplete="username" className="input" size={20} required />
      </p>
      <p className="login-password">
        <label htmlFor={`${id}-user_pass`}>{words.password}</label>
        <input type="password" name="pwd" id={`${id}-user_pass`} autoComplete="current-password" spellCheck={false} className="input" size={20} required />
      </p>
      <p className="login-remember"><label><input name="rememberme" type="checkbox" value="forever" /> {words.log_in_remember}</label></p>
      <p className="login-submit">
        <input type="submit" name="wp-submit" className="button button-primary wp-block-button__link wp-element-button" value={words.log_in} />
        {back !== '' && <input type="hidden" name="redirect_to" value={back} />}
      </p>
    </form>
  );
}
