import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepRevision } from '../../src/modules/posts/revisions.ts';
import { createShare } from '../../src/modules/posts/share-store.ts';
import { trashPost } from '../../src/modules/posts/post-commands.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { createRole } from '../../src/modules/users/role-writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { isDrawn } from '../harness/drawn.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { makeComment, makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { makeMatrixSite } from '../harness/matrix-site.ts';
import type { MatrixSite, Person } from '../harness/matrix-site.ts';

/** All trashed content contains this word. */
const word = 'xylophage';
/** A role that may edit, but not delete, others' drafts. */
const secretaries = [
  'read',
  'edit_posts',
  'edit_others_posts',
  'publish_posts',
  'delete_posts',
  'delete_others_posts',
  'upload_files',
];
const ahead = Date.UTC(2090, 0, 1);

interface Thrown {
  readonly id: number;
  readonly base: 'posts' | 'pages';
  readonly slug: string;
  readonly revision: number;
  readonly autosave: number;
  readonly comment: number;
  readonly media: number;
  readonly key: string;
}
type Sent = readonly [method: string, path: string, body?: object];

onDrawnDatabase('private or published content, attacked in the trash', (_get, place) => {
  let site: MatrixSite;
  const attackers = new Map<string, Pick<Person, 'id' | 'cookie' | 'nonce'>>();
  const thrown: Thrown[] = [];
  const draft = { id: 0, revision: 0 };

  beforeAll(async () => {
    site = await makeMatrixSite(place());
    const { database, somebodyElse, people } = site;
    const secretary = await database.write(async (tx) => {
      await createRole(tx, { name: 'secretary', label: 'Secretary', capabilities: secretaries });
      return makeUser(tx, { roles: ['secretary'] });
    });
    for (const role of ['author', 'contributor', 'subscriber'] as const) attackers.set(role, people[role]);
    attackers.set('secretary', { id: secretary, ...(await site.signIn(secretary)) });
    const boss = await findActor(database.read, somebodyElse);
    const make = (type: 'post' | 'page', status: 'private' | 'publish' | 'future' | 'draft') =>
      database.write(async (tx): Promise<Thrown> => {
        const said = status === 'draft' ? 'a plan' : word;
        const slug = `${said.replace(' ', '-')}-${type}-${status}`;
        const text = `<!-- wp:paragraph --><p>${said} of ${status}</p><!-- /wp:paragraph -->`;
        const id = await makePost(tx, {
          type,
          status: 'draft',
          slug,
          title: `${said} ${status}`,
          content: text,
          excerpt: said,
          authorId: somebodyElse,
          meta: { footnotes: [said] },
          publishedAt: status === 'future' ? ahead : 1_700_000_000_000,
        });
        const key = await createShare(tx, id, somebodyElse);
        const texts = { title: said, excerpt: said, content: `${said} once` };
        await tx.db.updateTable('post').set({ status }).where('id', '=', id).execute();
        const one = {
          id,
          slug,
          key,
          base: `${type}s` as const,
          revision: await keepRevision(tx, id, somebodyElse, 'revision', texts),
          autosave: await keepRevision(tx, id, somebodyElse, 'autosave', texts),
          comment: await makeComment(tx, { postId: id, content: `${said} remark` }),
          media: await makeMedia(tx, { parentId: id, title: 'A picture of it', authorId: site.somebodyElse }),
        };
        await trashPost(tx, boss, { id }, 1);
        return one;
      });
    for (const status of ['private', 'publish', 'future'] as const)
      for (const type of ['post', 'page'] as const) thrown.push(await make(type, status));
    Object.assign(draft, { id: (await make('post', 'draft')).id });
  });
  afterAll(() => site.close());

  const send = async (who: Pick<Person, 'cookie' | 'nonce'> | undefined, [method, url, body]: Sent) => {
    const own: Record<string, string> = who
      ? { cookie: who.cookie, ...(url.startsWith('/wp-json') ? { 'x-wp-nonce': who.nonce } : {}) }
      : {};
    const isForm = url.includes('admin-ajax');
    const type: Record<string, string> = body
      ? { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
      : {};
    const payload =
      body &&
      (isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body));
    const reply = await site.app.server.inject({
      method: method as 'GET',
      url,
      headers: { ...own, ...type },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: reply.statusCode, body: reply.body, headers: reply.headers };
  };

  const rest = '/wp-json/wp/v2';
  const ours = '/wp-json/broadsheet/v1';
  const reads = ({ id, base, slug, revision, autosave, comment, media, key }: Thrown): readonly Sent[] =>
    [
      ...['', '?context=edit', '?context=embed', '?_embed', '?password=x', '?_fields=title,content'].map(
        (query) => `${rest}/${base}/${id}${query}`,
      ),
      ...['', `/${revision}`, `/${revision}?context=edit`].map(
        (path) => `${rest}/${base}/${id}/revisions${path}`,
      ),
      ...['', `/${autosave}`, '?context=edit'].map((path) => `${rest}/${base}/${id}/autosaves${path}`),
      ...[
        '',
        '&context=edit',
        `&include=${id}`,
        '&search=phage',
        `&slug=${slug}__trashed`,
        `&author=${site.somebodyElse}&_embed`,
        '&orderby=title',
        ',publish,private',
      ].map((query) => `${rest}/${base}?status=trash${query}`),
      `${rest}/${base}?include=${id}`,
      `${rest}/pages?parent=${id}&status=trash`,
      `${rest}/search?search=phage`,
      `${rest}/media?parent=${id}&_embed`,
      `${rest}/media/${media}?_embed`,
      `${rest}/comments?post=${id}&_embed`,
      `${rest}/comments/${comment}?_embed`,
      `${rest}/comments/${comment}?context=edit`,
      `${rest}/comments?search=phage`,
      `${rest}/block-renderer/core/post-title?post_id=${id}&context=edit`,
      `${ours}/posts/${id}/share`,
      `${ours}/post-locks?include=${id}`,
      `${ours}/media/${media}/uses`,
      `/wp-json/oembed/1.0/embed?url=https://site.example/?p=${id}`,
      `/?p=${id}`,
      `/?p=${id}&preview=true`,
      `/?page_id=${id}&preview=true`,
      `/?p=${id}&preview=true&share_key=${key}`,
      `/?p=${id}&preview_id=${id}&preview=true`,
      `/${slug}/`,
      `/${slug}__trashed/`,
      `/${slug}/feed/`,
      `/${slug}/embed/`,
      '/?s=phage',
      `/?attachment_id=${media}`,
      `/feed/?p=${id}`,
      `/?relatedposts=1&p=${id}`,
    ].map((path) => ['GET', path] as const);
  const writes = ({ id, base, revision, comment, media }: Thrown): readonly Sent[] => [
    ...['POST', 'PUT', 'PATCH'].flatMap((method): Sent[] => [
      [method, `${rest}/${base}/${id}`, { title: 'Mine now' }],
      [method, `${rest}/${base}/${id}`, { status: 'draft' }],
      [method, `${rest}/${base}/${id}`, { status: 'publish', content: 'Mine now' }],
      [method, `${rest}/${base}/${id}`, { author: attackers.get('secretary')?.id }],
    ]),
    ['DELETE', `${rest}/${base}/${id}`],
    ['DELETE', `${rest}/${base}/${id}?force=true`],
    ['DELETE', `${rest}/${base}/${id}/revisions/${revision}?force=true`],
    ['POST', `${rest}/${base}/${id}/autosaves`, { content: 'Mine now' }],
    ['POST', `${rest}/comments`, { post: id, content: 'A remark' }],
    ['POST', `${rest}/comments/${comment}`, { content: 'Mine now' }],
    ['POST', `${rest}/comments/${comment}`, { status: 'trash' }],
    ['DELETE', `${rest}/comments/${comment}?force=true`],
    ['POST', `${rest}/media/${media}`, { post: id }],
    ['POST', `${ours}/posts/${id}/share`],
    ['DELETE', `${ours}/posts/${id}/share`],
    ['POST', `${ours}/posts/${id}/lock`, { window: 'w', act: 'take' }],
    ['DELETE', `${ours}/posts/${id}/lock?window=w`],
    [
      'POST',
      `${ours}/block-previews`,
      { post_id: id, blocks: [{ name: 'core/post-title', attributes: {} }] },
    ],
    [
      'POST',
      '/wp-json/batch/v1',
      {
        requests: [
          { method: 'POST', path: `/wp/v2/${base}/${id}`, body: { status: 'draft' } },
          { method: 'DELETE', path: `/wp/v2/${base}/${id}?force=true` },
        ],
      },
    ],
    ['POST', `${rest}/${base}/${id}?_method=DELETE&force=true`, {}],
    ...['broadsheet_article', 'tdb_get_footer', 'tdb_get_mm_page'].map(
      (action): Sent => [
        'POST',
        '/wp-admin/admin-ajax.php',
        { action, post_id: String(id), id: String(id), page_id: String(id) },
      ],
    ),
    ['POST', '/wp-admin/admin-ajax.php', { action: 'td_ajax_search', td_string: 'phage' }],
  ];

  test('nothing reveals or changes it', async () => {
    const before = await dumpTables(site.database, ['shared_draft', 'post_lock']);
    let turn = 0;
    for (const [name, who] of [...attackers, ['nobody', undefined] as const]) {
      for (const one of thrown) {
        // Comments and attachments of others on it are another matter: users may move their own files.
        turn++;
        for (const [nth, sent] of [...reads(one), ...writes(one)].entries()) {
          if (name === 'secretary' && sent[1].includes('/media/') && sent[0] === 'POST') continue;
          if (!isDrawn(`trash on ${place().dialect}`, nth + turn, place().dialect === 'sqlite' ? 2 : 5))
            continue;
          const { status, body, headers } = await send(who, sent);
          const said = `${name} ${sent[0]} ${sent[1]} ${JSON.stringify(sent[2] ?? {})}`;
          expect(status < 500 || body.includes('rest_'), `${said}: ${status} ${body.slice(0, 200)}`).toBe(
            true,
          );
          // The requested address may be echoed.
          const visible = body.toLowerCase().replaceAll(/xylophage-(?:post|page)-\w+/g, '');
          expect(
            visible.includes(word),
            `${said}: ${status} ${visible.slice(Math.max(0, visible.indexOf(word) - 200), visible.indexOf(word) + 200)}`,
          ).toBe(false);
          if (/status=trash/.test(sent[1]) && status === 200 && name !== 'secretary')
            expect([said, headers['x-wp-total']]).toEqual([said, '0']);
        }
      }
    }
    const after = await dumpTables(site.database, ['shared_draft', 'post_lock']);
    for (const [table, rows] of Object.entries(before))
      if (table !== 'post_render') expect([table, after[table]]).toEqual([table, rows]);
  });

  test('counts exclude other users’ posts', async () => {
    for (const [name, who] of attackers) {
      const { status, body } = await send(who, ['GET', `${ours}/post-counts?type=post`]);
      expect([name, status, /"trash":(\d+)/.exec(body)?.[1] ?? '0']).toEqual([
        name,
        name === 'subscriber' ? 403 : 200,
        name === 'secretary' ? '1' : '0',
      ]);
    }
    const editors = await send(site.people.editor, ['GET', `${ours}/post-counts?type=post`]);
    expect(editors.body).toContain('"trash":4');
    const listed = await send(attackers.get('secretary'), ['GET', `${rest}/posts?status=trash&context=edit`]);
    expect((JSON.parse(listed.body) as { id: number }[]).map(({ id }) => id)).toEqual([draft.id]);
  });

  test('users with rights to its former status read it there, restore and delete it', async () => {
    const { editor } = site.people;
    const [first, ...others] = thrown;
    const one = first ?? expect.fail('Nothing was thrown away.');
    const shown = await send(editor, ['GET', `${rest}/${one.base}/${one.id}?context=edit`]);
    expect([shown.status, shown.body.includes(word)]).toEqual([200, true]);
    expect((await send(editor, ['POST', `${rest}/${one.base}/${one.id}`, { status: 'draft' }])).status).toBe(
      200,
    );
    for (const { id, base } of others)
      expect((await send(editor, ['DELETE', `${rest}/${base}/${id}?force=true`])).status).toBe(200);
    // A restored post is a draft, and as accessible as one.
    expect(
      (await send(attackers.get('secretary'), ['GET', `${rest}/${one.base}/${one.id}?context=edit`])).status,
    ).toBe(200);
    expect((await send(attackers.get('author'), ['GET', `${rest}/${one.base}/${one.id}`])).status).toBe(403);
  });
});
