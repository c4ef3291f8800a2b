import { restRouteList } from '../../src/site/rest/rest-routes.ts';
import type { FuzzRequest } from './grammar.ts';

/** A public route or kind of page, with its methods and paths (without query). */
type Route = readonly [name: string, methods: RegExp, path: RegExp];

const reads = /^(?:GET|HEAD)$/;
const pages: readonly Route[] = [
  ['front page', reads, /^\/$/],
  ['article', reads, /^\/comet-\d+\/$/],
  ['page', reads, /^\/(?:about|talk-\d)\/(?:team\/)?$/],
  ['further page of an article', reads, /^\/comet-1\/2\/$/],
  ['comments page', reads, /\/comment-page-\d+\/$/],
  ['category', reads, /^\/category\/(?:[^/]+\/)+$/],
  ['tag', reads, /^\/tag\/[^/]+\/$/],
  ['author', reads, /^\/author\/[^/]+\/$/],
  ['dates', reads, /^\/2026\/(?:\d\d\/){0,2}$/],
  ['search', reads, /^\/\?s=/],
  ['listing page 2', reads, /\/page\/2\/$/],
  ['feed', reads, /\/feed\/(?:atom\/)?$|^\/rss\/$|^\/wp-rss2\.php$/],
  ['embed', reads, /\/embed\/$/],
  ['sitemap', reads, /sitemap[\w-]*\.(?:xml|css)$/],
  ['icons', reads, /\.(?:ico|png)$/],
  ['manifest', reads, /^\/site\.webmanifest$/],
  ['robots.txt', reads, /^\/robots\.txt$/],
  ['ads.txt', reads, /^\/ads\.txt$/],
  ['service worker', reads, /-push\.js$/],
  ['ad frame', reads, /^\/ad-frame\//],
  ['script frame', reads, /^\/script-frame\//],
];
const restKinds = new Set(restRouteList().flatMap(({ path }) => /^\/wp\/v2\/([^/]+)/.exec(path)?.[1] ?? []));
export const closedRest: ReadonlySet<string> = new Set(
  [...restKinds]
    .filter((kind) =>
      restRouteList().every(
        ({ path, methods: { GET } }) => !new RegExp(`^/wp/v2/${kind}(?:/|$)`).test(path) || !GET || GET.may,
      ),
    )
    .map((kind) => `REST ${kind}`),
);
const rest: readonly Route[] = [...restKinds].map((kind) => [
  `REST ${kind}`,
  /./,
  new RegExp(`^/wp-json/wp/v2/${kind}(?:/|$)`),
]);

/** Everything that visitors can call. The first match counts. */
export const publicRoutes: readonly Route[] = [
  ['POST /wp-comments-post.php', /^POST$/, /^\/wp-comments-post\.php$/],
  ['GET /wp-comments-post.php', reads, /^\/wp-comments-post\.php$/],
  ['POST /wp-comments-report.php', /^POST$/, /^\/wp-comments-report\.php$/],
  ['GET /wp-comments-report.php', reads, /^\/wp-comments-report\.php$/],
  ['POST /wp-login.php', /^POST$/, /^\/wp-login\.php$/],
  ['GET /wp-login.php', reads, /^\/wp-login\.php$/],
  ['POST /wp-admin/admin-ajax.php', /^POST$/, /^\/wp-admin\/admin-ajax\.php$/],
  ['GET /wp-admin/admin-ajax.php', reads, /^\/wp-admin\/admin-ajax\.php$/],
  ['/wp-admin/*', /./, /^\/wp-admin(?:\/|$)/],
  ['POST /api/token', /^POST$/, /^\/api\/token$/],
  ['DELETE /api/token', /^DELETE$/, /^\/api\/token$/],
  ['GET /healthz', reads, /^\/healthz$/],
  ['/xmlrpc.php', /./, /^\/xmlrpc\.php$/],
  ['/wp-cron.php', /./, /^\/wp-cron\.php$/],
  ['REST embeds', /./, /^\/wp-json\/oembed\//],
  ['GET /wp-content/uploads/*', reads, /^\/wp-content\/uploads\/./],
  ['GET /assets/*', reads, /^\/assets\//],
  ...rest,
  ['REST', /./, /^\/wp-json(?:\/|$)/],
  ...pages,
];

/** The name of a request's route, or "other". */
export function routeOf({ method, path }: Pick<FuzzRequest, 'method' | 'path'>): string {
  const [bare = ''] = path.startsWith('/?s=') ? ['/?s='] : path.split('?');
  return publicRoutes.find(([, methods, paths]) => methods.test(method) && paths.test(bare))?.[0] ?? 'other';
}
