import type { FastifyRequest } from 'fastify';
import type { MissingPageCounter } from '../../modules/redirects/index.ts';

/** Returns a counter of requests by visitors for pages that don't exist. Ignores prefetches, and parts of pages such as images. */
export function noteMissingPages(
  missing: Pick<MissingPageCounter, 'note'>,
): (request: Pick<FastifyRequest, 'ip' | 'method' | 'headers' | 'raw'>) => void {
  return ({ ip, method, headers, raw: { url = '/' } }) => {
    const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? '';
    const { 'sec-fetch-dest': goesTo = 'document', accept = '' } = headers;
    if (method !== 'GET' || purpose.includes('prefetch') || goesTo !== 'document') return;
    if (!/text\/html|^$|^\*\/\*/.test(accept)) return;
    missing.note(url, { ip, userAgent: headers['user-agent'] ?? '' });
  };
}
