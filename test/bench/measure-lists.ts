import { percentile } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import { measureSeenList } from './seen-list.ts';
import { nonceOf, signIn } from './signed-in.ts';
import type { BenchRow } from './table.ts';

const fields =
  'id,revision,title,status,date,modified,link,slug,author,categories,tags,sticky,format,comment_status,_links,_embedded';
const all = 'publish,future,draft,pending,private';
const usual = `context=edit&per_page=20&_embed=author,wp:term&_fields=${fields}`;
const rounds = 15;
/** Target of the design in ms. */
const maxMs = 200;

/** REST response times of the newsroom's lists, each after a write, so that no total is cached. */
export async function* measureLists(site: BenchSite): AsyncGenerator<BenchRow> {
  const server = await startServer(site.env);
  try {
    const reader = await signIn(site, server, 'List reader');
    const { cookie, name, value } = reader;
    const nonce = await nonceOf(server, reader);
    const request = async (path: string) => {
      const began = performance.now();
      const reply = await fetch(`${server.url}/wp-json${path}`, { headers: { cookie, 'x-wp-nonce': nonce } });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${path} returned status ${reply.status}: ${text.slice(0, 200)}`);
      return performance.now() - began;
    };
    const queryCount = async () =>
      ((await (await fetch(`${server.url}/healthz`)).json()) as { readonly queries: number }).queries;
    const categories = await site.database.read
      .selectFrom('term')
      .select('id')
      .where('taxonomy', '=', 'category')
      .orderBy('id')
      .limit(rounds)
      .execute();
    const category = categories[0]?.id ?? 0;
    const lists: Readonly<Record<string, string>> = {
      'posts, all': `/wp/v2/posts?${usual}&status=${all}`,
      'posts, page 500': `/wp/v2/posts?${usual}&status=${all}&page=${Math.max(1, Math.min(500, Math.floor(site.posts / 20)))}`,
      'posts by title': `/wp/v2/posts?${usual}&status=${all}&orderby=title&order=asc`,
      'posts of a category': `/wp/v2/posts?${usual}&status=${all}&categories=${category}`,
      'posts of an author': `/wp/v2/posts?${usual}&status=${all}&author=2`,
      'posts of a month': `/wp/v2/posts?${usual}&status=${all}&after=2025-12-31T23:59:59&before=2026-02-01T00:00:00`,
      'posts found by a search': `/wp/v2/posts?${usual}&status=${all}&search=${encodeURIComponent(site.searches[0] ?? 'a')}`,
      drafts: `/wp/v2/posts?${usual}&status=draft`,
      'post counts': '/broadsheet/v1/post-counts',
      'comments, all': '/wp/v2/comments?context=edit&type=all&status=all&per_page=50&_embed=up,in-reply-to',
      'comments found by a search': `/wp/v2/comments?context=edit&type=all&status=all&per_page=50&search=${encodeURIComponent(site.searches[0] ?? 'a')}`,
      'comment counts': '/broadsheet/v1/comment-counts',
      users: '/wp/v2/users?context=edit&per_page=20',
      'categories as a tree': '/broadsheet/v1/term-tree?per_page=20',
      'tags by posts': '/wp/v2/tags?context=edit&orderby=count&order=desc&per_page=20',
    };
    for (const [what, path] of Object.entries(lists)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        // Totals are cached until the next write.
        await site.database.write(async (tx) => tx.emit('setting:blogdescription', 'change'));
        times.push(await request(path));
      }
      const first = await queryCount();
      const before = await queryCount();
      await request(path);
      const queries = (await queryCount()) - before - (before - first);
      const median = percentile(
        times.toSorted((a, b) => a - b),
        0.5,
      );
      yield {
        what: `${what}: median`,
        value: median,
        unit: 'ms',
        target: `≤ ${maxMs} ms`,
        met: median <= maxMs,
      };
      yield { what: `${what}: queries`, value: queries, unit: '', target: '' };
    }
    yield* measureSeenList(
      { url: server.url, cookie: { name, value } },
      {
        'posts of a category': categories.map(({ id }) => `?cat=${id}`),
        'posts of an author': Array.from({ length: rounds }, (_, place) => `?author=${place + 2}`),
        'posts of a month': Array.from(
          { length: 12 },
          (_, month) => `?m=2025${String(month + 1).padStart(2, '0')}`,
        ),
        'posts found by a search': [...new Set(site.searches)]
          .slice(0, rounds)
          .map((words) => `?s=${encodeURIComponent(words)}`),
      },
    );
  } finally {
    await server.stop();
  }
}
