import type { PageConfig } from '../islands/page-config.ts';
import { loadScript } from './scripts/load-script.ts';

/** What the network's script brings, of which this is used. */
interface Network {
  init(options: { readonly appId: string; readonly version: string; readonly cookie: boolean; readonly xfbml: boolean }): void;
  login(done: (reply: { readonly authResponse?: { readonly accessToken?: string } | null }) => void, options: { readonly scope: string }): void;
}

/**
 * Shows the button by which people sign in with a social network, once the network's script is there; without it nobody misses anything. The network vouches
 * to our server, which asks it.
 *
 * Markup: the button of http/wp/login/account-forms.tsx, hidden; `sdk` and `version` in its config.
 */
export function start(root: HTMLElement, config: unknown, page: PageConfig): void {
  const { sdk, version } = config as { readonly sdk: string; readonly version: string };
  begin(root, page, sdk, version).catch((error: unknown) => console.warn('Social log-in is not there:', error));
}

async function begin(root: HTMLElement, page: PageConfig, sdk: string, version: string): Promise<void> {
  const { error, app_id: appId } = await call<{ readonly error: string; readonly app_id: string }>(page, { action: 'td_ajax_fb_login_get_credentials' });
  if (error !== '') throw new Error(error);
  await loadScript(sdk);
  const network = (globalThis as { FB?: Network }).FB;
  if (!network) throw new Error('The network’s script brought no FB.');
  network.init({ appId, version, cookie: false, xfbml: false });
  const told = root.closest('.account')?.querySelector<HTMLElement>('.account-told');
  root.hidden = false;
  root.querySelector('button')?.addEventListener('click', () => {
    network.login(({ authResponse }) => {
      // Who closes the network's window wants nothing.
      if (authResponse?.accessToken) void signIn(page, authResponse.accessToken, told);
    }, { scope: 'public_profile,email' });
  });
}

async function signIn(page: PageConfig, token: string, told: HTMLElement | null | undefined): Promise<void> {
  const reply = await call<{ readonly error: string; readonly redirect: string }>(page, {
    action: 'td_ajax_fb_login_user', access_token: token, redirect_to: new URLSearchParams(location.search).get('redirect_to') ?? '',
  })
    .catch((error: unknown) => ({ error: String(error), redirect: '' }));
  if (reply.error === '') return reply.redirect === '' ? location.reload() : location.assign(reply.redirect);
  if (told) {
    told.role = 'alert';
    told.classList.add('is-problem');
    told.textContent = reply.error;
  }
}

async function call<Reply>(page: PageConfig, fields: Readonly<Record<string, string>>): Promise<Reply> {
  const reply = await fetch(page.ajaxUrl, { method: 'POST', body: new URLSearchParams(fields) });
  if (!reply.ok && reply.status !== 429) throw new Error(`status ${reply.status}`);
  return (await reply.json()) as Reply;
}
