import { isLocalHost } from '../../lib/local-host.ts';
import { startOf } from '../../lib/start-of.ts';
import { visibleName } from '../../lib/visible-name.ts';

/** A program that asks to be let in, as it says of itself. */
export interface AuthorizeRequest {
  readonly name: string;
  /** A UUID; empty: none. */
  readonly appId: string;
  /** Where the password goes; undefined: it is shown. */
  readonly successUrl: URL | undefined;
  readonly rejectUrl: URL | undefined;
}

/** Schemes of addresses that run, show or read something in the browser that is led there; any other custom one opens a program. */
const noPrograms = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'filesystem:',
  'about:',
  'view-source:',
  'chrome:',
  'ftp:',
  'ws:',
  'wss:',
  'mailto:',
  'tel:',
]);
/** Other signs that addresses may hold in a host, such as `;` and `*`, mean something where the page's policy names it. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const longest = 2000;

/** Where a program may be told of the answer: https, or a scheme of its own; plain http on this machine alone, where the site is there, too. */
function addressOf(text: string, siteUrl: string): URL | undefined {
  if (text.length > longest || !/^[a-z][a-z\d+.-]*:/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || noPrograms.has(url.protocol)) return undefined;
  if (/^https?:$/.test(url.protocol) && !plainHost.test(url.hostname)) return undefined;
  if (url.protocol === 'http:')
    return isLocalHost(url.hostname) && isLocalHost(new URL(siteUrl).hostname) ? url : undefined;
  return url;
}

/** Reads what a program asked for; the name of the parameter that is not what it has to be. */
export function readAuthorizeRequest(
  sent: (name: string) => string,
  siteUrl: string,
): AuthorizeRequest | { readonly wrong: string } {
  const addresses = (['success_url', 'reject_url'] as const).map(
    (name) => [name, sent(name), addressOf(sent(name), siteUrl)] as const,
  );
  const wrong = addresses.find(([, text, url]) => text !== '' && !url)?.[0];
  if (wrong !== undefined) return { wrong };
  if (sent('app_id') !== '' && !uuid.test(sent('app_id'))) return { wrong: 'app_id' };
  const [successUrl, rejectUrl] = addresses.map(([, , url]) => url);
  return {
    name: startOf(visibleName(sent('app_name')), 250),
    appId: sent('app_id').toLowerCase(),
    successUrl,
    rejectUrl,
  };
}

/** The address with more in its query. */
export function addressWith(url: URL, query: Readonly<Record<string, string>>): string {
  const led = new URL(url);
  for (const [name, value] of Object.entries(query)) led.searchParams.set(name, value);
  return led.href;
}

/** What a policy calls the place that an address leads to. */
export function policySource({ protocol, origin }: URL): string {
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol;
}
