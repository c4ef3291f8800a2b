import type { PageConfig } from '../islands/page-config.ts';

interface PasskeyConfig {
  readonly use: 'sign-in' | 'second-step' | 'register';
  /** The site's, for which browsers keep them: a page of it that was opened by another address (`127.0.0.1`) has none. */
  readonly origin: string;
  readonly texts: { readonly wait: string; readonly failed: string; readonly elsewhere: string };
}

/** Who opened the page by another address signs in otherwise; where passkeys are what the page is about, it says at which one they work. */
function sayWhere(root: HTMLElement, { use, texts }: PasskeyConfig): void {
  if (use === 'sign-in') return;
  const note = document.createElement('p');
  note.className = 'account-text';
  note.textContent = texts.elsewhere;
  root.before(note);
}

/**
 * Shows what takes a passkey where the browser knows them, and has the browser show or make one.
 *
 * Markup: a hidden element with a button (site/login/account-forms.tsx), or for `register` a hidden form with a field `credential`, which is sent once that
 * is filled (site/admin/second-factor.tsx).
 */
export function start(root: HTMLElement, given: unknown, page: PageConfig): void {
  const config = given as PasskeyConfig;
  if (typeof PublicKeyCredential === 'undefined') return;
  if (location.origin !== config.origin) return sayWhere(root, config);
  root.hidden = false;
  const account = root.closest('.account');
  const told = account?.querySelector<HTMLElement>('.account-told');
  const tell = (text: string, isProblem: boolean) => {
    if (!told) return;
    told.role = isProblem ? 'alert' : 'status';
    told.classList.toggle('is-problem', isProblem);
    told.textContent = text;
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
    tell(config.texts.wait, false);
    try {
      const { error, options } = await call({});
      if (options) await work(options);
      else tell(error, true);
    } catch (error) {
      // Who closes the browser's question wants nothing, and a machine without the key says no more than that.
      if (!(error instanceof Error) || error.name !== 'NotAllowedError') console.warn('No passkey:', error);
      tell(config.texts.failed, true);
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
        else tell(error, true);
      }),
  );
}
