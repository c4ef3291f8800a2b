import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import { exportWxr } from '../../src/modules/exports/export-wxr.ts';
import { createTaxonomy, createType } from '../../src/modules/types/definition-commands.ts';
import { listTaxonomies, listTypes } from '../../src/modules/types/definition-reader.ts';
import { suggestedTaxonomy, suggestedType } from '../../src/modules/types/own-definition.ts';
import { permalinks } from '../../src/modules/types/permalinks.ts';
import { postTypeNamed, registeredTypes, taxonomiesOf } from '../../src/modules/types/registry.ts';
import { operator } from '../../src/modules/users/role.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { makeTestDatabase, onBothDatabases } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const base = '/wp-json/broadsheet/v1/content-types';
const termsBase = '/wp-json/broadsheet/v1/content-taxonomies';

onBothDatabases('content types that editors define', (_get, place) => {
  let site: ServedSite;
  const ids = { boss: 0, editor: 0, author: 0 };
  const request = (path: string) => rawRequest(site.url, path);
  const send = async (
    method: string,
    path: string,
    body?: object,
    as: keyof typeof ids | 'visitor' = 'boss',
    headers: Record<string, string> = {},
  ) => {
    const signed = as === 'visitor' ? undefined : await site.signIn(ids[as]);
    const reply = await rawRequest(site.url, path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(signed && { cookie: signed.cookie, 'x-wp-nonce': signed.nonce }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { ...reply, json: JSON.parse(reply.body || 'null') as Record<string, unknown> };
  };
  const redirect = (location: string) => ({ status: 301, headers: { location } });

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      ids.boss = await makeUser(tx, { roles: ['administrator'] });
      ids.editor = await makeUser(tx, { roles: ['editor'] });
      ids.author = await makeUser(tx, { roles: ['author'] });
      await makePost(tx, { type: 'page', title: 'Films', slug: 'films' });
      await makePost(tx, { title: 'An article', slug: 'an-article' });
    });
  });
  afterAll(() => site.close());

  test('[IMP-20] a type and a taxonomy made over REST work everywhere without a restart', async () => {
    const created = await send('POST', base, {
      name: 'review',
      plural: 'Reviews',
      singular: 'Review',
      archive_title: 'What we tried',
      slug: 'reviews',
      rest_base: 'reviews',
      taxonomies: ['category'],
      own_capabilities: true,
    });
    expect([created.status, created.json['code'] ?? '']).toEqual([201, '']);
    expect(created.json).toMatchObject({
      name: 'review',
      state: 'defined',
      items: 0,
      revision: 1,
      in_search: true,
    });
    expect(
      await send('POST', termsBase, {
        name: 'brand',
        plural: 'Brands',
        singular: 'Brand',
        hierarchical: true,
        is_topic: true,
        rest_base: 'brands',
        types: ['review', 'post'],
      }),
    ).toMatchObject({ status: 201, json: { types: ['review', 'post'] } });
    const term = await send('POST', '/wp-json/wp/v2/brands', { name: 'Acme' });
    expect(term.status).toBe(201);
    const item = await send(
      'POST',
      '/wp-json/wp/v2/reviews',
      {
        title: 'The folding phone',
        slug: 'phone',
        status: 'publish',
        content: '<!-- wp:paragraph --><p>Xylophone hinges.</p><!-- /wp:paragraph -->',
        brands: [term.json['id']],
      },
      'editor',
    );
    expect(item).toMatchObject({ status: 201, json: { type: 'review', brands: [term.json['id']] } });
    expect((await request('/reviews/phone/')).body).toContain('Xylophone hinges.');
    expect((await request('/reviews/')).body).toContain('>What we tried</h1>');
    expect((await request('/reviews/feed/')).body).toContain('<title>The folding phone</title>');
    expect((await request('/brand/acme/')).body).toContain('The folding phone');
    expect((await request('/wp-sitemap.xml')).body).toContain('wp-sitemap-posts-review-1.xml');
    expect((await request('/?s=xylophone')).body).toContain('/reviews/phone/');
    expect((await send('GET', '/wp-json/wp/v2/types/review')).json).toMatchObject({
      rest_base: 'reviews',
      taxonomies: ['category', 'brand'],
    });
    expect((await send('GET', '/wp-json/wp/v2/taxonomies/brand')).json).toMatchObject({
      types: ['post', 'review'],
    });
    // A built-in type has the new taxonomy, too.
    const article = await send('POST', '/wp-json/wp/v2/posts', {
      title: 'On Acme',
      brands: [term.json['id']],
    });
    expect(article.json['brands']).toEqual([term.json['id']]);
    expect((await send('GET', base)).json).toMatchObject([{ name: 'review', items: 1 }]);
  });

  test('[IMP-20] editors get its own capabilities, authors do not', async () => {
    expect((await send('GET', '/wp-json/wp/v2/reviews?context=edit', undefined, 'editor')).status).toBe(200);
    expect((await send('GET', '/wp-json/wp/v2/reviews?context=edit', undefined, 'author')).status).toBe(403);
    expect((await send('POST', '/wp-json/wp/v2/reviews', { title: 'x' }, 'author')).status).toBe(403);
  });

  test('[IMP-20] changed slugs redirect items, archives, feeds and terms', async () => {
    const changed = await send('PATCH', `${base}/review`, { slug: 'tests', revision: 1 });
    expect(changed).toMatchObject({ status: 200, json: { slug: 'tests', revision: 2 } });
    expect(await request('/tests/phone/')).toMatchObject({ status: 200 });
    expect(await request('/reviews/phone/')).toMatchObject(redirect('/tests/phone/'));
    expect(await request('/reviews/')).toMatchObject(redirect('/tests/'));
    expect(await request('/reviews/?utm_source=x')).toMatchObject({ status: 301 });
    expect(await request('/reviews/feed/')).toMatchObject(redirect('/tests/feed/'));
    expect((await request('/reviews/none/')).status).toBe(404);
    await send('PATCH', `${termsBase}/brand`, { slug: 'maker' });
    expect(await request('/brand/acme/')).toMatchObject(redirect('/maker/acme/'));
    await send('PATCH', `${base}/review`, { archive_slug: 'all-tests' });
    expect(await request('/all-tests/')).toMatchObject({ status: 200 });
    expect(await request('/reviews/')).toMatchObject(redirect('/all-tests/'));
    // Back to a former one: the others redirect to it.
    await send('PATCH', `${base}/review`, { slug: 'reviews', archive_slug: '' });
    expect(await request('/tests/phone/')).toMatchObject(redirect('/reviews/phone/'));
    expect(await request('/all-tests/')).toMatchObject(redirect('/reviews/'));
    expect((await request('/reviews/phone/')).status).toBe(200);
  });

  test('[IMP-20] a page can no longer take the address of an archive', async () => {
    const page = await send('POST', '/wp-json/wp/v2/pages', { title: 'Reviews', status: 'publish' });
    expect(page.json['slug']).toBe('reviews-2');
    // Otherwise addresses that begin like its slug would redirect to it.
    await send('DELETE', `/wp-json/wp/v2/pages/${String(page.json['id'])}?force=true`);
  });

  test('[IMP-20] a stale change or deletion is refused with both sides', async () => {
    const { json: now } = await send('GET', `${base}/review`);
    expect(await send('PATCH', `${base}/review`, { plural: 'Verdicts', revision: 1 })).toMatchObject({
      status: 409,
      json: {
        data: { mine: { plural: 'Verdicts' }, theirs: { plural: 'Reviews', revision: now['revision'] } },
      },
    });
    expect(await send('DELETE', `${base}/review`, undefined, 'boss', { 'if-match': '"1"' })).toMatchObject({
      status: 409,
    });
    expect((await send('GET', `${base}/review`)).json).toEqual(now);
  });

  test('[IMP-20] a changed definition is announced to other processes, and cached pages are dropped', async () => {
    const second = await openSiteDatabase({ ...place(), maxConnections: 2 });
    await second.watch();
    const emitted: string[] = [];
    second.bus.listen((emissions) => void emitted.push(...emissions.map(({ tag }) => tag)));
    await send('PATCH', `${base}/review`, { archive_title: 'Tried and tested' });
    expect((await request('/reviews/')).body).toContain('>Tried and tested</h1>');
    await expect.poll(() => emitted).toContain('types');
    await second.close();
  });

  test('[IMP-20] a deleted type keeps its items, hidden from all users, until it is defined again', async () => {
    const { json } = await send('GET', `${base}/review`);
    const gone = await send('DELETE', `${base}/review?revision=${String(json['revision'])}`);
    expect(gone).toMatchObject({ status: 200, json: { deleted: true, previous: { items: 1 } } });
    for (const path of ['/reviews/phone/', '/reviews/', '/reviews/feed/', '/review/phone/', '/tests/phone/'])
      expect((await request(path)).status, path).toBe(404);
    expect((await send('GET', '/wp-json/wp/v2/reviews')).status).toBe(404);
    for (const path of ['/?s=xylophone', '/wp-sitemap.xml', '/maker/acme/', '/wp-json/wp/v2/types'])
      expect((await request(path)).body, path).not.toMatch(/reviews|wp-sitemap-posts-review/);
    expect((await send('GET', base)).json).toMatchObject([{ name: 'review', state: 'deleted', items: 1 }]);
    expect(postTypeNamed('review')).toMatchObject({ isPublic: false, isEdited: false });
    const again = await send('POST', base, { ...json, name: 'review' });
    expect(again).toMatchObject({ status: 201, json: { items: 1, state: 'defined' } });
    expect((await request('/reviews/phone/')).status).toBe(200);
    expect(await request('/tests/phone/')).toMatchObject(redirect('/reviews/phone/'));
  });

  test('[IMP-20] a deleted taxonomy keeps its terms, hidden from all users, until it is defined again', async () => {
    const { json } = await send('GET', `${termsBase}/brand`);
    expect((await send('DELETE', `${termsBase}/brand`)).status).toBe(200);
    for (const path of ['/maker/acme/', '/brand/acme/', '/maker/acme/feed/', '/wp-json/wp/v2/brands'])
      expect((await request(path)).status, path).toBe(404);
    for (const path of ['/reviews/phone/', '/wp-sitemap.xml', '/?s=acme', '/wp-json/wp/v2/reviews'])
      expect((await request(path)).body, path).not.toMatch(/\/maker\/|brands|>Acme</);
    expect((await send('POST', termsBase, { ...json, name: 'brand' })).status).toBe(201);
    expect((await request('/maker/acme/')).body).toContain('The folding phone');
  });

  test('[IMP-20] an export without definitions moves items and terms to an empty site, where both are defined as they are', async () => {
    const parts: string[] = [];
    for await (const part of exportWxr({ read: site.database.read, siteUrl: site.url, now: Date.now() }, {}))
      parts.push(part);
    const there = await makeTestDatabase(place().dialect);
    const target = await openSiteDatabase({ ...there, maxConnections: 2 });
    expect(postTypeNamed('review').isRegistered).toBe(false);
    try {
      // As WordPress writes it.
      const items = parts.join('').replace(/<broadsheet:definitions>.*<\/broadsheet:definitions>\n/, '');
      await importWxr(target, Readable.from([items]));
      const found = (await listTypes(target.read)).find(({ name }) => name === 'review');
      expect(found).toMatchObject({ state: 'found', items: 1, definition: { slug: 'review' } });
      const terms = (await listTaxonomies(target.read)).find(({ name }) => name === 'brand');
      expect(terms).toMatchObject({ state: 'found', items: 1 });
      await target.write(async (tx) => {
        await createType(tx, operator(), { name: 'review', ...suggestedType('review'), slug: 'reviews' });
        await createTaxonomy(tx, operator(), {
          name: 'brand',
          ...suggestedTaxonomy('brand'),
          types: ['review'],
        });
      });
      expect(taxonomiesOf('review').map(({ name }) => name)).toEqual(['brand']);
      const row = await target.read
        .selectFrom('post')
        .select(['id', 'type', 'slug'])
        .where('type', '=', 'review')
        .executeTakeFirstOrThrow();
      expect(permalinks('rewritten').post(row)).toBe('/reviews/phone/');
    } finally {
      await target.close();
      await there.drop();
      // The process serves the first site again.
      await site.database.write(async (tx) => tx.emit('types'));
    }
    expect((await request('/reviews/phone/')).status).toBe(200);
  });

  test('[IMP-20] types that only an import knows are offered as they are, and become editable', async () => {
    await site.database.write(async (tx) => {
      await makePost(tx, { type: 'recipe', title: 'Soup', slug: 'soup' });
      await makeTerm(tx, { taxonomy: 'cuisine', name: 'Thai', slug: 'thai' });
    });
    const { json: types } = await send('GET', base);
    const found = (types as unknown as Record<string, unknown>[]).find(({ name }) => name === 'recipe');
    expect(found).toMatchObject({ state: 'found', items: 1, revision: 0, plural: 'Recipe', slug: 'recipe' });
    expect((await send('GET', termsBase)).json).toContainEqual(
      expect.objectContaining({ name: 'cuisine', state: 'found', items: 1 }),
    );
    expect((await send('POST', base, { ...found, plural: 'Recipes', rest_base: 'recipes' })).status).toBe(
      201,
    );
    expect((await send('GET', '/wp-json/wp/v2/recipes')).json).toMatchObject([{ slug: 'soup' }]);
    expect((await request('/recipe/soup/')).status).toBe(200);
  });

  test.each<readonly [string, string, object]>([
    ['a reserved name', 'name', { name: 'post' }],
    ['a name of prototypes', 'name', { name: 'constructor' }],
    ['a name of prototypes with underscores', 'name', { name: '__proto__' }],
    ['a name with capitals', 'name', { name: 'Film' }],
    ['a name that is too long', 'name', { name: 'f'.repeat(21) }],
    ['a label without visible characters', 'plural', { plural: ' \u200b\u202e ' }],
    ['a label that is too long', 'plural', { plural: 'f'.repeat(61) }],
    ['a label with a null byte', 'plural', { plural: 'Fil\0ms' }],
    ['a label that is no text', 'plural', { plural: { $ne: 1 } }],
    ['the address of a page', 'slug', { slug: 'films' }],
    ['the address of another type', 'slug', { slug: 'reviews' }],
    ['the address of a taxonomy of the code', 'slug', { slug: 'category' }],
    ['the address of the newsroom', 'slug', { slug: 'wp-admin' }],
    ['the address of a year', 'slug', { slug: '2026' }],
    ['a slug with a path', 'slug', { slug: '../etc' }],
    ['a slug with capitals', 'slug', { slug: 'Movies' }],
    ['an archive at a reserved address', 'archive_slug', { archive_slug: 'author' }],
    ['a REST base of the site', 'rest_base', { rest_base: 'users' }],
    ['a REST base of another type', 'rest_base', { rest_base: 'posts' }],
    ['a REST base with a path', 'rest_base', { rest_base: 'a/b' }],
    ['a REST base of prototypes', 'rest_base', { rest_base: '__proto__' }],
    ['an unknown feature', 'supports.0', { supports: ['everything'] }],
    ['an icon with markup', 'icon', { icon: '"><script>' }],
    ['a missing taxonomy', 'taxonomies', { taxonomies: ['nothing'] }],
    ['capabilities of accounts', 'own_capabilities', { name: 'user', own_capabilities: true }],
    ['capabilities of others’ posts', 'own_capabilities', { name: 'others_post', own_capabilities: true }],
  ])('[IMP-20] a type with %s is refused', async (_what, field, change) => {
    const reply = await send('POST', base, {
      name: 'film',
      plural: 'Films',
      singular: 'Film',
      slug: 'movies',
      rest_base: 'movies',
      ...change,
    });
    expect(reply.status, reply.body).toBe(400);
    expect(Object.keys((reply.json['data'] as { params?: object }).params ?? {})).toEqual([field]);
    expect(registeredTypes().some(({ name }) => name === 'film')).toBe(false);
  });

  test.each(['title', 'status', 'meta', 'page', 'brands_exclude', 'categories', 'constructor'])(
    '[IMP-20] a taxonomy can’t replace the field "%s" of posts',
    async (field) => {
      const reply = await send('POST', termsBase, {
        name: 'genre',
        plural: 'Genres',
        singular: 'Genre',
        rest_base: field,
        types: ['post'],
      });
      expect(reply).toMatchObject({
        status: 400,
        json: { data: { params: { rest_base: expect.any(String) } } },
      });
    },
  );

  test('[IMP-20] only administrators define types', async () => {
    for (const as of ['editor', 'author', 'visitor'] as const)
      for (const [method, path] of [
        ['GET', base],
        ['POST', base],
        ['PATCH', `${base}/review`],
        ['DELETE', `${base}/review`],
        ['POST', termsBase],
      ] as const) {
        const body =
          method === 'GET' || method === 'DELETE' ? undefined : { name: 'film', plural: 'F', singular: 'F' };
        const { status } = await send(method, path, body, as);
        expect(status, `${method} ${path} as ${as}`).toBe(as === 'visitor' ? 401 : 403);
      }
  });

  test('[IMP-20] markup in labels is text, and a name in another script is fine', async () => {
    const reply = await send('POST', base, {
      name: 'film',
      plural: 'Filme & “Serien” \u202eتجربة',
      singular: '<img src=x onerror=alert(1)>Film',
      slug: 'film-und-serie',
      rest_base: 'films',
    });
    expect(reply).toMatchObject({
      status: 201,
      json: { plural: 'Filme & “Serien” تجربة', singular: 'Film' },
    });
    const item = await send('POST', '/wp-json/wp/v2/films', { title: 'Metropolis', status: 'publish' });
    expect(item.status).toBe(201);
    const { body } = await request('/film-und-serie/');
    expect(body).toContain('>Filme &amp; “Serien” تجربة</h1>');
    expect(body).not.toContain('onerror');
    // As stored before labels were cleaned, for example in a backup.
    await site.database.write(async (tx) => {
      const { definition } = await tx.db
        .selectFrom('content_type')
        .select('definition')
        .where('name', '=', 'film')
        .executeTakeFirstOrThrow();
      await tx.db
        .updateTable('content_type')
        .set({ definition: definition.replaceAll('Filme', '<script>alert(1)</script>') })
        .where('name', '=', 'film')
        .execute();
      tx.emit('types');
    });
    expect((await request('/film-und-serie/')).body).not.toContain('<script>alert');
  });

  test('[IMP-20] types that swap their slugs don’t redirect in circles', async () => {
    const define = (name: string) =>
      send('POST', base, { name, plural: name, singular: name, slug: name, rest_base: name });
    const move = async (name: string, slug: string) =>
      expect((await send('PATCH', `${base}/${name}`, { slug })).status).toBe(200);
    expect([(await define('north')).status, (await define('south')).status]).toEqual([201, 201]);
    await site.database.write((tx) => makePost(tx, { type: 'north', title: 'Pole', slug: 'pole' }));
    await move('north', 'between');
    await move('south', 'north');
    await move('north', 'south');
    expect((await request('/north/none/')).status).toBe(404);
    expect((await request('/south/pole/')).status).toBe(200);
    expect(await request('/between/pole/')).toMatchObject(redirect('/south/pole/'));
  });

  test('[IMP-20] a slug that two types had redirects to the one that had it last', async () => {
    const define = async (name: string, slug: string) => {
      const made = await send('POST', base, { name, plural: name, singular: name, slug, rest_base: name });
      expect(made.status).toBe(201);
    };
    const move = async (name: string, slug: string) =>
      expect((await send('PATCH', `${base}/${name}`, { slug })).status).toBe(200);
    const revisionOf = async (name: string) => (await send('GET', `${base}/${name}`)).json['revision'];
    // The order of names must not matter, so both have the slug last once.
    await define('zebra', 'stripes');
    await define('ape', 'trees');
    await move('zebra', 'savanna');
    expect(await request('/stripes/')).toMatchObject(redirect('/savanna/'));
    const revision = await revisionOf('zebra');
    await move('ape', 'stripes');
    expect((await request('/stripes/')).status).toBe(200);
    await move('ape', 'jungle');
    expect(await request('/stripes/')).toMatchObject(redirect('/jungle/'));
    expect(await revisionOf('zebra')).toBe(revision);
    await move('zebra', 'stripes');
    await move('zebra', 'plains');
    expect(await request('/stripes/')).toMatchObject(redirect('/plains/'));
    expect(await request('/trees/')).toMatchObject(redirect('/jungle/'));
    // A type named like a former slug never had that address.
    await define('savanna', 'grass');
    expect(await request('/savanna/')).toMatchObject(redirect('/plains/'));
    // A deleted one that returns has no right to what another one had since.
    expect((await send('DELETE', `${base}/ape`)).status).toBe(200);
    await move('zebra', 'jungle');
    await move('zebra', 'steppe');
    await define('ape', 'caves');
    expect(await request('/jungle/')).toMatchObject(redirect('/steppe/'));
  });

  test('[IMP-20] items of an undefined type keep their addresses when it is defined with another slug', async () => {
    await site.database.write(async (tx) => {
      await makePost(tx, { type: 'dish', title: 'Soup', slug: 'soup' });
      await makeTerm(tx, { taxonomy: 'diet', name: 'Vegan', slug: 'vegan' });
    });
    const of = { plural: 'Meals', singular: 'Meal', slug: 'dish', rest_base: 'meals' };
    const taken = await send('POST', base, { ...of, name: 'meal' });
    expect(taken).toMatchObject({
      status: 400,
      json: { data: { params: { slug: expect.anything() as string } } },
    });
    expect((await send('POST', base, { ...of, name: 'dish', slug: 'meals' })).status).toBe(201);
    expect(await request('/dish/soup/')).toMatchObject(redirect('/meals/soup/'));
    const kitchens = { plural: 'Kitchens', singular: 'Kitchen', slug: 'kitchens', rest_base: 'kitchens' };
    expect((await send('POST', termsBase, { ...kitchens, name: 'diet', types: ['dish'] })).status).toBe(201);
    expect(await request('/diet/vegan/')).toMatchObject(redirect('/kitchens/vegan/'));
  });

  test('[IMP-20] a taxonomy can be changed, deleted and restored while one of its types is deleted', async () => {
    expect((await send('DELETE', `${base}/dish`)).status).toBe(200);
    const changed = await send('PATCH', `${termsBase}/diet`, { plural: 'Cuisines' });
    expect(changed).toMatchObject({ status: 200, json: { plural: 'Cuisines', types: ['dish'] } });
    expect((await send('DELETE', `${termsBase}/diet`)).status).toBe(200);
    expect((await send('POST', termsBase, { ...changed.json, name: 'diet' })).status).toBe(201);
  });

  test('[IMP-20] many types with capabilities of their own fit into a role, and a deleted type does not become flat unseen', async () => {
    for (let n = 0; n < 20; n++)
      await send('POST', base, {
        name: `kind${n}`,
        plural: `Kinds ${n}`,
        singular: `Kind ${n}`,
        slug: `kind-${n}`,
        rest_base: `kind-${n}`,
        own_capabilities: true,
        hierarchical: n === 0,
      });
    const { json: role } = await send('GET', '/wp-json/broadsheet/v1/roles/editor');
    expect(await send('PUT', '/wp-json/broadsheet/v1/roles/editor', role)).not.toMatchObject({ status: 400 });
    await site.database.write(async (tx) => {
      const [one, two] = [
        await makePost(tx, { type: 'kind0', title: 'A', slug: 'a' }),
        await makePost(tx, { type: 'kind0', title: 'B', slug: 'b' }),
      ];
      for (const parentId of [one, two])
        await makePost(tx, { type: 'kind0', title: 'X', slug: 'x', parentId });
    });
    const { json } = await send('GET', `${base}/kind0`);
    expect((await send('DELETE', `${base}/kind0`)).status).toBe(200);
    const flat = await send('POST', base, { ...json, name: 'kind0', hierarchical: false });
    expect(flat).toMatchObject({
      status: 400,
      json: { data: { params: { hierarchical: expect.stringContaining('"x"') as string } } },
    });
    expect((await send('POST', base, { ...json, name: 'kind0' })).status).toBe(201);
  });

  test('[IMP-20] items of a damaged definition are hidden, and the others stay', async () => {
    await site.database.write(async (tx) => {
      await makePost(tx, { type: 'film', title: 'Secret', slug: 'secret' });
      await tx.db
        .updateTable('content_type')
        .set({ definition: '{"plural":7' })
        .where('name', '=', 'film')
        .execute();
      tx.emit('types');
    });
    expect(postTypeNamed('film').isPublic).toBe(false);
    expect((await request('/film/secret/')).status).toBe(404);
    expect((await request('/reviews/phone/')).status).toBe(200);
  });
});
