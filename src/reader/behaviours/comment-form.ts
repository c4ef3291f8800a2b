import type { Start } from '../islands/page-config.ts';
import { signedInName } from './account-link.ts';
import type { SignedInText } from '../../lib/comment-texts.ts';

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
 * Markup: the block `post-comments`, or the form alone (site/replies/comments/comments-route.tsx); without this it works by itself, but for a captcha.
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

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A local part that begins and ends with a letter or digit, a domain, and an ending of 2 to 4 small letters or digits. */
const emailPattern = /^[a-z0-9](?:[\w.-]*[a-z0-9])?@[a-z0-9][\w.-]*\.[a-z0-9]{2,4}$/i;
const lowerEnding = /\.[a-z0-9]{2,4}$/;

/** The warnings that belong to each field. */
const warnings = { comment: ['comment'], author: ['author'], email: ['email', 'email-error'] } as const;
type Checked = keyof typeof warnings;
const checked = Object.keys(warnings) as Checked[];

/** Whether an email address fits the pattern of the form. */
function isEmail(text: string): boolean {
  return emailPattern.test(text) && lowerEnding.test(text);
}

const fieldOf = (form: HTMLFormElement, name: Checked) => form.querySelector<Field>(`#${name}`);
const warningOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLElement>(`[data-warning="${name}"]`);

/** Shows a warning of the form. */
function showWarning(form: HTMLFormElement, name: string): void {
  const warning = warningOf(form, name);
  if (warning) warning.hidden = false;
}

function hideWarnings(form: HTMLFormElement, ...names: readonly string[]): void {
  for (const name of names) {
    const warning = warningOf(form, name);
    if (warning) warning.hidden = true;
  }
}

const watched = new WeakSet<HTMLFormElement>();

/** From the first check on, a field that is entered hides its warnings and the captcha's. */
function watch(form: HTMLFormElement): void {
  if (watched.has(form)) return;
  watched.add(form);
  form.addEventListener('focusin', ({ target }) => {
    const name = checked.find((one) => target instanceof Element && target.id === one);
    if (name) hideWarnings(form, ...warnings[name], 'captcha', 'captcha-score');
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLElement && 'value' in target && target.value !== '')
      markField(target as Field, false);
  });
}

function markField(field: Field, empty: boolean): void {
  field.classList.toggle('is-empty', empty);
  if (!empty) for (const name of ['aria-invalid', 'aria-describedby']) field.removeAttribute(name);
}

/** The warning that a field needs; undefined: none. */
function faultOf(field: Field, name: Checked): string | undefined {
  const value = field.value.trim();
  return value === '' ? name : name === 'email' && !isEmail(value) ? 'email-error' : undefined;
}

/** Checks the required fields, shows what is wrong and goes to the first field that is; true when the form may be sent. */
function checkFields(form: HTMLFormElement): boolean {
  watch(form);
  const wrong: { readonly field: Field; readonly fault: string }[] = [];
  for (const name of checked) {
    const field = fieldOf(form, name);
    if (!field || field.closest('[hidden]') || !(field.required || field.ariaRequired === 'true')) continue;
    hideWarnings(form, ...warnings[name]);
    markField(field, field.value.trim() === '');
    const fault = faultOf(field, name);
    if (fault !== undefined) wrong.push({ field, fault });
  }
  for (const { field, fault } of wrong) {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', `${fault}-warning`);
  }
  // Before its warning is shown, which entering it hides. The warning is told with the field, and those of the others when they are entered.
  wrong[0]?.field.focus();
  for (const { fault } of wrong) showWarning(form, fault);
  return wrong.length === 0;
}

/** Fields whose last values the server keeps in cookies for those who ticked the box (site/replies/comments/kept-comments.ts). */
const remembered = [
  ['author', 'comment_author_broadsheet'],
  ['email', 'comment_author_email_broadsheet'],
  ['url', 'comment_author_url_broadsheet'],
] as const;

/** Fills in who the reader is; here and not on the server, since the page is the same for everybody. */
function fillFromCookies(form: HTMLFormElement): void {
  let found = false;
  for (const [name, cookie] of remembered) {
    const field = form.querySelector<HTMLInputElement>(`#${name}`);
    const value = document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${cookie}=`))
      ?.slice(cookie.length + 1);
    if (!field || value === undefined) continue;
    found = true;
    if (field.value === '') field.value = decode(value);
  }
  const consent = form.querySelector<HTMLInputElement>('#wp-comment-cookies-consent');
  if (found && consent) consent.checked = true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ''; // somebody else's cookie
  }
}

interface Words {
  /** `Reply to %s`. */
  readonly replyTo: string;
  readonly leave: string;
}

/** Moves the form below the comment whose Reply is clicked, and back. Other clicks (new tab) do what links do. */
function followReplies(root: HTMLElement, form: HTMLFormElement, words: Words): void {
  const box = form.closest<HTMLElement>('#respond');
  const parent = form.querySelector<HTMLInputElement>('#comment_parent');
  const title = root.querySelector('[data-reply-title]');
  const cancel = root.querySelector<HTMLElement>('#cancel-comment-reply-link');
  if (!box || !parent || !title || !cancel)
    throw new Error('The comment form lacks a part that replies need.');
  // Browsers bring back what the field held before a reload, but not the place of the form.
  if (cancel.hidden) parent.value = '0';
  const home = document.createComment('respond');
  box.before(home);
  let answered: HTMLElement | undefined;

  const answer = (link: HTMLElement, comment: HTMLElement) => {
    answered = link;
    parent.value = link.dataset.commentid ?? '0';
    title.textContent = words.replyTo.replace('%s', () => link.dataset.name ?? '');
    cancel.hidden = false;
    comment.after(box);
    form.querySelector('textarea')?.focus();
  };
  const goBack = () => {
    parent.value = '0';
    title.textContent = words.leave;
    cancel.hidden = true;
    home.after(box);
    answered?.focus();
    answered = undefined;
  };

  root.addEventListener('click', (event) => {
    if (
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey ||
      !(event.target instanceof Element)
    )
      return;
    const link = event.target.closest<HTMLElement>('.comment-reply-link');
    const comment = link?.closest<HTMLElement>('.comment-body, .wp-block-comment-reply-link');
    if (link && comment) answer(link, comment);
    else if (event.target.closest('#cancel-comment-reply-link')) goBack();
    else return;
    event.preventDefault();
  });
}
