import type { Start } from '../islands/page-config.ts';
import { fitsRule, isEmailAddress, isLoginName } from '../../lib/account-rules.ts';
import type { PasswordRule } from '../../lib/account-rules.ts';
import { accountPage } from '../islands/page-config.ts';

type Texts = Readonly<
  Record<
    | 'login_empty'
    | 'login_pass_empty'
    | 'login_pass_pattern'
    | 'login_pass_retyped'
    | 'login_email'
    | 'login_username'
    | 'login_wait'
    | 'account_code_empty'
    | 'account_name_missing',
    string
  >
>;

interface FormConfig {
  readonly action: string;
  readonly rule: PasswordRule;
  readonly texts: Texts;
}

type Fault = readonly [field: string, text: keyof Texts];
type Valued = (name: string) => string;

const newPassword = (value: Valued, rule: PasswordRule): Fault | undefined =>
  value('pass1') === ''
    ? ['pass1', 'login_pass_empty']
    : !fitsRule(value('pass1'), rule)
      ? ['pass1', 'login_pass_pattern']
      : value('pass1') !== value('pass2')
        ? ['pass2', 'login_pass_retyped']
        : undefined;

/** Returns the first fault of each form. The server validates again. */
const faults: Readonly<Record<string, (value: Valued, rule: PasswordRule) => Fault | undefined>> = {
  login: (value) =>
    value('log').trim() === ''
      ? ['log', 'login_empty']
      : value('pwd') === ''
        ? ['pwd', 'login_pass_empty']
        : undefined,
  lostpassword: (value) => (value('user_login').trim() === '' ? ['user_login', 'login_empty'] : undefined),
  'second-step': (value) => (value('code').trim() === '' ? ['code', 'account_code_empty'] : undefined),
  rp: newPassword,
  register: (value, rule) => {
    const [login, email] = [value('user_login').trim(), value('user_email').trim()];
    return login === '' || email === ''
      ? [login === '' ? 'user_login' : 'user_email', 'login_empty']
      : !isLoginName(login)
        ? ['user_login', 'login_username']
        : !isEmailAddress(email)
          ? ['user_email', 'login_email']
          : newPassword(value, rule);
  },
};

const calls: Readonly<Record<string, string>> = {
  login: 'td_mod_login',
  'second-step': 'broadsheet_second_step',
  lostpassword: 'td_mod_remember_pass',
  register: 'td_mod_register',
};
/** Actions after which the user is logged in, or asked for the second factor. */
const opens = new Set(['login', 'second-step']);

/**
 * Validates an account form, sends it without leaving the page and shows the result. Markup: the forms of
 * site/login/account-forms.tsx in `.account`, which work without scripts.
 */
export const start: Start = (root, rawConfig, page) => {
  const { action, rule, texts } = rawConfig as FormConfig;
  const form = root as HTMLFormElement;
  const notice = root.closest('.account')?.querySelector<HTMLElement>('.account-notice');
  const button = root.querySelector('button');
  const fieldOf = (name: string) => root.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
  let sending = false;
  button?.setAttribute('aria-disabled', 'false');

  const showNotice = (text: string, kind: 'done' | 'problem', fields: readonly string[] = []) => {
    sending = kind === 'done' && text === texts.login_wait;
    button?.setAttribute('aria-disabled', String(sending));
    if (notice) {
      notice.role = kind === 'problem' ? 'alert' : 'status';
      notice.classList.toggle('is-problem', kind === 'problem');
      notice.textContent = text;
    }
    for (const field of root.querySelectorAll('input[aria-invalid]')) field.removeAttribute('aria-invalid');
    for (const name of fields) fieldOf(name)?.setAttribute('aria-invalid', 'true');
    if (fields[0] !== undefined) fieldOf(fields[0])?.focus();
  };

  async function send(call: string): Promise<void> {
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    body.set('action', call);
    const reply = await fetch(page.ajaxUrl, { method: 'POST', body });
    if (!reply.ok && reply.status !== 429) throw new Error(`status ${reply.status}`);
    const { error, message, redirect, fields } = (await reply.json()) as {
      readonly error: string;
      readonly message: string;
      readonly redirect: string;
      readonly fields?: readonly string[];
    };
    if (error !== '') return showNotice(error, 'problem', fields);
    if (redirect !== '') return leadTo(redirect);
    if (opens.has(action)) return signedIn();
    showNotice(message, 'done');
    form.reset();
    form.hidden = action === 'register';
    const hint = form.previousElementSibling;
    if (form.hidden && hint instanceof HTMLElement && hint.matches('.account-text')) hint.hidden = true;
  }

  /** In a dialog, reload the page for the logged-in user. The form's own page goes to the address that the user was heading to. */
  const signedIn = () => location.reload();
  /** A dialog around the form cancels the event and shows the page itself. */
  const leadTo = (address: string) => {
    if (
      root.dispatchEvent(new CustomEvent(accountPage, { bubbles: true, cancelable: true, detail: address }))
    )
      location.assign(address);
  };

  form.addEventListener('submit', (event) => {
    if (sending) return event.preventDefault();
    const named = fieldOf('display_name');
    const fault: Fault | undefined =
      named?.required && named.value.trim() === ''
        ? ['display_name', 'account_name_missing']
        : faults[action]?.((name) => fieldOf(name)?.value ?? '', rule);
    if (fault) {
      event.preventDefault();
      return showNotice(texts[fault[1]], 'problem', [fault[0]]);
    }
    showNotice(texts.login_wait, 'done');
    const call = calls[action];
    if (call === undefined) return;
    event.preventDefault();
    send(call).catch((error: unknown) => {
      console.warn('The form is sent as it is:', error);
      // Not `form.submit()`: a field may have that name.
      HTMLFormElement.prototype.submit.call(form);
    });
  });
  // The browser restored the page from its back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && showNotice('', 'done'));
};
