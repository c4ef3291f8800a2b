import type { TrustingWindow } from '../../islands/trust.ts';
import { trust, foreignSources } from '../../islands/trust.ts';

const coming = new Map<string, Promise<void>>();
/** Marks of ours, from which our own code starts things. */
const marks = /\bdata-(?:behaviour|late|island|config)\b/i;
let isOpen = false;

/**
 * Scripts of others write HTML and script addresses of their own as strings: the policy `default` passes HTML without marks of ours, and the addresses that our
 * own policy passes. It is made before the first of them comes, on pages where a setting or a reader asked for one.
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

/**
 * Puts a script of another site into the page, once; rejects when it does not come, and the next call tries anew. Throws for an origin that the page does not
 * name.
 */
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

/**
 * A script like one that was parsed, and so never runs: made by hand it is trusted as our loader is. So it is for code of the site's settings only, and an
 * address has to be of an origin that the page names.
 */
export function makeScript(parsed: HTMLScriptElement): HTMLScriptElement {
  const live = document.createElement('script');
  for (const { name, value } of parsed.attributes) {
    if (name === 'src') live.src = scriptAddress(value);
    // No handler runs here.
    else if (!name.startsWith('on')) live.setAttribute(name, value);
  }
  live.async = parsed.hasAttribute('async');
  if (parsed.text !== '') live.text = trust().createScript(parsed.text);
  return live;
}

/** Whether a source of the page, written as in its policy (`https://a.example`, `https://*.b.example`, `c.example`, `https:`), means this address. */
function means(source: string, { protocol, host, origin }: URL): boolean {
  if (source === 'https:') return protocol === source;
  const [start = '', end] = source.split('*.');
  const written = source.includes('://') ? origin : host;
  return end === undefined
    ? written === source
    : written.startsWith(start) && written.endsWith(`.${end}`) && written.length >= source.length;
}

/** An address that a script may come from: of our build, or of an origin that the page names. Throws for any other. */
export function scriptAddress(url: string): string {
  const address = new URL(url, location.href);
  const isOurs = address.origin === location.origin && /^\/(?:assets\/)?[\w-]+\.js$/.test(address.pathname);
  if (!isOurs && !foreignSources().some((source) => means(source, address)))
    throw new TypeError(`No script comes from ${url}.`);
  return trust().createScriptURL(url);
}

let loading: Promise<boolean> | undefined;

/** Loads the ad network's script, tried once a page; false when it was kept from loading. */
export function loadProvider(url: string): Promise<boolean> {
  loading ??= loadScript(url).then(
    () => true,
    () => false,
  );
  return loading;
}
