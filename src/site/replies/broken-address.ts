import type { FastifyReply, FastifyRequest } from 'fastify';
import { soundEscapes } from '../../lib/encodings.ts';
import { resolvePage, resolveRedirect } from '../pages/resolve-page.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { addSecurityHeaders } from '../http/security-headers.ts';
import { isRestAddress } from '../../kernel/http/rest/rest-path.ts';
import { movedReply } from './moved-reply.ts';
import { redirectOfAddress } from './render-page-request.ts';

const inCapitals = (path: string) => path.replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
const inSmallLetters = (path: string) => path.replace(/%[\da-f]{2}/gi, (escape) => escape.toLowerCase());

/** Redirect of an address whose escapes are not UTF-8 (`/caf%E9/`, `/100%/`), which may be an old site's; undefined without one. */
async function redirectOfBroken(site: Site, url: string): Promise<RenderedReply | undefined> {
  const mark = url.search(/[?#]|$/);
  const [path, query] = [url.slice(0, mark), url.slice(mark).replace(/#.*$/s, '')];
  if (!path.startsWith('/') || path.startsWith('//')) return undefined;
  for (const spelled of new Set([path, inCapitals(path), inSmallLetters(path)])) {
    const sound = soundEscapes(spelled);
    const moved = query.length > 1 ? await redirectOfAddress(site, sound + query) : undefined;
    if (moved) return moved;
    const parameters = new URLSearchParams(query);
    const found =
      (await resolveRedirect({ content: site.content, request: { path: spelled, query: parameters } })) ??
      (await resolvePage(site.content, { path: sound, query: parameters }));
    if (found.type !== 'page') return movedReply(site, found);
    if (found.status === 200)
      return movedReply(site, { type: 'redirect', status: 301, location: sound + query });
  }
  return undefined;
}

/** For `frameworkErrors`: redirects an address that the router can't decode, or calls `refuse`. */
export function answerBroken(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  refuse: () => void,
): void {
  const { method, url = '' } = request.raw;
  if ((method !== 'GET' && method !== 'HEAD') || isRestAddress(url)) return refuse();
  redirectOfBroken(site, url)
    .then((moved) => {
      if (!moved) return refuse();
      addSecurityHeaders(reply);
      void reply
        .status(moved.status)
        .headers({ ...moved.headers, 'cache-control': 'no-store' })
        .type(moved.contentType)
        .send(moved.body);
    })
    .catch((error: unknown) => {
      request.log.error({ err: error }, 'Looking up the redirect of a broken address failed');
      refuse();
    });
}
