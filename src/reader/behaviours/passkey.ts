import type { PageConfig } from '../islands/page-config.ts';

interface PasskeyConfig {
  readonly use: 'sign-in' | 'second-step' | 'register';
  /** Origin that passkeys are bound to; they don't work on pages opened at another one (`127.0.0.1`). */
  readonly origin: string;
  readonly texts: { readonly wait: string; readonly failed: string; readonly elsewhere: string };
}

/** At another origin, log-in has other ways and shows nothing; other pages say at which address passkeys work. */
function sayWhere(root: HTMLElement, { use, texts }: PasskeyConfig): void {
  if (use === 'sign-in') return;
  const note = document.createElement('p');
  note.className = 'account-text';
  note.textContent = texts.elsewhere;
  root.before(note);
}

/**
 * Shows the passkey controls where supported. Markup: a hidden element with a button (site/login/account-forms.tsx);
 * for `register`, a hidden form that is sent once `credential` is filled (site/admin/second-factor.tsx).
 */
export function start(root: HTMLElement, rawConfig: unknown, page: PageConfig): void {
  const config = rawConfig as PasskeyConfig;
  if (typeof PublicKeyCredential === 'undefined') return;
  if (location.origin !== config.origin) return sayWhere(root, config);
  root.hidden = false;
  const account = root.closest('.account');
  const notice = account?.querySelector<HTMLElement>('.account-notice');
  const showNotice = (text: string, isProblem: boolean) => {
    if (!notice) return;
    notice.role = isProblem ? 'alert' : 'status';
    notice.classList.toggle('is-problem', isProblem);
    notice.textContent = text;
  };
  const call = async (fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ action: 'broadsheet_passkey', use: config.use, ...fields });
    const reply = await fetch(page.ajaxUrl, { method: 'POST', body });
    if (!reply.ok && reply.status !== 429) throw new Error(`status ${reply.status}`);
    return (await reply.json()) as { readonly error: string; readonly options?: object };
  };
  let isBusy = false;
  const act = async (work: (options: object) => Promise<void>) => {
    if (isBusy) return;
    isBusy = true;
    showNotice(config.texts.wait, false);
    try {
      const { error, options } = await call({});
      if (options) await work(options);
      else showNotice(error, true);
    } catch (error) {
      // Closing the browser's dialog and a device without the key both raise `NotAllowedError`.
      if (!(error instanceof Error) || error.name !== 'NotAllowedError') console.warn('No passkey:', error);
      showNotice(config.texts.failed, true);
    } finally {
      isBusy = false;
    }
  };
  const library = () => import('@simplewebauthn/browser');

  if (root instanceof HTMLFormElement) {
    root.addEventListener('submit', (event) => {
      const field = root.querySelector<HTMLInputElement>('input[name=credential]');
      if (!field || field.value !== '') return;
      event.preventDefault();
      void act(async (options) => {
        const { startRegistration } = await library();
        const made = await startRegistration({
          optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
        });
        field.value = JSON.stringify(made);
        root.requestSubmit();
      });
    });
    return;
  }
  root.querySelector('button')?.addEventListener(
    'click',
    () =>
      void act(async (options) => {
        const { startAuthentication } = await library();
        const shown = await startAuthentication({
          optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
        });
        const isRemembered =
          account?.querySelector<HTMLInputElement>('input[name=rememberme]')?.checked ?? false;
        const { error } = await call({
          credential: JSON.stringify(shown),
          ...(isRemembered ? { rememberme: 'forever' } : {}),
        });
        if (error === '') location.reload();
        else showNotice(error, true);
      }),
  );
}
