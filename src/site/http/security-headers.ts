import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Content } from '../../modules/content/content.ts';
import type { Settings } from '../../modules/settings/settings.ts';

/** Headers of every reply, including cached pages. Each page adds its own content security policy. */
const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

const secondsOfDay = 24 * 60 * 60;
/** Days that the browsers' preload list requires. */
const preloadDays = 365;

/** `Strict-Transport-Security` for a site with an https address; none for http, where browsers ignore it. */
export function transportSecurity(
  siteUrl: string,
  settings: Pick<Settings, 'hsts_days' | 'hsts_subdomains' | 'hsts_preload'>,
): Readonly<Record<string, string>> {
  if (!siteUrl.startsWith('https:')) return {};
  const { hsts_days: days, hsts_subdomains: subdomains, hsts_preload: preload } = settings;
  const parts = [
    `max-age=${days * secondsOfDay}`,
    ...(subdomains && days > 0 ? ['includeSubDomains'] : []),
    ...(preload && subdomains && days >= preloadDays ? ['preload'] : []),
  ];
  return { 'strict-transport-security': parts.join('; ') };
}

export interface SiteHeaders {
  /** From the current settings. */
  read(): Promise<Readonly<Record<string, string>>>;
  /** As last read. */
  latest(): Readonly<Record<string, string>>;
  close(): void;
}

/** `warn` is called when the settings can't be read; the last headers remain. */
export async function keepSiteHeaders(
  { siteUrl, settings, database }: Content,
  warn: (error: unknown) => void,
): Promise<SiteHeaders> {
  const read = async () => ({ ...securityHeaders, ...transportSecurity(siteUrl, await settings.current()) });
  let headers: Readonly<Record<string, string>> = await read();
  const stop = database.bus.listen((emissions) => {
    if (emissions.some(({ tag }) => tag.startsWith('setting:hsts_') || tag === '*'))
      read().then((fresh) => (headers = fresh), warn);
  });
  return { read, latest: () => headers, close: stop };
}

/** For replies that are not pages. */
const defaultPolicy = `default-src 'none'; frame-ancestors 'self'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'`;

export function installSecurityHeaders(
  app: FastifyInstance,
  current: () => Readonly<Record<string, string>> = () => securityHeaders,
): void {
  app.addHook('onSend', async (_request, reply) => addSecurityHeaders(reply, current()));
}

/** For replies that no hook handles. Does not override a stricter `Referrer-Policy` of a page with a secret address. */
export function addSecurityHeaders(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>> = securityHeaders,
): void {
  for (const [name, value] of Object.entries(headers))
    if (name !== 'referrer-policy' || !reply.hasHeader(name)) reply.header(name, value);
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', defaultPolicy);
}

/** Whether another site's page sent a form. Browsers send these headers; a client without them is no browser, so no visitor can be misused. */
export function isForeign(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  siteUrl: string,
): boolean {
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return origin !== new URL(siteUrl).origin && !(URL.canParse(origin) && new URL(origin).host === host);
}
