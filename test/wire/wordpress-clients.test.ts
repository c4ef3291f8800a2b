import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeComment, makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

interface Json {
  readonly [key: string]: Json;
}

onBothDatabases('assumptions of WordPress’ clients', (get, place) => {
  let site: ServedSite;
  let signedIn: Record<string, string> = {};
  let admin = 0;
  beforeAll(async () => {
    admin = await get().write((tx) =>
      makeUser(tx, { login: 'root', displayName: 'Ada', roles: ['administrator'] }),
    );
    site = await serveSite(place());
    const { cookie, nonce } = await site.signIn(admin);
    signedIn = { cookie, 'x-wp-nonce': nonce };
  });
  afterAll(async () => site.close());
  const request = async (
    path: string,
    {
      method = 'GET',
      body,
      headers = {},
    }: {
      readonly method?: string;
      readonly body?: unknown;
      readonly headers?: Record<string, string>;
    } = {},
  ) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await rawRequest(site.url, `/wp-json/wp/v2${path}`, {
      method,
      headers: { ...signedIn, ...type, ...headers },
      ...sent,
    });
    return { status: reply.status, json: JSON.parse(reply.body) as Json };
  };
  const page = async (id: number) => (await rawRequest(site.url, `/?p=${id}`, {})).body;

  test('[RC-05] start_of_week, use_smilies and default_post_format are settings with their effects', async () => {
    expect((await request('/settings')).json).toMatchObject({
      start_of_week: 1,
      use_smilies: true,
      default_post_format: 'standard',
    });
    const id = Number(
      (
        await request('/posts', {
          method: 'POST',
          body: {
            title: 'Tides',
            content:
              '<!-- wp:paragraph --><p>Fine :-) <code>:-)</code></p><!-- /wp:paragraph --><!-- wp:calendar {"month":3,"year":2026} /-->',
            status: 'publish',
          },
        })
      ).json['id'],
    );
    const path = `/posts/${id}`;
    const shown = async () => String((await request(path)).json['content']?.['rendered']);
    const firstDay = (html: string) => /<th scope="col" aria-label="(\w+)"/.exec(html)?.[1];
    const before = await shown();
    expect([before.includes('Fine 🙂'), before.includes('<code>:-)</code>'), firstDay(before)]).toEqual([
      true,
      true,
      'Monday',
    ]);
    const changed = await request('/settings', {
      method: 'POST',
      body: { start_of_week: 6, use_smilies: false, default_post_format: 'aside' },
    });
    expect([changed.status, changed.json]).toEqual([
      200,
      expect.objectContaining({ start_of_week: 6, use_smilies: false, default_post_format: 'aside' }),
    ]);
    const after = await shown();
    expect([after.includes('Fine :-)'), firstDay(after)]).toEqual([true, 'Saturday']);
    expect((await request('/posts', { method: 'POST', body: { title: 'New' } })).json['format']).toBe(
      'aside',
    );
    expect(
      (await request('/posts', { method: 'POST', body: { title: 'New', format: 'quote' } })).json['format'],
    ).toBe('quote');
    expect((await request('/pages', { method: 'POST', body: { title: 'Page' } })).status).toBe(201);
    for (const bad of [
      { start_of_week: 7 },
      { start_of_week: '1; drop' },
      { default_post_format: '' },
      { use_smilies: [] },
    ]) {
      expect([bad, (await request('/settings', { method: 'POST', body: bad })).json['code']]).toEqual([
        bad,
        'rest_invalid_param',
      ]);
    }
    await get().write((tx) =>
      saveSettings(tx, { start_of_week: null, use_smilies: null, default_post_format: null }),
    );
  });

  test('[RC-06] a post without categories gets the default category, even on a site without a chosen one', async () => {
    const made = await request('/posts?_embed=wp:term', {
      method: 'POST',
      body: { title: 'Alone', status: 'draft' },
    });
    const [category] = made.json['categories'] as unknown as number[];
    expect([made.status, category]).toEqual([201, expect.any(Number)]);
    expect((await request('/settings')).json['default_category']).toBe(category);
    const shown = await request(`/posts/${String(made.json['id'])}?_embed`);
    expect(shown.json['_embedded']?.['wp:term']?.[0]).toEqual([
      expect.objectContaining({ id: category, slug: 'uncategorized' }),
    ]);
    expect(
      (await request(`/posts/${String(made.json['id'])}`, { method: 'POST', body: { categories: [] } })).json[
        'categories'
      ],
    ).toEqual([category]);
    expect(
      (await request('/pages', { method: 'POST', body: { title: 'Page' } })).json['categories'],
    ).toBeUndefined();
    expect((await request(`/categories/${category}?force=true`, { method: 'DELETE' })).status).toBe(403);
  });

  test('[RC-08] POST /wp/v2/media without Content-Type is 400 rest_upload_no_content_type', async () => {
    const upload = (headers: Record<string, string>, body: string) =>
      rawRequest(site.url, '/wp-json/wp/v2/media', {
        method: 'POST',
        headers: { ...signedIn, ...headers },
        body,
      }).then((reply) => [reply.status, (JSON.parse(reply.body) as Json)['code']]);
    const named = { 'content-disposition': 'attachment; filename="a.txt"' };
    expect(await upload(named, 'some text')).toEqual([400, 'rest_upload_no_content_type']);
    expect(await upload({}, 'some text')).toEqual([400, 'rest_upload_no_content_type']);
    expect(await upload({ 'content-type': 'text/plain' }, 'some text')).toEqual([
      400,
      'rest_upload_no_content_disposition',
    ]);
    expect(await upload({ 'content-type': 'text/plain', 'content-disposition': 'attachment' }, 'x')).toEqual([
      400,
      'rest_upload_invalid_disposition',
    ]);
    expect(
      await upload({ ...named, 'content-type': 'text/plain', 'content-md5': '0'.repeat(32) }, 'x'),
    ).toEqual([412, 'rest_upload_hash_mismatch']);
    expect(await upload({ ...named, 'content-type': 'text/plain' }, '')).toEqual([
      400,
      'rest_upload_no_data',
    ]);
    expect(await upload({ ...named, 'content-type': 'text/plain' }, 'some text')).toEqual([201, undefined]);
  });

  test('[RC-13] avatar_urls has 24, 48 and 96 without a portrait, of a picture that the site serves', async () => {
    const post = await get().write(async (tx) => {
      const id = await makePost(tx, { authorId: admin });
      await makeComment(tx, { postId: id });
      return id;
    });
    const sides = ['24', '48', '96'];
    const visitor = async (path: string) =>
      JSON.parse((await rawRequest(site.url, `/wp-json/wp/v2${path}`, {})).body) as Json & readonly Json[];
    const [user] = await visitor('/users');
    const [comment] = await visitor(`/comments?post=${post}`);
    const embedded = (await visitor(`/posts/${post}?_embed=author`))['_embedded']?.['author']?.[0];
    const all = [user?.['avatar_urls'], comment?.['author_avatar_urls'], embedded?.['avatar_urls']];
    for (const urls of all) {
      expect(Object.keys(urls ?? {})).toEqual(sides);
      for (const url of Object.values(urls ?? {})) {
        const address = new URL(String(url));
        const picture = await fetch(`${site.url}${address.pathname}`);
        const bytes = Buffer.from(await picture.arrayBuffer());
        expect([
          picture.status,
          picture.headers.get('content-type'),
          bytes.subarray(1, 4).toString(),
        ]).toEqual([200, 'image/png', 'PNG']);
      }
    }
    expect(await page(post)).not.toContain('default-avatar');
  });
});
