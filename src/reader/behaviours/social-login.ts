import type { PageConfig } from '../islands/page-config.ts';
import { loadScript } from './scripts/load-script.ts';

interface Network {
  init(options: {
    readonly appId: string;
    readonly version: string;
    readonly cookie: boolean;
    readonly xfbml: boolean;
  }): void;
  login(
    done: (reply: { readonly authResponse?: { readonly accessToken?: string } | null }) => void,
    options: { readonly scope: string },
  ): void;
}

interface SocialConfig {
  readonly sdk: string;
  readonly version: string;
  readonly texts: { readonly wait: string; readonly failed: string };
}

/**
 * Shows the social log-in button once the network's script has loaded. Our server verifies the log-in with the network.
 * Markup: the hidden button of site/login/account-forms.tsx.
 */
export function start(root: HTMLElement, config: unknown, page: PageConfig): void {
  begin(root, page, config as SocialConfig).catch((error: unknown) =>
    console.warn('Social log-in is not there:', error),
  );
}

async function begin(
  root: HTMLElement,
  page: PageConfig,
  { sdk, version, texts }: SocialConfig,
): Promise<void> {
  const { error, app_id: appId } = await call<{ readonly error: string; readonly app_id: string }>(page, {
    action: 'td_ajax_fb_login_get_credentials',
  });
  if (error !== '') throw new Error(error);
  await loadScript(sdk);
  const network = (globalThis as { FB?: Network }).FB;
  if (!network) throw new Error('The network’s script brought no FB.');
  network.init({ appId, version, cookie: false, xfbml: false });
  const notice = root.closest('.account')?.querySelector<HTMLElement>('.account-notice');
  root.hidden = false;
  const showNotice = (text: string, isProblem: boolean) => {
    if (!notice) return;
    notice.role = isProblem ? 'alert' : 'status';
    notice.classList.toggle('is-problem', isProblem);
    notice.textContent = text;
  };
  let isBusy = false;
  root.querySelector('button')?.addEventListener('click', () => {
    if (isBusy) return;
    network.login(
      ({ authResponse }) => {
        // The user closed the network's window.
        if (!authResponse?.accessToken || isBusy) return;
        isBusy = true;
        showNotice(texts.wait, false);
        signIn(page, authResponse.accessToken)
          .then(
            (fault) => fault !== undefined && showNotice(fault, true),
            (reason: unknown) => {
              console.warn('Social log-in failed:', reason);
              showNotice(texts.failed, true);
            },
          )
          .finally(() => (isBusy = false));
      },
      { scope: 'public_profile,email' },
    );
  });
}

/** Redirects after a successful log-in; otherwise returns the error. */
async function signIn(page: PageConfig, token: string): Promise<string | undefined> {
  const { error, redirect } = await call<{ readonly error: string; readonly redirect: string }>(page, {
    action: 'td_ajax_fb_login_user',
    access_token: token,
    redirect_to: new URLSearchParams(location.search).get('redirect_to') ?? '',
  });
  if (error !== '') return error;
  if (redirect === '') location.reload();
  else location.assign(redirect);
  return undefined;
}

async function call<Reply>(page: PageConfig, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
  if (!reply.ok && reply.status !== 429) throw new Error(`status ${reply.status}`);
  return (await reply.json()) as Reply;
}
