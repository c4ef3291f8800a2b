import type { Page } from 'playwright-core';
import { atRest } from './at-rest.ts';

export interface Deeds {
  /** Executed code, calls that show or send something, and handlers and URLs that would run. */
  readonly ran: readonly string[];
  /** Scripts, data and pages that it requested, except those in `allowed`. */
  readonly asked: readonly string[];
}

/**
 * Opens HTML without any policy, then hovers over, focuses and clicks each of its elements. Links and forms to pages
 * are not followed; only pictures and URLs in `allowed` are loaded.
 */
export async function provoke(
  page: Page,
  url: string,
  options: { readonly html?: string; readonly allowed?: RegExp; readonly within?: string } = {},
): Promise<Deeds> {
  const asked: string[] = [];
  let opened = false;
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => asked.push(`dialog ${dialog.message()}`)));
  await page.addInitScript(() => {
    const deeds: string[] = [];
    Object.defineProperty(window, 'deeds', { value: deeds });
    Object.defineProperty(window, 'ran', {
      get: () => undefined,
      set() {
        deeds.push('ran');
      },
    });
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const) {
      Object.defineProperty(window, name, {
        value: (...what: unknown[]) => void deeds.push(`${name} ${String(what[0])}`),
      });
    }
    Object.defineProperty(navigator, 'sendBeacon', {
      value: (to: unknown) => void deeds.push(`sendBeacon ${String(to)}`),
    });
  });
  await page.route('**/*', async (route) => {
    const request = route.request();
    const type = request.resourceType();
    if (request.url() === url && request.isNavigationRequest() && !opened) {
      opened = true;
      if (options.html !== undefined)
        return route.fulfill({ contentType: 'text/html; charset=utf-8', body: options.html });
      const reply = await route.fetch();
      const { 'content-security-policy': _policy, ...headers } = reply.headers();
      return route.fulfill({ response: reply, headers });
    }
    if (options.allowed?.test(request.url())) return route.continue();
    const leaves = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (leaves || /^(?:script|fetch|xhr|ping|websocket|eventsource|manifest)$/.test(type))
      asked.push(`${type} ${request.url()}`);
    // A script that opens another page after a failed request would replace the page under test; this reply keeps it.
    return leaves ? route.fulfill({ status: 204 }) : route.abort();
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate((within) => {
    const { deeds } = window as unknown as { deeds: string[] };
    const runs = (address: string) =>
      URL.canParse(address, location.href) &&
      /^(?:javascript|vbscript):|^data:(?!image|audio|video|,)/.test(new URL(address, location.href).href);
    addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a,area');
      if (link && !runs(link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? ''))
        event.preventDefault();
    });
    addEventListener('submit', (event) => {
      if (!runs((event.target as Element).getAttribute('action') ?? '')) event.preventDefault();
    });
    for (const element of document.querySelectorAll<HTMLElement>(`${within} *`)) {
      for (const name of element.getAttributeNames()) {
        const value = element.getAttribute(name) ?? '';
        if (
          name.startsWith('on') ||
          name === 'srcdoc' ||
          (/^(?:href|xlink:href|src|action|formaction|data|to|values|from|background|poster|data-src|data-mfp-src)$/.test(
            name,
          ) &&
            runs(value))
        ) {
          deeds.push(`<${element.localName} ${name}>`);
        }
      }
      for (const type of [
        'pointerover',
        'mouseover',
        'mouseenter',
        'pointerdown',
        'focus',
        'focusin',
        'animationstart',
        'toggle',
        'wheel',
        'contextmenu',
      ]) {
        element.dispatchEvent(new Event(type, { bubbles: type !== 'mouseenter' }));
      }
      element.focus?.({ preventScroll: true });
      if (element.click) element.click();
      else element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
  }, options.within ?? 'body');
  // Lets everything started by that run.
  await atRest(page);
  const ran = await page.evaluate(() => (window as unknown as { deeds: string[] }).deeds);
  return { ran: [...new Set(ran)], asked };
}
