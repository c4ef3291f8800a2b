import type { PageConfig } from '../islands/page-config.ts';
import { loadScript } from './scripts/load-script.ts';

/** What the network's script brings, of which this is used. */
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
  /** Address of the network's script. */
  readonly sdk: string;
  readonly version: string;
  /** What is said while the network is asked, and where this site does not answer. */
  readonly texts: { readonly wait: string; readonly failed: string };
}

/**
 * Shows the button by which people sign in with a social network, once the network's script is there; without it nobody misses anything. The network vouches
 * to our server, which asks it.
 *
 * Markup: the button of site/login/account-forms.tsx, hidden; `SocialConfig` in its config.
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
  const told = root.closest('.account')?.querySelector<HTMLElement>('.account-told');
  root.hidden = false;
  const tell = (text: string, isProblem: boolean) => {
    if (!told) return;
    told.role = isProblem ? 'alert' : 'status';
    told.classList.toggle('is-problem', isProblem);
    told.textContent = text;
  };
  let isBusy = false;
  root.querySelector('button')?.addEventListener('click', () => {
    if (isBusy) return;
    network.login(
      ({ authResponse }) => {
        // Who closes the network's window wants nothing.
        if (!authResponse?.accessToken || isBusy) return;
        isBusy = true;
        tell(texts.wait, false);
        signIn(page, authResponse.accessToken)
          .then(
            (fault) => fault !== undefined && tell(fault, true),
            (reason: unknown) => {
              console.warn('Social log-in failed:', reason);
              tell(texts.failed, true);
            },
          )
          .finally(() => (isBusy = false));
      },
      { scope: 'public_profile,email' },
    );
  });
}

/** Goes on where somebody is signed in; else says what is wrong. */
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
