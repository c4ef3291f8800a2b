import type { IncomingHttpHeaders } from 'node:http';

/** Whether a form was sent by a page of another site. Browsers say so; a client that says nothing is no browser whose visitor could be misused. */
export function isForeign(
  { 'sec-fetch-site': site, origin, host }: IncomingHttpHeaders,
  siteUrl: string,
): boolean {
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return origin !== new URL(siteUrl).origin && !(URL.canParse(origin) && new URL(origin).host === host);
}
