import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { personData } from '../../../modules/accounts/personal-data.ts';
import { saveSettings } from '../../../modules/settings/store.ts';
import { findPersonalFields } from '../../../modules/users/user-fields.ts';
import { findUser } from '../../../modules/users/reader.ts';

onBothDatabases('first name, last name, nickname and locale of accounts', (get) => {
  const rest = useRestApp(get);
  let admin = 0;
  let author = 0;
  beforeAll(async () => {
    [admin, author] = await get().write(async (tx) => {
      await saveSettings(tx, { site_language: 'de' });
      return [
        await makeUser(tx, { login: 'root', roles: ['administrator'] }),
        await makeUser(tx, { login: 'ada', displayName: 'Ada', roles: ['author'], firstName: 'Augusta' }),
      ] as const;
    });
  });
  const send = (body: unknown, { as = admin, path = `/wp/v2/users/${author}`, method = 'POST' } = {}) =>
    rest.sendAs(as, method, path, body);
  const names = { first_name: 'Ada', last_name: 'L', nickname: 'al', locale: 'de_DE' };

  test('[RC-03] GET /wp/v2/users?context=edit has them on every item', async () => {
    const { list } = await rest.getAs(admin, '/wp/v2/users?context=edit');
    expect(list.length).toBeGreaterThan(1);
    for (const item of list) {
      expect(item).toMatchObject({
        first_name: expect.any(String),
        last_name: '',
        nickname: item['username'],
        locale: 'de_DE',
      });
    }
    expect(list.find(({ id }) => Number(id) === author)).toMatchObject({ first_name: 'Augusta' });
    expect((await rest.getAs(author, '/wp/v2/users/me?context=edit')).json).toMatchObject({
      first_name: 'Augusta',
      nickname: 'ada',
      locale: 'de_DE',
    });
    const others = [await rest.getAs(admin, `/wp/v2/users/${author}`), await rest.get('/wp/v2/users')];
    for (const { text } of others) expect(text).not.toMatch(/first_name|Augusta/);
  });

  test('[RC-04] POST /wp/v2/users/{id} stores and returns them, and an unknown locale returns 400', async () => {
    const stored = await send(names);
    expect([stored.status, stored.json]).toEqual([200, expect.objectContaining(names)]);
    expect((await rest.getAs(admin, `/wp/v2/users/${author}?context=edit`)).json).toMatchObject(names);
    const unknown = [
      'klingon',
      'xx_XX',
      'de',
      'DE_de',
      '../de_DE',
      'de_DE ',
      'en\0US',
      '__proto__',
      'x'.repeat(1000),
      ['de_DE'],
    ];
    for (const locale of unknown) {
      const { status, json } = await send({ locale });
      expect([locale, status, json['code'], Object.keys(json['data']?.['params'] ?? {})]).toEqual([
        locale,
        400,
        'rest_invalid_param',
        ['locale'],
      ]);
    }
    expect((await send({ locale: '', nickname: '' })).json).toMatchObject({
      locale: 'de_DE',
      nickname: 'ada',
      first_name: 'Ada',
    });
    expect((await findPersonalFields(get().read, [author])).get(author)).toEqual({
      firstName: 'Ada',
      lastName: 'L',
      nickname: '',
      locale: '',
    });
    expect((await send({ locale: 'pt_BR' })).json).toMatchObject({ locale: 'pt_BR' });
  });

  test('a new account has them from the start', async () => {
    const { status, json } = await send(
      { ...names, username: 'grace', email: 'grace@site.example', password: 'correct horse battery 7' },
      { path: '/wp/v2/users' },
    );
    expect([status, json]).toEqual([201, expect.objectContaining({ ...names, username: 'grace' })]);
  });

  test('users write their own, and those of others with edit_users', async () => {
    expect(
      (await send({ nickname: 'countess' }, { as: author, path: '/wp/v2/users/me' })).json,
    ).toMatchObject({ nickname: 'countess' });
    expect(
      (await send({ first_name: 'Mallory' }, { as: author, path: `/wp/v2/users/${admin}` })).status,
    ).toBe(403);
    expect(
      (
        await rest.send('POST', `/wp/v2/users/${author}`, {
          headers: { 'content-type': 'application/json' },
          payload: '{"first_name":"M"}',
        })
      ).status,
    ).toBe(401);
  });

  test('strips markup from names, counts a change as one revision, and refuses a stale one', async () => {
    const { json } = await send({ first_name: '<b>Ada</b><script>x</script>', last_name: 'O’Hara & Söhne' });
    expect(json).toMatchObject({ first_name: expect.not.stringContaining('<'), last_name: 'O’Hara & Söhne' });
    const revision = Number(json['revision']);
    expect((await send({ last_name: 'King', revision })).json).toMatchObject({
      last_name: 'King',
      revision: revision + 1,
    });
    expect((await send({ last_name: 'King' })).json['revision']).toBe(revision + 1);
    expect((await send({ last_name: 'Byron', revision })).json).toMatchObject({
      code: 'stale',
      data: { theirs: { last_name: 'King' } },
    });
    const long = await send({ first_name: 'x'.repeat(251) });
    expect([long.status, Object.keys(long.json['data']?.['params'] ?? {})]).toEqual([400, ['first_name']]);
  });

  test('a site in a language unknown to WordPress accepts the value that it showed', async () => {
    await get().write((tx) => saveSettings(tx, { site_language: 'ia' }));
    const { json } = await send({ locale: '' });
    expect(json['locale']).toBe('ia');
    expect((await send({ locale: 'ia' })).status).toBe(200);
    expect((await findPersonalFields(get().read, [author])).get(author)?.locale).toBe('');
  });

  test('the personal data export contains them, and erasure deletes them', async () => {
    const user = await findUser(get().read, author);
    if (!user) throw new Error('The account is gone.');
    let text = '';
    for await (const part of personData(get().read, user)) text += part;
    expect(JSON.parse(text)).toMatchObject({
      account: { meta: { last_name: ['King'], nickname: ['countess'] } },
    });
    expect(
      (await rest.sendAs(admin, 'DELETE', `/wp/v2/users/${author}?force=true&reassign=${admin}`)).status,
    ).toBe(200);
    expect(
      await get().read.selectFrom('user_meta').selectAll().where('user_id', '=', author).execute(),
    ).toEqual([]);
  });
});
