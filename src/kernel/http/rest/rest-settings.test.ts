import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { saveSettings } from '../../../modules/settings/store.ts';
import { createRole } from '../../../modules/users/role-writer.ts';

onBothDatabases('settings and term order over REST', (get) => {
  const rest = useRestApp(get);
  const path = '/wp/v2/settings';

  test('shows settings only to users who can change them, whatever is sent', async () => {
    const [admin, editor, subscriber] = await get().write(async (tx) => {
      await saveSettings(tx, {
        blogname: 'The Causeway',
        admin_email: 'desk@site.example',
        site_language: 'de-CH',
      });
      return [
        await makeUser(tx, { login: 'root', roles: ['administrator'] }),
        await makeUser(tx, { login: 'ed', roles: ['editor'] }),
        await makeUser(tx, { login: 'sub', roles: ['subscriber'] }),
      ];
    });
    const refusal = (status: number) => ({
      code: 'rest_forbidden',
      message: 'Sorry, you are not allowed to do that.',
      data: { status },
    });
    for (const url of [
      path,
      `${path}?context=edit`,
      `${path}?_fields=title`,
      `${path}?_envelope`,
      `=/?rest_route=${path}`,
    ]) {
      const reply = await rest.get(url);
      expect([url, reply.json['body'] ?? reply.json]).toEqual([url, refusal(401)]);
      expect(reply.text).not.toContain('desk@');
    }
    for (const userId of [editor, subscriber])
      expect((await rest.getAs(userId, path)).json).toEqual(refusal(403));
    for (const method of ['POST', 'PUT', 'PATCH']) {
      expect(
        (
          await rest.send(method, path, {
            headers: { 'content-type': 'application/json' },
            payload: '{"title":"Mine"}',
          })
        ).json,
      ).toEqual(refusal(401));
      for (const userId of [editor, subscriber])
        expect((await rest.sendAs(userId, method, path, { title: 'Mine' })).json).toEqual(refusal(403));
    }
    expect((await rest.sendAs(admin, 'DELETE', path)).json['code']).toBe('rest_no_route');
    const fetched = await rest.getAs(admin, path);
    expect([fetched.status, fetched.headers['cache-control'], fetched.headers['allow']]).toEqual([
      200,
      'no-store',
      'GET, POST, PUT, PATCH',
    ]);
    expect(fetched.json).toEqual({
      title: 'The Causeway',
      description: expect.any(String),
      url: siteUrl,
      email: 'desk@site.example',
      timezone: 'UTC',
      date_format: 'j. F Y',
      time_format: 'H:i',
      language: 'de_CH',
      start_of_week: 1,
      use_smilies: true,
      default_post_format: 'standard',
      default_category: 0,
      posts_per_page: 10,
      show_on_front: 'posts',
      page_on_front: 0,
      page_for_posts: 0,
      default_ping_status: expect.any(String),
      default_comment_status: expect.any(String),
      site_logo: 0,
      site_icon: 0,
    });
  });

  test('saves settings by their WordPress names, and names invalid ones without saving any', async () => {
    const [admin, page, picture, category] = await get().write(async (tx) => [
      await makeUser(tx, { login: 'chief', roles: ['administrator'] }),
      await makePost(tx, { type: 'page' }),
      await makeMedia(tx),
      await makeTerm(tx),
    ]);
    const send = (body: unknown, method = 'POST') => rest.sendAs(admin, method, path, body);
    const all = {
      title: 'The Lantern <b>',
      description: 'News',
      email: 'new@site.example',
      timezone: 'Europe/Zurich',
      date_format: 'Y-m-d',
      time_format: 'H:i',
      start_of_week: 0,
      use_smilies: false,
      default_post_format: 'aside',
      language: 'fr_CH',
      default_category: category,
      posts_per_page: 7,
      show_on_front: 'page',
      page_on_front: page,
      page_for_posts: 0,
      default_ping_status: 'closed',
      default_comment_status: 'closed',
      site_logo: picture,
      site_icon: picture,
    };
    const saved = await send(all);
    expect([saved.status, saved.json]).toEqual([
      200,
      { ...all, title: expect.stringContaining('The Lantern'), url: siteUrl },
    ]);
    expect((await rest.getAs(admin, path)).json).toEqual(saved.json);
    expect((await send({ title: 'Lantern' }, 'PATCH')).json).toEqual({ ...saved.json, title: 'Lantern' });
    const before = (await rest.getAs(admin, path)).json;
    const bad: [Record<string, unknown>, string][] = [
      [{ email: 'x' }, 'email'],
      [{ timezone: 'Mars/Base' }, 'timezone'],
      [{ language: '<script>' }, 'language'],
      [{ posts_per_page: 0 }, 'posts_per_page'],
      [{ start_of_week: 7 }, 'start_of_week'],
      [{ start_of_week: -1 }, 'start_of_week'],
      [{ start_of_week: 'monday' }, 'start_of_week'],
      [{ use_smilies: 'maybe' }, 'use_smilies'],
      [{ default_post_format: 'novel' }, 'default_post_format'],
      [{ posts_per_page: 'many' }, 'posts_per_page'],
      [{ posts_per_page: 1e9 }, 'posts_per_page'],
      [{ show_on_front: 'nothing' }, 'show_on_front'],
      [{ page_on_front: picture }, 'page_on_front'],
      [{ page_for_posts: 999_999 }, 'page_for_posts'],
      [{ site_logo: page }, 'site_logo'],
      [{ site_icon: -1 }, 'site_icon'],
      [{ default_category: 999_999 }, 'default_category'],
      [{ default_comment_status: 'ajar' }, 'default_comment_status'],
      [{ title: ['a'] }, 'title'],
      [{ title: 'a\0b' }, 'title'],
      [{ title: 'x'.repeat(1001) }, 'title'],
    ];
    for (const [body, field] of bad) {
      const { status, json } = await send({ description: 'Not kept', ...body });
      expect([body, status, Object.keys(json['data']?.['params'] ?? {})]).toEqual([body, 400, [field]]);
    }
    expect((await send({ page_for_posts: 999_999 })).json['data']?.['params']).toEqual({
      page_for_posts: 'There is no page 999999 for page_for_posts; name one that is there, or 0 for none.',
    });
    // `If-Match` protects newer values.
    const tag = (await rest.getAs(admin, path)).headers['etag'];
    const sent = (title: string, seen: string) =>
      rest.send('PUT', path, {
        headers: { 'x-test-actor': String(admin), 'content-type': 'application/json', 'if-match': seen },
        payload: JSON.stringify({ title }),
      });
    expect(tag).toMatch(/^"\d+"$/);
    const first = await sent('First', String(tag));
    expect([first.status, first.json['title']]).toEqual([200, 'First']);
    const second = await sent('Second', String(tag));
    expect([second.status, second.json['code'], second.json['data']]).toEqual([
      409,
      'stale',
      { status: 409, mine: { title: 'Second' }, theirs: first.json },
    ]);
    expect((await send({ title: 'Second', revision: Number(tag?.replaceAll('"', '')) })).status).toBe(409);
    expect((await send({ title: before['title'] })).json).toEqual(before);
    const others = {
      url: 'https://evil.example',
      siteurl: 'x',
      blogname: 'x',
      users_can_register: true,
      custom_head_code: '<script>x()</script>',
    };
    expect((await send(others)).json).toEqual(before);
    expect((await rest.getAs(admin, path)).json).toEqual(before);
    expect(await rest.content().settings.current()).toMatchObject({ users_can_register: false });
  });

  test('lists every setting with its schema, saves it only over the value that the user saw, and never shows secrets', async () => {
    const ours = '/broadsheet/v1/settings';
    const [admin, editor] = await get().write(async (tx) => {
      await saveSettings(tx, { captcha_secret_key: 'whispered', blogname: 'The Quay' });
      return [
        await makeUser(tx, { login: 'keeper', roles: ['administrator'] }),
        await makeUser(tx, { login: 'guest', roles: ['editor'] }),
      ];
    });
    const fetched = await rest.getAs(admin, ours);
    expect([fetched.status, fetched.text.includes('whispered'), fetched.headers['cache-control']]).toEqual([
      200,
      false,
      'no-store',
    ]);
    expect(fetched.list).toContainEqual(
      expect.objectContaining({
        key: 'blogname',
        group: 'general',
        value: 'The Quay',
        schema: expect.anything(),
      }),
    );
    expect(fetched.list).toContainEqual(
      expect.objectContaining({ key: 'captcha_secret_key', secret: true, value: true }),
    );
    expect(
      new Set((await rest.getAs(admin, `${ours}?group=reading`)).list.map(({ group }) => group)),
    ).toEqual(new Set(['reading']));
    expect((await rest.getAs(admin, `${ours}?group=none`)).list).toEqual([]);
    expect([(await rest.getAs(editor, ours)).status, (await rest.get(ours)).status]).toEqual([403, 401]);
    const send = (values: unknown, from: unknown, userId = admin) =>
      rest.sendAs(userId, 'POST', ours, { values, from });
    expect((await send({ blogname: 'Mine' }, { blogname: 'The Quay' }, editor)).status).toBe(403);
    expect(
      (
        await send(
          { blogname: 'The Pier', captcha_secret_key: 'shouted' },
          { blogname: 'The Quay', captcha_secret_key: true },
        )
      ).json,
    ).toEqual({
      changed: ['blogname', 'captcha_secret_key'],
      values: { blogname: 'The Pier', captcha_secret_key: true },
    });
    const stale = await send(
      { blogname: 'Mine', blogdescription: 'Mine' },
      { blogname: 'The Quay', blogdescription: 'News' },
    );
    expect([stale.status, stale.json['data']]).toEqual([
      409,
      { status: 409, mine: { blogname: 'Mine' }, theirs: { blogname: 'The Pier' } },
    ]);
    const bad: [unknown, unknown][] = [
      [{ blogname: 'x' }, {}],
      [{ nothing: 1 }, { nothing: 1 }],
      [{ constructor: 1 }, { constructor: 1 }],
      [{ posts_per_page: 'x' }, { posts_per_page: 7 }],
      ['x', {}],
      [[1], {}],
      [{ blogname: 'x' }, 'x'],
      [{ ['k'.repeat(201)]: 1 }, {}],
      [{ blogname: { a: 1 } }, { blogname: 'The Pier' }],
    ];
    for (const [values, from] of bad)
      expect([values, (await send(values, from)).status]).toEqual([values, 400]);
    expect((await rest.content().settings.current()).blogname).toBe('The Pier');
    expect((await send({ blogname: 'The Pier' }, { blogname: 'The Quay' })).json).toEqual({
      changed: [],
      values: { blogname: 'The Pier' },
    });
    const guess = await send({ captcha_secret_key: 'shouted' }, { captcha_secret_key: false });
    expect(guess.status).toBe(409);
    expect((await send({ blogname: null }, { blogname: 'The Pier' })).json['changed']).toEqual(['blogname']);
  });

  test('defaults that readers see are in the site’s language', async () => {
    const ours = '/broadsheet/v1/settings';
    const admin = await get().write(async (tx) => {
      await saveSettings(tx, { site_language: 'de', related_posts_headline: 'Mehr davon' });
      return makeUser(tx, { login: 'german', roles: ['administrator'] });
    });
    const headline = async () =>
      (await rest.getAs(admin, ours)).list.find(({ key }) => String(key) === 'related_posts_headline');
    expect(await headline()).toMatchObject({ default: 'Mehr zum Thema', value: 'Mehr davon' });
    const reset = {
      values: { related_posts_headline: null },
      from: { related_posts_headline: 'Mehr davon' },
    };
    expect((await rest.sendAs(admin, 'POST', ours, reset)).json).toEqual({
      changed: ['related_posts_headline'],
      values: { related_posts_headline: 'Mehr zum Thema' },
    });
    await get().write((tx) => saveSettings(tx, { site_language: null }));
    expect(await headline()).toMatchObject({ default: 'Related', value: 'Related' });
  });

  test('a user who manages settings can’t let visitors register with more capabilities than they have, whichever setting is saved first', async () => {
    const settings = '/broadsheet/v1/settings';
    const [caretaker, admin] = await get().write(async (tx) => {
      await createRole(tx, {
        name: 'caretaker',
        label: 'Caretaker',
        capabilities: ['read', 'manage_options'],
      });
      await createRole(tx, {
        name: 'deputy',
        label: 'Deputy',
        capabilities: ['read', 'manage_options', 'edit_users', 'promote_users'],
      });
      return [
        await makeUser(tx, { login: 'caretaker', roles: ['caretaker'] }),
        await makeUser(tx, { login: 'over', roles: ['administrator'] }),
      ];
    });
    const seen = { default_role: 'subscriber', users_can_register: false };
    const save = async (userId: number, values: Partial<typeof seen>) => {
      const { status, json, headers } = await rest.sendAs(userId, 'POST', settings, { values, from: seen });
      if (status === 200) Object.assign(seen, values);
      return [status, json['code'], headers['x-missing-capability']];
    };
    const refused = (capability: string) => [403, 'rest_cannot_edit_roles', capability];
    const done = [200, undefined, undefined];
    expect(await save(caretaker, { default_role: 'editor' })).toEqual(refused('edit_posts'));
    expect(await save(caretaker, { default_role: 'deputy', users_can_register: true })).toEqual(
      refused('edit_users'),
    );
    expect(await save(admin, { default_role: 'deputy' })).toEqual(done);
    expect(await save(caretaker, { users_can_register: true })).toEqual(refused('edit_users'));
    expect(await save(admin, { users_can_register: true })).toEqual(done);
    // They may close registration and admit users as subscribers.
    expect(await save(caretaker, { users_can_register: false })).toEqual(done);
    expect(await save(caretaker, { default_role: 'subscriber', users_can_register: true })).toEqual(done);
    expect(await save(caretaker, { users_can_register: false })).toEqual(done);
  });

  test('terms have one order, and are found by their slugs', async () => {
    await get().write(async (tx) => {
      for (const name of ['zebra', 'Évian', 'apple', 'Eel', 'ever', 'Banana'])
        await makeTerm(tx, { taxonomy: 'post_tag', name, slug: `${name}-tag` });
    });
    const names = async (query: string) =>
      (await rest.get(`/wp/v2/tags?${query}`)).list.map(({ name }) => name);
    expect(await names('')).toEqual(['apple', 'Banana', 'Eel', 'ever', 'Évian', 'zebra']);
    expect(await names('order=desc&per_page=2')).toEqual(['zebra', 'Évian']);
    expect([
      await names('search=evian'),
      await names('search=EVER'),
      await names('search=zebra-tag'),
      await names('search=zebra-tag%25'),
    ]).toEqual([['Évian'], ['ever'], ['zebra'], []]);
    expect((await rest.get('/wp/v2/search?type=term&search=eel-tag')).list).toMatchObject([{ title: 'Eel' }]);
  });
});
