import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { viewSiteHealth } from '../../modules/users/policy.ts';
import { folderBytes } from '../../lib/files.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

const result = z.object({
  test: z.string(),
  label: z.string(),
  status: z.enum(['good', 'recommended', 'critical']),
  badge: z.object({ label: z.string(), color: z.string() }),
  description: z.string(),
  actions: z.string(),
});

interface Finding {
  readonly status: z.output<typeof result>['status'];
  readonly label: string;
  readonly description: string;
}

/** A test of Site Health under WordPress' name, with the state of this server. */
function healthTest<const Path extends string>(
  path: Path,
  badge: 'Security' | 'Performance',
  find: (request: RestRequest) => Finding,
) {
  const test = path.slice(path.lastIndexOf('/') + 1).replaceAll('-', '_');
  return restRoute({
    path,
    methods: {
      GET: method({
        params: z.object({}),
        reply: valueOf(result),
        may: viewSiteHealth,
        run: async (request) => {
          const { status, label, description } = find(request);
          return {
            kind: 'plain',
            body: {
              test,
              label,
              status,
              badge: { label: badge, color: 'blue' },
              description: `<p>${description}</p>`,
              actions: '',
            },
          };
        },
      }),
    },
  });
}

/** Milliseconds that counting the media folder may take. */
const countingMs = 10_000;

interface Size {
  readonly size: string;
  readonly debug: string;
  readonly raw?: number;
}
const size = z.object({ size: z.string(), debug: z.string(), raw: z.number().optional() });

function sizeOf(bytes: number | undefined): Size {
  if (bytes === undefined) return { size: 'Not available: counting took too long.', debug: 'not available' };
  const text = `${(bytes / 2 ** 20).toFixed(2)} MB`;
  return { size: text, debug: `${text} (${bytes} bytes)`, raw: bytes };
}

const directorySizes = restRoute({
  path: '/wp-site-health/v1/directory-sizes',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(
        z.object({ raw: z.number(), uploads_size: size, database_size: size, total_size: size }),
      ),
      may: viewSiteHealth,
      run: async ({
        site: {
          content: { database },
          dataDir,
        },
      }) => {
        const [uploads, found] = await Promise.all([
          folderBytes(join(dataDir, 'media'), countingMs),
          sql.raw<{ bytes: number | string }>(database.dialect.databaseBytes).execute(database.read),
        ]);
        const stored = Number(found.rows[0]?.bytes ?? 0);
        const total = uploads === undefined ? undefined : uploads + stored;
        return {
          kind: 'plain',
          body: {
            raw: total ?? 0,
            uploads_size: sizeOf(uploads),
            database_size: sizeOf(stored),
            total_size: sizeOf(total),
          },
        };
      },
    }),
  },
});

/** `/wp-site-health/v1/…`: the tests that WordPress' Site Health screen runs. */
export const siteHealth = [
  healthTest('/wp-site-health/v1/tests/background-updates', 'Security', () => ({
    status: 'recommended',
    label: 'Updates are installed by hand',
    description: 'Broadsheet does not update itself. Install each new version when it is released.',
  })),
  healthTest('/wp-site-health/v1/tests/loopback-requests', 'Performance', () => ({
    status: 'good',
    label: 'No loopback requests are needed',
    description:
      'Scheduled posts and background jobs run in the server process, which sends no requests to itself.',
  })),
  healthTest('/wp-site-health/v1/tests/https-status', 'Security', ({ site: { content } }) =>
    content.siteUrl.startsWith('https:')
      ? {
          status: 'good',
          label: 'The site uses HTTPS',
          description: 'The URL of the site begins with https://.',
        }
      : {
          status: 'recommended',
          label: 'The site does not use HTTPS',
          description:
            'The URL of the site begins with http://. Passwords and cookies can be read on their way. Set SITE_URL to an https:// address.',
        },
  ),
  healthTest('/wp-site-health/v1/tests/dotorg-communication', 'Security', () => ({
    status: 'good',
    label: 'No connection to WordPress.org is needed',
    description: 'Broadsheet loads neither updates nor plugins from WordPress.org.',
  })),
  healthTest('/wp-site-health/v1/tests/authorization-header', 'Security', ({ applicationPassword }) =>
    applicationPassword === undefined
      ? {
          status: 'recommended',
          label: 'This request had no Authorization header',
          description:
            'Applications log in with the Authorization header, which a proxy may remove. Send this request with an application password to test it.',
        }
      : {
          status: 'good',
          label: 'The Authorization header reaches the server',
          description: 'This request was authenticated with an application password.',
        },
  ),
  healthTest('/wp-site-health/v1/tests/page-cache', 'Performance', () => ({
    status: 'good',
    label: 'Pages are served from a cache',
    description: 'The server caches rendered pages and renews them when their content changes.',
  })),
  directorySizes,
] as const;
