import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Content } from '../../../content/content.ts';
import type { Post } from '../../../content/posts/post.ts';
import { TooManyRequestsError } from '../../../lib/errors.ts';
import { retryAfterSeconds } from '../../plugins/error-handler.ts';
import { answerRequest } from './answer-request.ts';
import { encodeRestError } from './rest-errors.ts';
import type { RestRoute, RestSite } from './rest-route.ts';
import { oembedEmbed } from './oembed-1-0-embed.ts';
import { createTotals } from './totals.ts';
import { wpJson } from './wp-json.ts';
import { wpV2 } from './wp-v2.ts';
import { wpV2Categories } from './wp-v2-categories.ts';
import { wpV2Comment, wpV2Comments } from './wp-v2-comments.ts';
import { wpV2Media, wpV2MediaItem } from './wp-v2-media.ts';
import { wpV2Page, wpV2Pages } from './wp-v2-pages.ts';
import { wpV2Post, wpV2Posts } from './wp-v2-posts.ts';
import { wpV2Search } from './wp-v2-search.ts';
import { wpV2Status, wpV2Statuses } from './wp-v2-statuses.ts';
import { wpV2Tags } from './wp-v2-tags.ts';
import { wpV2Taxonomies, wpV2Taxonomy } from './wp-v2-taxonomies.ts';
import { wpV2Type, wpV2Types } from './wp-v2-types.ts';
import { wpV2User, wpV2Users, wpV2UsersMe } from './wp-v2-users.ts';

const routes: readonly RestRoute[] = [
  wpJson(() => routes), wpV2(() => routes),
  wpV2Posts, wpV2Post, wpV2Pages, wpV2Page, wpV2Media, wpV2MediaItem, ...wpV2Categories, ...wpV2Tags, wpV2Comments, wpV2Comment,
  wpV2Users, wpV2UsersMe, wpV2User, wpV2Types, wpV2Type, wpV2Taxonomies, wpV2Taxonomy, wpV2Statuses, wpV2Status, wpV2Search, oembedEmbed,
];

/** Headers of every reply. Credentials are not allowed across origins: what anyone may read needs none. */
const commonHeaders = {
  'content-type': 'application/json; charset=UTF-8',
  'x-robots-tag': 'noindex',
  'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
  'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
  vary: 'Origin',
} as const;

export interface RestOptions {
  readonly content: Content;
  /** A post's text as readers see it. */
  readonly renderContent: (post: Post) => Promise<string>;
}

/** Fastify plugin: everything below `/wp-json`, reading only. Pair it with `restPathOf` for `/?rest_route=`. */
export async function restRoutes(app: FastifyInstance, options: RestOptions): Promise<void> {
  const site: RestSite = { ...options, totals: createTotals(options.content) };
  app.setErrorHandler((error, request, reply) => {
    const body = encodeRestError(error);
    if (body.data.status >= 500) request.log.error({ err: error }, 'REST request failed');
    return send(request, reply, body.data.status, error instanceof TooManyRequestsError ? { 'retry-after': String(error.retryAfter) } : {}, body);
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [rawPath = '', ...query] = request.url.split('?');
    const override = request.headers['x-http-method-override'];
    const incoming = {
      method: request.method,
      methodOverride: typeof override === 'string' ? override : undefined,
      path: decodePath(rawPath).slice('/wp-json'.length) || '/',
      queryString: query.join('?'),
    };
    const { status, headers, body } = await answerRequest(site, routes, incoming, (error) => request.log.error({ err: error }, 'REST request failed'));
    return send(request, reply, status, headers, body);
  };
  // Nothing that is sent is read, whatever it is: every write is refused, before its type and its size are looked at.
  app.addHook('onRequest', async (request, reply) => (request.method === 'GET' || request.method === 'HEAD' ? undefined : answer(request, reply)));
  app.all('/wp-json', answer);
  app.all('/wp-json/*', answer);
}

/** Fastify refuses broken escapes before; what still can't be read is no route. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/wp-json/?'; // matches no route: 404
  }
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, headers: Readonly<Record<string, string>>, body: unknown): FastifyReply {
  reply.status(status).headers({ ...commonHeaders, ...headers });
  const { origin } = request.headers;
  if (origin) reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE' });
  if (status >= 400) reply.header('cache-control', 'no-store');
  if (status === 503) reply.header('retry-after', retryAfterSeconds);
  return reply.send(typeof body === 'string' && 'content-type' in headers ? body : JSON.stringify(body));
}
