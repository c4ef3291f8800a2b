import type { Start } from '../islands/page-config.ts';
import { signedInName } from './account-link.ts';
import type { SignedInText } from '../../lib/comment-texts.ts';

export interface CommentConfig {
  readonly postId: number;
  /** `Reply to %s`. */
  readonly replyTo: string;
  readonly leave: string;
  readonly sending: string;
  readonly checking: string;
  /** Absent when there is no captcha; `siteKey` and `script` only for an external service. */
  readonly captcha?: { readonly siteKey?: string; readonly script?: string };
  readonly signedInTexts?: Partial<Record<SignedInText, string>>;
}

/**
 * Comment form: moves below the comment being answered, validates, submits with Ctrl+Enter and passes the captcha for
 * visitors. Markup: the block `post-comments`, or the form alone (site/replies/comments/comments-route.tsx).
 */
export const start: Start = (root, rawConfig, page) => {
  const form = root.querySelector('form');
  if (!form) throw new Error('The comments have no form.');
  if (!rawConfig) return;
  const config = rawConfig as CommentConfig;
  const submit = form.querySelector<HTMLButtonElement>('#submit');
  const state = form.querySelector('.comment-state');
  const stop = form.querySelector<HTMLButtonElement>('.comment-stop');
  let sending = false;

  const isLoggedIn = form.querySelector('.logged-in-as') !== null;

  form.noValidate = true;
  fillFromCookies(form);
  // A form that the server returned with errors already has its parent comment.
  if (form.closest('#respond')) followReplies(root, form, config);

  const show = (text: string, stoppable = false) => {
    sending = text !== '';
    submit?.setAttribute('aria-disabled', String(sending));
    state?.replaceChildren(text);
    if (stop) stop.hidden = !stoppable;
  };

  /** Tells the server that scripts are enabled, in case the pass cookie is missing. */
  const markScripted = () => {
    const mark = form.querySelector<HTMLInputElement>('[name=comment_captcha]');
    if (mark) mark.value = 'passed';
  };

  async function passThenSend(captcha: NonNullable<CommentConfig['captcha']>): Promise<void> {
    const abort = new AbortController();
    const onStop = () => abort.abort();
    stop?.addEventListener('click', onStop, { once: true });
    show(config.checking, true);
    // A failed import is logged by the browser; the reader sees the captcha warning.
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
      // Not `form.submit()`: the button's id hides that name, as in every WordPress form.
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
    if (!config.captcha || isLoggedIn || signedInName() !== '') {
      markScripted();
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
    const name = isLoggedIn ? '' : signedInName();
    if (name === shownName) return;
    shownName = name;
    import('./comments/signed-in.ts')
      .then(({ showSignedIn }) => showSignedIn(form, name, config.signedInTexts))
      .catch((error: unknown) => console.warn('The form does not know who is signed in:', error));
  };
  showName();
  // Restored from the back/forward cache: after submitting, or after the user logged in or out.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    show('');
    showName();
  });
  // The service's score improves with observation time, so load its script early. If that fails, submitting tries
  // again.
  const { captcha } = config;
  if (captcha?.script && signedInName() === '') {
    import('./comments/captcha.ts')
      .then(({ loadService }) => loadService(captcha))
      .catch((error: unknown) => console.warn('The captcha is not there yet:', error));
  }
};

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A local part that begins and ends with a letter or digit, a domain, and an ending of 2 to 4 lower-case letters or digits. */
const emailPattern = /^[a-z0-9](?:[\w.-]*[a-z0-9])?@[a-z0-9][\w.-]*\.[a-z0-9]{2,4}$/i;
const lowerEnding = /\.[a-z0-9]{2,4}$/;

const warnings = { comment: ['comment'], author: ['author'], email: ['email', 'email-error'] } as const;
type Checked = keyof typeof warnings;
const checked = Object.keys(warnings) as Checked[];

function isEmail(text: string): boolean {
  return emailPattern.test(text) && lowerEnding.test(text);
}

const fieldOf = (form: HTMLFormElement, name: Checked) => form.querySelector<Field>(`#${name}`);
const warningOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLElement>(`[data-warning="${name}"]`);

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

/** After the first check, focusing a field hides its warnings and the captcha's. */
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

function faultOf(field: Field, name: Checked): string | undefined {
  const value = field.value.trim();
  return value === '' ? name : name === 'email' && !isEmail(value) ? 'email-error' : undefined;
}

/** Validates required fields, shows warnings and focuses the first invalid field. Returns true if the form can be sent. */
function checkFields(form: HTMLFormElement): boolean {
  watch(form);
  const invalid: { readonly field: Field; readonly fault: string }[] = [];
  for (const name of checked) {
    const field = fieldOf(form, name);
    if (!field || field.closest('[hidden]') || !(field.required || field.ariaRequired === 'true')) continue;
    hideWarnings(form, ...warnings[name]);
    markField(field, field.value.trim() === '');
    const fault = faultOf(field, name);
    if (fault !== undefined) invalid.push({ field, fault });
  }
  for (const { field, fault } of invalid) {
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', `${fault}-warning`);
  }
  // Focus first, because focusing a field hides its warning. Screen readers read the warning with the field.
  invalid[0]?.field.focus();
  for (const { fault } of invalid) showWarning(form, fault);
  return invalid.length === 0;
}

/** Fields whose last values the server stores in cookies when the reader opts in (site/replies/comments/held-comments.ts). */
const remembered = [
  ['author', 'comment_author_broadsheet'],
  ['email', 'comment_author_email_broadsheet'],
  ['url', 'comment_author_url_broadsheet'],
] as const;

/** Fills in the remembered fields in the browser, because the page is cached for all visitors. */
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
    return '';
  }
}

interface Words {
  readonly replyTo: string;
  readonly leave: string;
}

/** Moves the form below a comment when its Reply link is clicked, and back. Modified clicks (new tab) keep their default. */
function followReplies(root: HTMLElement, form: HTMLFormElement, words: Words): void {
  const box = form.closest<HTMLElement>('#respond');
  const parent = form.querySelector<HTMLInputElement>('#comment_parent');
  const title = root.querySelector('[data-reply-title]');
  const cancel = root.querySelector<HTMLElement>('#cancel-comment-reply-link');
  if (!box || !parent || !title || !cancel)
    throw new Error('The comment form lacks a part that replies need.');
  // Browsers restore the field's value after a reload, but not the form's position.
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
