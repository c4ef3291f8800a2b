import type { Start } from '../islands/page-config.ts';
import { signedInName } from './account-link.ts';
import type { SignedInText } from '../../lib/signed-in-texts.ts';
import { checkFields, hideWarnings, showWarning } from './comments/checks.ts';
import { fillFromCookies } from './comments/remembered.ts';
import { followReplies } from './comments/replies.ts';

/** What the page has under the comments' `data-config` (blocks/post-comments/comment-form.tsx). */
export interface CommentConfig {
  readonly postId: number;
  /** `Reply to %s`. */
  readonly replyTo: string;
  readonly leave: string;
  readonly sending: string;
  readonly checking: string;
  /** Absent: none. `siteKey` and `script` only of a service. */
  readonly captcha?: { readonly siteKey?: string; readonly script?: string };
  /** Those that the site replaces. */
  readonly signedInTexts?: Partial<Record<SignedInText, string>>;
}

/**
 * The comments of a post: moves the form to the comment that is answered, checks it before it is sent, sends it with Ctrl+Enter, and passes the captcha where
 * there is one, for visitors.
 * Markup: the block `post-comments`, or the form alone (site/replies/comments/refusal-page.tsx); without this it works by itself, but for a captcha.
 */
export const start: Start = (root, given, page) => {
  const form = root.querySelector('form');
  if (!form) throw new Error('The comments have no form.');
  if (!given) return;
  const config = given as CommentConfig;
  const submit = form.querySelector<HTMLButtonElement>('#submit');
  const state = form.querySelector('.comment-state');
  const stop = form.querySelector<HTMLButtonElement>('.comment-stop');
  let sending = false;

  // A page that was made for one person alone says so itself.
  const isTheirs = form.querySelector('.logged-in-as') !== null;

  // Our own warnings take the place of the browser's.
  form.noValidate = true;
  fillFromCookies(form);
  // A form that came back from the server answers what it did before.
  if (form.closest('#respond')) followReplies(root, form, config);

  const show = (text: string, stoppable = false) => {
    sending = text !== '';
    submit?.setAttribute('aria-disabled', String(sending));
    state?.replaceChildren(text);
    if (stop) stop.hidden = !stoppable;
  };

  /** Tells the server, should the cookie with the pass be missing, that scripts are not what is missing. */
  const markScripted = () => {
    const mark = form.querySelector<HTMLInputElement>('[name=comment_captcha]');
    if (mark) mark.value = 'passed';
  };

  async function passThenSend(captcha: NonNullable<CommentConfig['captcha']>): Promise<void> {
    const abort = new AbortController();
    const onStop = () => abort.abort();
    stop?.addEventListener('click', onStop, { once: true });
    show(config.checking, true);
    // Where its code does not come, the browser says so.
    const outcome = await import('./comments/captcha.ts')
      .then(({ passCaptcha }) =>
        passCaptcha({
          ...captcha,
          url: `${page.ajaxUrl}&comment_post_ID=${config.postId}`,
          signal: abort.signal,
        }),
      )
      .catch(() => {});
    stop?.removeEventListener('click', onStop);
    if (outcome === 'passed') {
      show(config.sending);
      markScripted();
      // Not form.submit(): the button's id hides that name, as in every WordPress form.
      HTMLFormElement.prototype.submit.call(form);
      return;
    }
    show('');
    if (outcome !== 'stopped')
      showWarning(form as HTMLFormElement, outcome === 'low-score' ? 'captcha-score' : 'captcha');
  }

  form.addEventListener('submit', (event) => {
    if (sending) return event.preventDefault();
    if (!checkFields(form)) return event.preventDefault();
    if (!config.captcha || isTheirs || signedInName() !== '') {
      markScripted(); // the session may have ended: then the form comes back with the captcha
      return show(config.sending);
    }
    event.preventDefault();
    hideWarnings(form, 'captcha', 'captcha-score');
    void passThenSend(config.captcha);
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  let shownName = '';
  const showName = () => {
    const name = isTheirs ? '' : signedInName();
    if (name === shownName) return;
    shownName = name;
    import('./comments/signed-in.ts')
      .then(({ showSignedIn }) => showSignedIn(form, name, config.signedInTexts))
      .catch((error: unknown) => console.warn('The form does not know who is signed in:', error));
  };
  showName();
  // Back from where it was sent, with what was typed; or from where somebody signed in or out.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    show('');
    showName();
  });
  // A score is better the longer the service saw the reader; when its script does not come, the form tries again.
  const { captcha } = config;
  if (captcha?.script && signedInName() === '') {
    import('./comments/captcha.ts')
      .then(({ loadService }) => loadService(captcha))
      .catch((error: unknown) => console.warn('The captcha is not there yet:', error));
  }
};
