import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { createPost, updatePost } from '../../src/modules/posts/writer.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { authorXml, inPieces, termXml, wxr } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeComment, makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';
import { makeCaller } from '../harness/xmlrpc-client.ts';
import type { XmlRpcUser } from '../harness/xmlrpc-client.ts';

const inElements = (depth: number, inside: string) => '<div>'.repeat(depth) + inside + '</div>'.repeat(depth);
const inBlocks = (depth: number, inside: string) =>
  '<!-- wp:group -->'.repeat(depth) + inside + '<!-- /wp:group -->'.repeat(depth);
const deepTexts: Readonly<Record<string, string>> = {
  elements: inElements(300, 'Words'),
  'elements without ends': `${'<div><span>'.repeat(1200)}Words`,
  'formatting in capitals': `${'<EM>'.repeat(400)}Words`,
  blocks: inBlocks(201, 'Words'),
  quotes: `${'<blockquote>'.repeat(250)}Words`,
};
/** Maximum depth of elements as parsers see it, including implied end tags. */
function deepestOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash] of html.matchAll(/<(\/?)(?:div|b|i|u|p|em|blockquote|ul|li)\b[^>]*>/gi)) {
    depth += slash === '/' ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

onBothDatabases('texts that nest deeper than the limit', (_get, place) => {
  let site: ServedSite;
  let caller: XmlRpcUser;
  let postId = 0;
  let visitors = 0;
  const now = { at: Date.now() };
  const headers: Record<string, Record<string, string>> = {};
  const users: Record<string, number> = {};

  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] }, { now: () => now.at });
    for (const role of ['administrator', 'author', 'subscriber']) {
      const id = await site.database.write((tx) => makeUser(tx, { login: `deep-${role}`, roles: [role] }));
      const { cookie, nonce } = await site.signIn(id);
      users[role] = id;
      headers[role] = { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' };
    }
    caller = await makeCaller(site, users['administrator'] ?? 0, 'deep-administrator');
    postId = await site.database.write((tx) =>
      makePost(tx, { slug: 'open', commentStatus: 'open', authorId: users['author'] ?? 0 }),
    );
  });
  afterAll(() => site.close());

  const rest = (who: string, path: string, body?: object, method = 'POST') =>
    rawRequest(site.url, `/wp-json${path}`, {
      method,
      headers: headers[who] ?? {},
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const idOf = ({ status, body }: RawReply): number => {
    expect([200, 201], body.slice(0, 300)).toContain(status);
    return Number((JSON.parse(body) as { readonly id: number }).id);
  };
  const refusalOf = ({ status, body }: RawReply) => ({ status, body: body.slice(0, 20_000) });
  /** Paths of the imported posts. */
  const findPaths = async () => {
    const { body } = await rest('administrator', '/wp/v2/posts?per_page=50&_fields=link', undefined, 'GET');
    return (JSON.parse(body) as { readonly link: string }[])
      .map(({ link }) => new URL(link).pathname)
      .filter((path) => path.includes('/deep-'));
  };
  const commentCount = async () =>
    (await site.database.read.selectFrom('comment').select('id').execute()).length;
  const sendForm = (fields: Record<string, string>, cookie = '') => {
    now.at += 3_600_000;
    return rawRequest(site.url, '/wp-comments-post.php', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `198.52.1.${++visitors}`,
        ...(cookie ? { cookie } : {}),
      },
      body: new URLSearchParams({
        comment_post_ID: String(postId),
        comment_parent: '0',
        ...fields,
      }).toString(),
    });
  };

  test('comments are refused with 400 by the form, REST and XML-RPC, new ones and changed ones', async () => {
    const there = await site.database.write((tx) =>
      makeComment(tx, { postId, content: 'As it was', userId: users['subscriber'] ?? 0 }),
    );
    const before = await commentCount();
    const at = ['{login}', '{password}'];
    const visitor = { author: 'Ann', email: 'ann@mail.example', url: '' };
    for (const [kind, text] of Object.entries(deepTexts)) {
      for (const reply of [
        await sendForm({ ...visitor, comment: text }),
        await sendForm({ comment: text }, headers['subscriber']?.['cookie']),
        await rest('subscriber', '/wp/v2/comments', { post: postId, content: text }),
        await rest('administrator', '/wp/v2/comments', {
          post: postId,
          content: text,
          author: 0,
          author_name: 'Ann',
          author_email: 'ann@mail.example',
        }),
      ])
        expect(refusalOf(reply), kind).toEqual({
          status: 400,
          body: expect.stringContaining('HTML elements are nested more than 200 levels deep.'),
        });
      expect(
        refusalOf(await rest('administrator', `/wp/v2/comments/${there}`, { content: text })),
        kind,
      ).toEqual({ status: 400, body: expect.stringContaining('nested more than 200') });
      expect(await caller.outcome('wp.newComment', 1, ...at, postId, { content: text }), kind).toEqual({
        fault: [400, expect.stringContaining('nested more than 200 levels deep')],
      });
      expect(await caller.outcome('wp.editComment', 1, ...at, there, { content: text }), kind).toEqual({
        fault: [400, expect.stringContaining('nested more than 200')],
      });
    }
    expect(await commentCount()).toBe(before);
    expect(
      (
        await site.database.read
          .selectFrom('comment')
          .select('content')
          .where('id', '=', there)
          .executeTakeFirst()
      )?.content,
    ).toBe('As it was');
    const fine = `${'<blockquote>'.repeat(90)}Fine${'</blockquote>'.repeat(90)}`;
    expect((await sendForm({ ...visitor, comment: fine })).status).toBe(302);
    idOf(await rest('subscriber', '/wp/v2/comments', { post: postId, content: `${fine}, too` }));
    idOf(await rest('administrator', `/wp/v2/comments/${there}`, { content: fine }));
    expect(await caller.outcome('wp.newComment', 1, ...at, postId, { content: `${fine} again` })).toEqual({
      value: expect.any(Number),
    });
  });

  test('an import stores them unchanged, names them in its report, and readers get whole pages', async () => {
    const evil = '<script>alert(1)</script><img src="x" onerror="alert(1)">Innermost';
    const contents = [
      inElements(300, evil),
      inBlocks(250, evil),
      `${'<b><i><u><p>'.repeat(20_000)}${evil}`,
      `${'<ul><li>'.repeat(3000)}${evil}`,
      '<p>Plain</p>',
    ];
    const report = await importWxr(
      site.database,
      inPieces(
        wxr(
          contents.map((content, at) => ({
            id: 900 + at,
            slug: `deep-${at}`,
            content,
            excerpt: at === 0 ? inElements(300, 'Teaser') : '',
            commentStatus: 'open',
            comments:
              at === 0
                ? [
                    { id: 70, content: inElements(300, evil) },
                    { id: 71, content: 'Plain' },
                  ]
                : [],
          })),
          {
            parts: [
              termXml({ id: 40, taxonomy: 'category', slug: 'deep', description: inElements(300, evil) }),
              authorXml('deep-writer'),
            ],
          },
        ),
        100_000,
      ),
    );
    const named = report.notes
      .filter(({ message }) => message.includes('nested more than'))
      .map(
        ({ kind, id, message }) =>
          `${kind} ${id}: ${message.replace(/ is stored unchanged, but can’t be edited here until this is fixed: .*/, ' …')}`,
      );
    expect(named.toSorted()).toEqual([
      'comment 70: HTML tags nested more than 200 levels deep were removed',
      'item post 900: its content …',
      'item post 900: its excerpt …',
      'item post 901: its content …',
      'item post 903: its content …',
      'term 40: its description …',
    ]);
    const stored = await site.database.read
      .selectFrom('post')
      .select(['slug', 'content'])
      .where('slug', 'like', 'deep-%')
      .orderBy('slug')
      .execute();
    expect(stored.map(({ content }) => content)).toEqual(contents);
    const posts = await findPaths();
    expect(posts).toHaveLength(contents.length);
    const pages = [...posts, '/category/deep/', '/feed/', '/wp-json/wp/v2/posts'];
    for (const path of pages) {
      const { status, body } = await rawRequest(site.url, path);
      expect([path, status]).toEqual([path, 200]);
      expect(body, path).not.toMatch(/<script>alert|<[^>]*onerror=/);
      // Browsers stop nesting at 512 elements.
      if (/deep-[0-3]/.test(path))
        expect([path, body.includes('Innermost'), deepestOf(body) < 500]).toEqual([path, true, true]);
    }
  });

  test('revisions, templates, terms, biographies and texts of media are refused, or lose nothing but tags', async () => {
    for (const [kind, text] of Object.entries(deepTexts)) {
      const refused = (reply: RawReply) =>
        expect(refusalOf(reply), kind).toEqual({
          status: 400,
          body: expect.stringContaining('nested more than 200'),
        });
      const id = await site.database.write((tx) =>
        createPost(tx, { title: 'Deep', content: text, status: 'publish' }),
      );
      idOf(await rest('administrator', `/wp/v2/posts/${id}`, { content: '<p>Of now</p>' }));
      const { id: revision } = await site.database.read
        .selectFrom('revision')
        .select('id')
        .where('post_id', '=', id)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      await site.database.write((tx) =>
        tx.db
          .updateTable('revision')
          .set({ content: text, excerpt: text })
          .where('id', '=', revision)
          .execute(),
      );
      refused(await rest('administrator', `/broadsheet/v1/posts/${id}/revisions/${revision}`, {}));
      await site.database.write((tx) => updatePost(tx, id, { excerpt: text }));
      expect((await rawRequest(site.url, `/?p=${id}`)).status, kind).toBeLessThan(400);

      const { template_id: template } = JSON.parse(
        (await rest('administrator', '/broadsheet/v1/templates', { type: 'single', title: kind })).body,
      ) as {
        readonly template_id: number;
      };
      refused(await rest('administrator', `/broadsheet/v1/templates/${template}`, { content: text }));
      const { status } = await rest('administrator', `/broadsheet/v1/templates/${template}`, {
        content: '<!-- wp:post-title /-->',
      });
      expect(status).toBe(200);
      const earlier = await site.database.read
        .selectFrom('template_revision')
        .select('id')
        .where('template_id', '=', template)
        .executeTakeFirstOrThrow();
      await site.database.write((tx) =>
        tx.db.updateTable('template_revision').set({ content: text }).where('id', '=', earlier.id).execute(),
      );
      refused(
        await rest('administrator', `/broadsheet/v1/templates/${template}/revisions/${earlier.id}`, {}),
      );

      refused(await rest('administrator', '/wp/v2/categories', { name: `Deep ${kind}`, description: text }));
      refused(await rest('administrator', `/wp/v2/users/${users['author']}`, { description: text }));
    }
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#777' } })
      .png()
      .toBuffer();
    const picture = idOf(
      await rawRequest(site.url, '/wp-json/wp/v2/media', {
        method: 'POST',
        body: png,
        headers: {
          ...headers['administrator'],
          'content-type': 'image/png',
          'content-disposition': 'attachment; filename="deep.png"',
        },
      }),
    );
    for (const [kind, text] of Object.entries(deepTexts)) {
      for (const field of ['caption', 'description']) {
        expect(
          refusalOf(await rest('administrator', `/wp/v2/media/${picture}`, { [field]: text })),
          `${kind} ${field}`,
        ).toEqual({ status: 400, body: expect.stringContaining('nested more than 200') });
      }
      const { body, status } = await rest('administrator', `/wp/v2/media/${picture}`, {
        alt_text: text.slice(0, 2000),
      });
      expect([status, body.includes('<div'), body.includes('<b>')], kind).toEqual([200, false, false]);
    }
  });
});
