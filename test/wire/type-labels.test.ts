import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onBothDatabases('messages and labels of types', (_get, place) => {
  let site: ServedSite;
  let boss = 0;
  const send = async (method: string, path: string, body?: object) => {
    const { cookie, nonce } = await site.signIn(boss);
    const reply = await rawRequest(site.url, path, {
      method,
      headers: { 'content-type': 'application/json', cookie, 'x-wp-nonce': nonce },
      ...(body && { body: JSON.stringify(body) }),
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    return { ...reply, json: (isJson ? JSON.parse(reply.body) : {}) as Record<string, unknown> };
  };
  const types = '/wp-json/broadsheet/v1/content-types';

  beforeAll(async () => {
    site = await serveSite(place());
    boss = await site.database.write((tx) => makeUser(tx, { roles: ['administrator'] }));
    const of = { name: 'film', plural: 'Films', singular: 'Film <3', slug: 'films', rest_base: 'films' };
    expect((await send('POST', types, of)).status).toBe(201);
    const genre = { name: 'genre', plural: 'Genres', singular: 'Genre', slug: 'genre', rest_base: 'genres' };
    const made = await send('POST', '/wp-json/broadsheet/v1/content-taxonomies', {
      ...genre,
      types: ['film'],
    });
    expect(made.status).toBe(201);
    const fields = [{ name: 'rating', kind: 'number', label: 'Rating of ours', max: 10 }];
    expect((await send('PUT', '/wp-json/broadsheet/v1/fields/film', { fields, revision: 0 })).status).toBe(
      200,
    );
    await site.database.write(async (tx) => {
      const noir = await makeTerm(tx, { taxonomy: 'genre', name: 'Noir', slug: 'noir' });
      await makePost(tx, { type: 'film', title: 'One', slug: 'one', termIds: [noir] });
      await makePost(tx, { type: 'page', title: '1 &lt; 2 &amp; more', slug: 'sums' });
    });
  });
  afterAll(() => site.close());

  test('the bar above a page names its type or taxonomy as the site does', async () => {
    for (const [path, label] of [
      ['/films/', 'Films'],
      ['/films/one/', 'Film'],
      ['/genre/noir/', 'Genre'],
    ] as const) {
      const { body } = await send('GET', path);
      const bar = /<div id="wpadminbar"[\s\S]*?<\/nav>/.exec(body)?.[0] ?? '';
      expect([path, /Custom (?:post type|taxonomy|archive)/.test(bar), bar.includes(label)]).toEqual([
        path,
        false,
        true,
      ]);
    }
  });

  test('a refused value names its field by the label, and REST by its parameter', async () => {
    const { status, json } = await send('POST', '/wp-json/wp/v2/films', {
      title: 'Two',
      meta: { rating: 11 },
    });
    const { params } = json['data'] as { readonly params: Readonly<Record<string, string>> };
    expect([status, Object.keys(params)]).toEqual([400, ['meta.rating']]);
    expect(params['meta.rating']).toBe('The field "Rating of ours" can\'t be 11: it must be at most 10.');
    expect((await send('POST', '/wp-json/wp/v2/films', { title: 'Two', meta: { rating: 10 } })).status).toBe(
      201,
    );
  });

  test('a message names a page by the text of its title', async () => {
    const { json } = await send('PATCH', `${types}/film`, { slug: 'sums' });
    expect(JSON.stringify(json)).toContain('1 < 2 & more');
    expect(JSON.stringify(json)).not.toMatch(/&(?:lt|amp);/);
  });

  test('fields of a deleted type say what happened and what to do', async () => {
    expect((await send('DELETE', `${types}/film`)).status).toBe(200);
    for (const method of ['GET', 'PUT']) {
      const reply = await send(
        method,
        '/wp-json/broadsheet/v1/fields/film',
        method === 'PUT' ? { fields: [] } : undefined,
      );
      expect([method, reply.status, reply.json['code']]).toEqual([method, 404, 'rest_type_invalid']);
      expect(reply.json['message']).toMatch(/no post type "film".*restore it/);
    }
  });
});
