import { beforeAll, expect, test } from 'vitest';
import { addMenuItem, createMenu } from '../../../modules/menus/store.ts';
import { keepRevision } from '../../../modules/posts/revisions.ts';
import { updatePost } from '../../../modules/posts/writer.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { accountTables, dumpTables } from '../../../../test/harness/dump-tables.ts';
import { pathInMatrix } from '../../../../test/harness/read-matrix.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { describeKind } from './resource.ts';
import { restMethods } from './rest-reply.ts';
import { restRouteList } from '../../../site/rest/rest-routes.ts';

/** All hidden texts, titles, slugs, names and files below contain this word. */
const word = 'Xylophage';

onBothDatabases('what REST never reveals', (get, place) => {
  const rest = useRestApp(get);
  const hidden: Record<string, number> = {};
  const it = { open: 0, ghost: 0, term: 0, locked: 0, comments: [] as number[], media: [] as number[] };

  beforeAll(async () => {
    await get().write(async (tx) => {
      const secret = (
        status: 'draft' | 'private' | 'future' | 'trash' | 'pending' | 'auto-draft',
        type = 'post',
      ) =>
        makePost(tx, {
          type,
          status,
          title: `${word} ${status}`,
          slug: `${word.toLowerCase()}-${status}-${type}`,
          content: `${word} text`,
          excerpt: `${word} excerpt`,
          authorId: it.ghost,
          termIds: [it.term],
          publishedAt: status === 'future' ? Date.now() + 86_400_000 : Date.UTC(2026, 0, 1),
          sticky: true,
        });
      it.ghost = await makeUser(tx, { login: 'ghost', displayName: `${word} writer` });
      it.term = await makeTerm(tx, { name: 'Shared' });
      it.open = await makePost(tx, { title: 'Open', authorId: await makeUser(tx), termIds: [it.term] });
      for (const status of ['draft', 'private', 'future', 'trash', 'pending', 'auto-draft'] as const)
        hidden[status] = await secret(status);
      hidden['page'] = await secret('private', 'page');
      it.locked = await makePost(tx, {
        title: 'Behind a password',
        content: `${word} text`,
        excerpt: `${word} excerpt`,
        password: 'sesame',
        authorId: it.ghost,
        termIds: [it.term],
        meta: { footnotes: [`${word} note`] },
      });
      for (const postId of [...Object.values(hidden), it.locked]) {
        it.comments.push(await makeComment(tx, { postId, content: `${word} remark` }));
        it.media.push(
          await makeMedia(tx, {
            parentId: postId,
            title: `${word} picture`,
            file: { file: `2026/${word}.jpg`, alt: word },
          }),
        );
      }
      for (const status of ['hold', 'spam', 'trash'] as const) {
        it.comments.push(
          await makeComment(tx, { postId: it.open, status, content: `${word} remark`, authorName: word }),
        );
      }
      it.comments.push(
        await makeComment(tx, {
          postId: it.open,
          type: 'pingback',
          content: `${word} ping`,
          authorName: word,
        }),
      );
      await makePost(tx, {
        type: 'page',
        title: 'Below a hidden one',
        parentId: hidden['page'],
        menuOrder: 7,
        authorId: await makeUser(tx),
      });
    });
  });

  test('no collection shows hidden items, whatever the query', async () => {
    const ids = [...Object.values(hidden), it.locked].join(',');
    const queries = [
      '',
      '_embed',
      'per_page=100&_embed',
      `include=${ids}`,
      `include=${ids}&orderby=include`,
      `exclude=${it.open}`,
      'search=xylophage',
      'search=xylophage&orderby=relevance',
      `author=${it.ghost}`,
      `parent=${ids}`,
      `parent=${ids}&_embed`,
      `post=${ids.split(',')[0]}`,
      'slug=xylophage-draft-post,xylophage-private-post,xylophage-future-post',
      'sticky=true',
      `categories=${it.term}`,
      'orderby=modified',
      'order=asc',
      'orderby=title',
      'after=1990-01-01T00:00:00Z',
      'before=2090-01-01T00:00:00Z',
      'modified_after=1990-01-01T00:00:00Z',
      'orderby=slug',
      'orderby=id',
      'password=sesame',
      '_fields=title,content,link,slug',
      'offset=0',
      'menu_order=7&_fields=id,slug',
    ];
    const below = 'below-a-hidden-one';
    for (const path of ['posts', 'pages', 'media', 'comments', 'users', 'categories', 'search']) {
      for (const query of queries) {
        const { status, text } = await rest.get(`/wp/v2/${path}?${query}`);
        expect([200, 400, 401], `${path}?${query}: ${text.slice(0, 200)}`).toContain(status);
        // A page below a hidden one is public, and its URL contains the ancestors' slugs.
        const shown = text.replaceAll(new RegExp(`https://site\\.example/[^"]*${below}/`, 'g'), '');
        expect(
          shown.toLowerCase().includes(word.toLowerCase()),
          `${path}?${query}: ${shown.slice(0, 400)}`,
        ).toBe(false);
      }
    }
    expect(await rest.ids('/wp/v2/posts')).toEqual([it.open]);
    expect(await rest.ids('/wp/v2/comments')).toEqual([]);
    expect(await rest.ids('/wp/v2/media')).toEqual([]);
    expect(await rest.ids(`/wp/v2/categories?post=${hidden['draft']}`)).toEqual([]);
    expect((await rest.get('/wp/v2/posts')).headers['x-wp-total']).toBe('1');
    expect((await rest.get(`/wp/v2/categories/${it.term}`)).json['count']).toBe(1);
  });

  test('refuses hidden items by id, without revealing anything about them', async () => {
    for (const [status, id] of Object.entries(hidden)) {
      const base = status === 'page' ? 'pages' : 'posts';
      for (const query of [
        '',
        '?_embed',
        '?context=embed',
        '?password=sesame',
        '?_fields=title',
        '?_envelope',
      ]) {
        const reply = await rest.get(`/wp/v2/${base}/${id}${query}`);
        expect(query === '?_envelope' ? reply.json['status'] : reply.status, `${status}${query}`).toBe(401);
        expect(reply.text).toContain('rest_forbidden');
        expect(reply.text.toLowerCase()).not.toContain(word.toLowerCase());
        expect(String(reply.headers['link'] ?? '').toLowerCase()).not.toContain(word.toLowerCase());
      }
    }
    for (const id of it.media)
      expect((await rest.get(`/wp/v2/media/${id}`)).json['code']).toBe('rest_forbidden');
    for (const id of it.comments)
      expect((await rest.get(`/wp/v2/comments/${id}`)).json['code']).toMatch(/^rest_cannot_read(_post)?$/);
    expect((await rest.get(`/wp/v2/posts/${it.locked + 100_000}`)).json).toEqual({
      code: 'rest_post_invalid_id',
      message: 'Invalid post ID.',
      data: { status: 404 },
    });
  });

  test('a password-protected post has its fields and no content', async () => {
    const { status, json, text } = await rest.get(`/wp/v2/posts/${it.locked}?_embed`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      content: { rendered: '', protected: true },
      excerpt: { rendered: '', protected: true },
      meta: { footnotes: '' },
    });
    expect(json['class_list']).toContain('post-password-required');
    expect(text.toLowerCase()).not.toContain(word.toLowerCase());
    expect(await rest.ids('/wp/v2/posts?slug=behind-a-password')).toEqual([]);
  });

  test('unpublished posts disappear at once, and counts follow', async () => {
    const id = await get().write((tx) => makePost(tx, { title: 'Briefly there', authorId: it.ghost }));
    expect((await rest.get('/wp/v2/posts?search=briefly')).headers['x-wp-total']).toBe('1');
    expect(
      (await rest.get(`/wp/v2/posts?author=${it.ghost}&after=1990-01-01T00:00:00Z`)).headers['x-wp-total'],
    ).toBe('1');
    await get().write((tx) => updatePost(tx, id, { status: 'draft' }));
    expect((await rest.get('/wp/v2/posts?search=briefly')).json).toEqual([]);
    expect(
      (await rest.get(`/wp/v2/posts?author=${it.ghost}&after=1990-01-01T00:00:00Z`)).headers['x-wp-total'],
    ).toBe('0');
    expect((await rest.get(`/wp/v2/users/${it.ghost}`)).status).toBe(401);
  });

  test('an author who names hidden items in a URL or a body learns nothing about them and changes nothing', async () => {
    // Ownership is the same on both databases.
    if (place().dialect !== 'sqlite') return;
    const author = await get().write((tx) => makeUser(tx, { login: 'author', roles: ['author'] }));
    const more = await get().write(async (tx) => {
      const texts = { title: word, excerpt: word, content: `${word} once` };
      const secret = (type: string) =>
        makePost(tx, {
          type,
          status: 'draft',
          title: `${word} of ${type}`,
          content: word,
          authorId: it.ghost,
        });
      const menu = await createMenu(tx, { name: `${word} menu` });
      const makeRevision = (kind: 'revision' | 'autosave') =>
        keepRevision(tx, Number(hidden['private']), it.ghost, kind, texts);
      return [
        await secret('wp_block'),
        await secret('wp_navigation'),
        await makeRevision('revision'),
        await makeRevision('autosave'),
        await addMenuItem(tx, menu, { label: `${word} item`, url: 'https://other.example/' }),
        await makeTerm(tx, { taxonomy: 'media_folder', name: word }),
      ];
    });
    const always = [
      hidden['draft'],
      hidden['private'],
      hidden['page'],
      it.locked,
      it.comments[0],
      it.comments.at(-1),
      it.media[0],
      it.ghost,
    ].map(Number);
    let tried = 0;
    const otherRows = async () =>
      Object.fromEntries(
        Object.entries(await dumpTables(get(), accountTables)).map(([table, rows]) => [
          table,
          rows.filter((row) => row.toLowerCase().includes(word.toLowerCase())),
        ]),
      );
    const before = await otherRows();
    const done: string[] = [];
    for (const { path, methods } of restRouteList()) {
      for (const name of restMethods) {
        const method = name === 'GET' ? undefined : methods[name];
        if (!method || path === '/batch/v1') continue;
        const own = await get().write((tx) =>
          path.includes('/media/') ? makeMedia(tx, { authorId: author }) : makePost(tx, { authorId: author }),
        );
        const kinds = Object.entries(method.schema.shape).map(([argument, kind]) => ({
          argument,
          schema: describeKind(kind),
        }));
        const needed = Object.fromEntries(
          kinds
            .filter(({ argument }) => method.required.includes(argument))
            .map(({ argument, schema }) => [
              argument,
              [schema['type']].flat().includes('integer')
                ? own
                : schema['format'] === 'email'
                  ? 'own@mail.example'
                  : 'Own words',
            ]),
        );
        const naming = kinds.filter(
          ({ argument, schema }) =>
            argument !== 'revision' &&
            ([schema['type']].flat().includes('integer') || Object(schema['items'])['type'] === 'integer'),
        );
        // Two items of rare kinds per method, in turn; their own routes are covered by the role matrix.
        const foreign = [...always, ...[0, 1].map(() => more[tried++ % more.length] ?? 0)];
        for (const id of foreign) {
          const at = (whose: number) =>
            pathInMatrix(path).replaceAll(/\{(\w+)\}/g, (_whole, part: string) =>
              part === 'name' ? 'core/archives' : String(whose),
            );
          const taken = { ...needed, force: true, title: 'Taken', content: 'Taken' };
          const sent: [string, Record<string, unknown>][] = path.includes('(?P<') ? [[at(id), taken]] : [];
          for (const { argument, schema } of naming)
            sent.push([
              at(own),
              { ...needed, [argument]: Object(schema['items'])['type'] === 'integer' ? [id] : id },
            ]);
          for (const [address, body] of sent) {
            const { status, text } = await rest.sendAs(
              author,
              name,
              `${address}${address.includes('?') ? '&' : '?'}_embed`,
              body,
            );
            const what = `${name} ${address} ${JSON.stringify(body)}`;
            if (status >= 500 || text.toLowerCase().includes(word.toLowerCase()))
              expect.fail(`${what} → ${status} ${text.slice(0, 300)}`);
            if (status < 300) done.push(what);
          }
        }
      }
    }
    // They can write their own items.
    expect(done.length).toBeGreaterThan(0);
    expect(await otherRows()).toEqual(before);
    expect(rest.faults).toEqual([]);
  });
});
