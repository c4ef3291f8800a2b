import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { createMenu } from '../menus/store.ts';
import { createPost, updatePost } from '../posts/writer.ts';
import { createTerm } from '../terms/writer.ts';
import { createUser, updateUser } from '../users/writer.ts';
import { saveSettings, siteSlug } from './store.ts';

onBothDatabases('generated slugs', (get) => {
  beforeAll(() => get().write((tx) => saveSettings(tx, { site_language: 'de-AT' })));
  const slugOf = async (table: 'post' | 'term' | 'user' | 'menu', id: number) =>
    (await get().read.selectFrom(table).select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug;

  test('follow the language of the site, and stay as they are afterwards', async () => {
    const { post, draft, term, user, menu } = await get().write(async (tx) => ({
      post: await createPost(tx, { title: 'Über Straßen', status: 'publish' }),
      draft: await createPost(tx, { title: 'Höhere Löhne' }),
      term: await createTerm(tx, { taxonomy: 'category', name: 'Küche' }),
      menu: await createMenu(tx, { name: 'Fußzeile' }),
      user: await createUser(tx, {
        login: 'jm',
        email: 'jm@example.org',
        roles: [],
        displayName: 'Jörg Müller',
      }),
    }));
    expect([
      await slugOf('post', post),
      await slugOf('term', term),
      await slugOf('user', user),
      await slugOf('menu', menu),
    ]).toEqual(['ueber-strassen', 'kueche', 'joerg-mueller', 'fusszeile']);
    await get().write((tx) => saveSettings(tx, { site_language: 'sv-SE' }));
    await get().write(async (tx) => {
      await updatePost(tx, post, { title: 'Über Straßen hinweg' });
      await updatePost(tx, draft, { status: 'publish' });
      await updateUser(tx, user, { displayName: 'Jürg Müller' });
    });
    expect([await slugOf('post', post), await slugOf('post', draft), await slugOf('user', user)]).toEqual([
      'ueber-strassen',
      'hohere-lohne',
      'joerg-mueller',
    ]);
  });

  test('read the language only where languages differ', async () => {
    await get().write((tx) => saveSettings(tx, { site_language: 'sv-SE' }));
    const queries = async (title: string) => {
      const before = get().queryCount();
      await siteSlug(get().read, title);
      return get().queryCount() - before;
    };
    expect([
      await siteSlug(get().read, 'Plain & simple'),
      await siteSlug(get().read, 'Größe'),
      await siteSlug(get().read, '…'),
    ]).toEqual(['plain-simple', 'grosse', '']);
    expect(await queries('Plain')).toBe(0);
  });
});
