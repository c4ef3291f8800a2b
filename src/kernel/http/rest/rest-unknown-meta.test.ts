import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { findPostMeta } from '../../../modules/posts/reader.ts';
import { saveSettings } from '../../../modules/settings/store.ts';

onBothDatabases('meta that SEO and publishing scripts send', (get) => {
  const rest = useRestApp(get);
  let admin = 0;
  const send = (path: string, body: unknown, method = 'POST') => rest.sendAs(admin, method, path, body);
  beforeAll(async () => {
    admin = await get().write(async (tx) => {
      await saveSettings(tx, { blogname: 'The Causeway' });
      return makeUser(tx, { login: 'root', displayName: 'Ada Root', roles: ['administrator'] });
    });
  });

  test('[RC-01] POST /wp/v2/posts with an unknown meta key returns 201, and ignores the key', async () => {
    const made = await send('/wp/v2/posts', {
      title: 'm',
      content: 'c',
      status: 'draft',
      meta: { my_key: 'v', _edit_lock: '1:1', _thumbnail_id: '7' },
    });
    expect([made.status, made.json['meta']]).toEqual([201, { footnotes: '' }]);
    const id = Number(made.json['id']);
    const stored = (await findPostMeta(get().read, [id])).get(id) ?? new Map<string, string[]>();
    expect(
      [...stored.keys()].filter((key) => ['my_key', '_edit_lock', '_thumbnail_id'].includes(key)),
    ).toEqual([]);
    expect(
      (await send(`/wp/v2/posts/${id}`, { meta: { my_key: ['a', { b: 1 }], constructor: 1 } }, 'PUT')).status,
    ).toBe(200);
  });

  test('ignores unknown meta keys wherever WordPress accepts meta', async () => {
    const it = await get().write(async (tx) => {
      const post = await makePost(tx);
      return {
        page: await makePost(tx, { type: 'page' }),
        category: await makeTerm(tx),
        media: await makeMedia(tx),
        comment: await makeComment(tx, { postId: post }),
      };
    });
    const unknown = { _yoast_wpseo_metadesc: 'x', my_key: 'v' };
    const paths = [
      `pages/${it.page}`,
      `categories/${it.category}`,
      `media/${it.media}`,
      `comments/${it.comment}`,
      'users/me',
    ];
    for (const path of paths) {
      expect([path, (await send(`/wp/v2/${path}`, { meta: unknown })).status]).toEqual([path, 200]);
      for (const meta of ['x', 7, true, ['x']]) {
        expect([path, meta, (await send(`/wp/v2/${path}`, { meta })).json['code']]).toEqual([
          path,
          meta,
          'rest_invalid_param',
        ]);
      }
    }
    const made = [
      ['tags', { name: 'Tag' }],
      ['users', { username: 'grace', email: 'grace@site.example', password: 'correct horse battery 7' }],
      ['blocks', { title: 'Pattern', content: 'c' }],
      ['menus', { name: 'Menu' }],
    ] as const;
    for (const [path, body] of made)
      expect([path, (await send(`/wp/v2/${path}`, { ...body, meta: unknown })).status]).toEqual([path, 201]);
  });

  test('[RC-02] stores SEO keys of Yoast and Rank Math where an import stores them', async () => {
    const made = await send('/wp/v2/posts', {
      title: 'Tides',
      content: 'c',
      meta: { _yoast_wpseo_metadesc: 'When the sea comes', unknown: 1 },
    });
    expect([made.status, made.json['broadsheet']]).toEqual([
      201,
      expect.objectContaining({ seo_description: 'When the sea comes', seo_title: '' }),
    ]);
    const path = `/wp/v2/posts/${made.json['id']}`;
    const change = async (meta: unknown, more = {}) =>
      (await send(path, { meta, ...more })).json['broadsheet'];
    expect(await change({ rank_math_title: '%title% %sep% %sitename% by %name%' })).toMatchObject({
      seo_title: 'Tides - The Causeway by Ada Root',
      seo_description: 'When the sea comes',
    });
    expect(
      await change({
        '_yoast_wpseo_meta-robots-noindex': '1',
        '_yoast_wpseo_opengraph-title': 'Sea',
        rank_math_facebook_description: 'Waves',
      }),
    ).toMatchObject({ noindex: true, social_title: 'Sea', social_description: 'Waves' });
    expect(
      await change({
        rank_math_robots: ['index', 'follow'],
        _yoast_wpseo_canonical: 'https://other.example/a',
      }),
    ).toMatchObject({ noindex: false, canonical_url: 'https://other.example/a' });
    expect(
      await change({
        rank_math_robots: 'noindex,nofollow',
        rank_math_canonical_url: 'https://site.example/about/',
      }),
    ).toMatchObject({ noindex: true, canonical_url: '/about/' });
    expect(
      await change({ _yoast_wpseo_metadesc: null, rank_math_canonical_url: 'javascript:alert(1)' }),
    ).toMatchObject({ seo_description: '', canonical_url: '' });
    expect(
      await change({ _yoast_wpseo_title: 'Of the plugin' }, { broadsheet: { seo_title: 'Of the newsroom' } }),
    ).toMatchObject({ seo_title: 'Of the newsroom' });
    expect(await change({ _yoast_wpseo_title: '100% <b>sure</b>' })).toMatchObject({
      seo_title: expect.stringContaining('100%'),
    });
    expect(
      (await send('/wp/v2/pages', { title: 'About', meta: { rank_math_description: 'Who we are' } })).json[
        'broadsheet'
      ],
    ).toMatchObject({
      seo_description: 'Who we are',
    });
  });

  test('returns 400 for values that an SEO key can’t hold, and stores nothing', async () => {
    const { json } = await send('/wp/v2/posts', {
      title: 'Tides',
      content: 'c',
      meta: { _yoast_wpseo_title: 'First' },
    });
    const path = `/wp/v2/posts/${json['id']}`;
    const bad: Record<string, unknown>[] = [
      { _yoast_wpseo_title: ['x'] },
      { _yoast_wpseo_title: { a: 1 } },
      { _yoast_wpseo_title: 'x'.repeat(501) },
      { rank_math_robots: [1] },
      { rank_math_robots: 7 },
      { _yoast_wpseo_metadesc: 'a\0b' },
      { _yoast_wpseo_canonical: `https://x.example/${'a'.repeat(3000)}` },
      { rank_math_focus_keyword: [], rank_math_title: 'x' },
    ];
    for (const meta of bad) {
      const { status, json: fault } = await send(path, { title: 'Changed', meta });
      expect([JSON.stringify(meta).slice(0, 60), status, fault['code']]).toEqual([
        JSON.stringify(meta).slice(0, 60),
        400,
        'rest_invalid_param',
      ]);
    }
    const now = (await rest.getAs(admin, `${path}?context=edit`)).json;
    expect([now['title'], now['broadsheet']]).toEqual([
      expect.objectContaining({ raw: 'Tides' }),
      expect.objectContaining({ seo_title: 'First' }),
    ]);
    expect(rest.faults).toEqual([]);
  });

  test('a primary category that a plugin names becomes the post’s', async () => {
    const category = await get().write((tx) => makeTerm(tx));
    const { json } = await send('/wp/v2/posts', {
      title: 'x',
      categories: [category],
      meta: { _yoast_wpseo_primary_category: category },
    });
    expect(json['broadsheet']).toMatchObject({ primary_category: category });
    const path = `/wp/v2/posts/${json['id']}`;
    expect(
      (await send(path, { meta: { _yoast_wpseo_primary_category: 'no id' } })).json['broadsheet'],
    ).toMatchObject({ primary_category: 0 });
  });
});
