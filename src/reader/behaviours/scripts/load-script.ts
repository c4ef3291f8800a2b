import type { TrustingWindow } from '../../islands/trust.ts';
import { trust, foreignSources } from '../../islands/trust.ts';

const coming = new Map<string, Promise<void>>();
/** Attributes that make the page's own code start. */
const marks = /\bdata-(?:behaviour|late|island|config)\b/i;
let isOpen = false;

/**
 * Installs the Trusted Types policy `default` for third-party scripts, which write HTML and script URLs as strings: it
 * rejects HTML with our attributes and script URLs that our policy rejects. Installed before the first of them loads.
 */
export function letOthersIn(): void {
  const { trustedTypes } = window as unknown as Pick<TrustingWindow, 'trustedTypes'>;
  if (isOpen || !trustedTypes) return;
  isOpen = true;
  trustedTypes.createPolicy('default', {
    createHTML: (html) => {
      if (marks.test(html)) throw new TypeError('This HTML would start code of the page.');
      return html;
    },
    createScriptURL: (url) => scriptAddress(url),
  });
}

/** Loads a third-party script once; rejects on failure, and the next call retries. Throws for an origin that the page does not declare. */
export function loadScript(url: string): Promise<void> {
  letOthersIn();
  const loading =
    coming.get(url) ??
    new Promise<void>((resolve, reject) => {
      const element = document.createElement('script');
      element.src = scriptAddress(url);
      element.addEventListener('load', () => resolve());
      element.addEventListener('error', () => {
        coming.delete(url);
        element.remove();
        reject(new Error(`The script ${url} did not come.`));
      });
      document.head.append(element);
    });
  coming.set(url, loading);
  return loading;
}

/** Recreates a parsed script so that it runs, trusted like our loader. Only for code of the site's settings; `src` must be of a declared origin. */
export function makeScript(parsed: HTMLScriptElement): HTMLScriptElement {
  const live = document.createElement('script');
  for (const { name, value } of parsed.attributes) {
    if (name === 'src') live.src = scriptAddress(value);
    else if (!name.startsWith('on')) live.setAttribute(name, value);
  }
  live.async = parsed.hasAttribute('async');
  if (parsed.text !== '') live.text = trust().createScript(parsed.text);
  return live;
}

/** Whether a CSP-style source (`https://a.example`, `https://*.b.example`, `c.example`, `https:`) matches a URL. */
function means(source: string, { protocol, host, origin }: URL): boolean {
  if (source === 'https:') return protocol === source;
  const [start = '', end] = source.split('*.');
  const written = source.includes('://') ? origin : host;
  return end === undefined
    ? written === source
    : written.startsWith(start) && written.endsWith(`.${end}`) && written.length >= source.length;
}

/** Returns the URL of a script as trusted. Throws unless it is of our build or of an origin that the page declares. */
export function scriptAddress(url: string): string {
  const address = new URL(url, location.href);
  const isOurs = address.origin === location.origin && /^\/(?:assets\/)?[\w-]+\.js$/.test(address.pathname);
  if (!isOurs && !foreignSources().some((source) => means(source, address)))
    throw new TypeError(`No script comes from ${url}.`);
  return trust().createScriptURL(url);
}

let loading: Promise<boolean> | undefined;

/** Loads the ad network's script, tried once per page; resolves with false if it was blocked. */
export function loadProvider(url: string): Promise<boolean> {
  loading ??= loadScript(url).then(
    () => true,
    () => false,
  );
  return loading;
}
