import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Content } from '../../modules/content/content.ts';
import type { Settings } from '../../modules/settings/settings.ts';

/** Headers of every reply, cached pages included. The content security policy comes with each page, since it depends on it. */
const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
};

const secondsOfDay = 24 * 60 * 60;
/** What the list that browsers are shipped with demands, in days. */
const preloadDays = 365;

/** `Strict-Transport-Security` of a site with a public address by https; nothing by http, where browsers ignore it. */
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

/** Headers of every reply. */
export interface SiteHeaders {
  /** As the settings are now. */
  read(): Promise<Readonly<Record<string, string>>>;
  /** As they were read last. */
  latest(): Readonly<Record<string, string>>;
  close(): void;
}

/** `warn` is told when the settings can't be read, and the last headers stay. */
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

/** What replies that are no page of ours may do: nothing. */
const defaultPolicy = `default-src 'none'; frame-ancestors 'self'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'`;

export function installSecurityHeaders(
  app: FastifyInstance,
  current: () => Readonly<Record<string, string>> = () => securityHeaders,
): void {
  app.addHook('onSend', async (_request, reply) => addSecurityHeaders(reply, current()));
}

/** For replies that no hook sees. A page whose address is nobody's business says so by a stricter `Referrer-Policy` of its own. */
export function addSecurityHeaders(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>> = securityHeaders,
): void {
  for (const [name, value] of Object.entries(headers))
    if (name !== 'referrer-policy' || !reply.hasHeader(name)) reply.header(name, value);
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', defaultPolicy);
}

/** Whether a form was sent by a page of another site. Browsers say so; a client that says nothing is no browser whose visitor could be misused. */
export function isForeign(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  siteUrl: string,
): boolean {
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return origin !== new URL(siteUrl).origin && !(URL.canParse(origin) && new URL(origin).host === host);
}
