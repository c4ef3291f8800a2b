import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../src/lib/credentials.ts';
import { updatePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { makeTestDatabase, onDrawnDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

interface OneSite extends ServedSite {
  readonly user: number;
  readonly post: number;
}

const password = 'correct horse 1';
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };

async function openSite(
  place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  settings: Parameters<typeof saveSettings>[1],
  title: string,
): Promise<OneSite> {
  const site = await serveSite(place);
  const hash = await hashPassword(password);
  const [user, post] = await site.database.write(async (tx) => {
    await saveSettings(tx, settings);
    const id = await makeUser(tx, { login: 'victim', roles: ['editor'] });
    await updateUser(tx, id, { password: hash });
    return [id, await makePost(tx, { title, slug: 'story', authorId: id })] as const;
  });
  return { ...site, user, post };
}

onDrawnDatabase('two sites in one process', (_get, place) => {
  let secondPlace: TestDatabase;
  let english: OneSite;
  let german: OneSite;
  let isEnglishOpen = true;

  beforeAll(async () => {
    secondPlace = await makeTestDatabase(place().dialect);
    english = await openSite(place(), { blogname: 'The First', permalink_structure: 'rewritten' }, 'Harbour');
    german = await openSite(
      secondPlace,
      { blogname: 'Die Zweite', site_language: 'de', permalink_structure: 'plain' },
      'Hafen',
    );
  });
  afterAll(async () => {
    if (isEnglishOpen) await english.close();
    await german.close();
    await secondPlace.drop();
  });

  const germanStory = () => `/?p=${german.post}`;
  const page = async (site: OneSite, path: string) => rawRequest(site.url, path);
  const logIn = async (site: OneSite, pwd: string) =>
    (
      await rawRequest(site.url, '/wp-login.php', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ log: 'victim', pwd }).toString(),
      })
    ).status;
  const views = async (site: OneSite) =>
    (
      await site.database.read
        .selectFrom('post')
        .select('view_count')
        .where('id', '=', site.post)
        .executeTakeFirstOrThrow()
    ).view_count;

  test('each has its own settings, language and addresses', async () => {
    expect(english.post).toBe(german.post);
    for (let times = 0; times < 2; times++) {
      const [first, second] = [await page(english, '/story/'), await page(german, germanStory())];
      expect(first.body).toMatch(/<html[^>]* lang="en[\s\S]*Harbour[\s\S]*The First/);
      expect(second.body).toMatch(/<html[^>]* lang="de[\s\S]*Hafen[\s\S]*Die Zweite/);
      expect(first.body).not.toMatch(/Hafen|Die Zweite/);
      expect(second.body).not.toMatch(/Harbour|The First/);
    }
    expect((await page(english, germanStory())).status).toBe(301);
    expect((await page(german, '/story/')).status).toBe(301);
    expect((await page(german, '/wp-json/wp/v2/posts')).body).toMatch(/"rendered":"Hafen"/);
    expect((await page(english, '/wp-json/wp/v2/posts')).body).toMatch(/"rendered":"Harbour"/);
  });

  test('a change in one invalidates no page of the other', async () => {
    const received: string[] = [];
    german.database.bus.listen((emissions) => void received.push(...emissions.map(({ tag }) => tag)));
    await page(german, germanStory());
    await english.database.write(async (tx) => {
      await updatePost(tx, english.post, { title: 'Lighthouse' });
      await saveSettings(tx, { blogname: 'The Renamed' });
    });
    await expect
      .poll(async () => (await page(english, '/story/')).body)
      .toMatch(/Lighthouse[\s\S]*The Renamed/);
    expect(received.filter((tag) => tag.startsWith('setting'))).toEqual([]);
    expect((await page(german, germanStory())).body).toMatch(/Hafen[\s\S]*Die Zweite/);
  });

  test('a session of one site is not valid on the other', async () => {
    const { cookie, nonce } = await english.signIn(english.user);
    const me = (site: OneSite) =>
      rawRequest(site.url, '/wp-json/wp/v2/users/me', { headers: { cookie, 'x-wp-nonce': nonce } });
    expect([(await me(english)).status, (await me(german)).status]).toEqual([200, 403]);
  });

  test('wrong passwords and calls are counted for each', async () => {
    const wrong = [];
    for (let n = 0; n < 12; n++) wrong.push(await logIn(english, `guess ${n}`));
    expect(wrong.at(-1)).toBe(429);
    expect(await logIn(german, 'guess')).toBe(400);
    expect(await logIn(german, password)).toBe(303);
    const captcha = (site: OneSite) =>
      rawRequest(site.url, `/wp-admin/admin-ajax.php?comment_post_ID=${site.post}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=td_ajax_submit_captcha&token=',
      });
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await captcha(english)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    expect((await captcha(german)).status).toBe(200);
  });

  test('views are counted for each, and closing one leaves the other working', async () => {
    const view = (site: OneSite) =>
      ajax(site.url, { action: 'broadsheet_view', post_ids: String(site.post) }, browser);
    await view(english);
    await english.app.content.views.close();
    expect([await views(english), await views(german)]).toEqual([1, 0]);
    await view(german);
    isEnglishOpen = false;
    await english.close();
    expect((await page(german, '/?s=hafen')).body).toContain('Hafen');
    const { cookie, nonce } = await german.signIn(german.user);
    const paragraph = '<!-- wp:paragraph --><p>Ein Satz über den Hafen</p><!-- /wp:paragraph -->';
    const saved = await rawRequest(german.url, `/wp-json/wp/v2/posts/${german.post}`, {
      method: 'POST',
      headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ content: paragraph.repeat(1000) }),
    });
    expect(saved.status).toBe(200);
    await expect.poll(async () => (await page(german, germanStory())).body).toContain('Ein Satz über');
    await german.app.content.views.close();
    expect(await views(german)).toBe(1);
  });
});
