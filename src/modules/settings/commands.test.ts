import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { during } from '../../../test/harness/during.ts';
import { makeMedia, makePost, makeTerm } from '../../../test/harness/factories.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { asItStands } from '../../kernel/command.ts';
import { listActivity } from '../activity/reader.ts';
import { deletePost, updatePost } from '../posts/writer.ts';
import { deleteTerm } from '../terms/commands.ts';
import { deleteRole } from '../users/role-commands.ts';
import { operator } from '../users/role.ts';
import type { Role } from '../users/role.ts';
import { createRole } from '../users/role-writer.ts';
import { ensureRoles } from '../users/roles.ts';
import { readSettings } from './store.ts';
import { saveSettings, settingsToChange } from './commands.ts';
import { defaultSettings } from './settings.ts';
import type { Settings } from './settings.ts';

onBothDatabases('references in settings', (get) => {
  const write = <Result>(work: (tx: Tx) => Promise<Result>) => get().write(work);
  const save = async (tx: Tx, values: Partial<Settings>) =>
    saveSettings(tx, operator(), values, { ...(await settingsToChange(tx, operator())) });
  const stored = async () => (await readSettings(get().read)).settings;
  const makePage = () => write((tx) => makePost(tx, { type: 'page', status: 'publish' }));

  test('the log has no details that are too long', async () => {
    const details = async (css: string) => {
      await write((tx) => save(tx, { additional_css: css }));
      return (await listActivity(get().read, { kind: 'setting', limit: 1 })).map((entry) => [
        entry.summary,
        entry.details,
      ]);
    };
    expect(await details('p{}')).toEqual([
      ['additional_css', { additional_css: { before: '', after: 'p{}' } }],
    ]);
    expect(await details('p{}'.repeat(20_000))).toEqual([['additional_css', undefined]]);
    await write((tx) => save(tx, { additional_css: '' }));
  });

  test('must exist and have the right type, and an unchanged one is not checked', async () => {
    const [page, category] = await write(async (tx) => [
      await makePost(tx, { type: 'page' }),
      await makeTerm(tx),
    ]);
    const refused = (values: Partial<Settings>, message: string) =>
      expect(write((tx) => save(tx, { blogname: 'Not kept', ...values }))).rejects.toMatchObject({
        code: 'rest_invalid_param',
        message: expect.stringContaining(message) as string,
      });
    for (const key of ['site_logo', 'site_logo_dark', 'site_icon', 'social_image'] as const)
      await refused({ [key]: page }, `no picture ${page} for ${key}`);
    for (const key of ['page_on_front', 'page_for_posts'] as const)
      await refused({ [key]: 999_999 }, `no page 999999 for ${key}`);
    await refused({ default_category: category + 999 }, `no category ${category + 999}`);
    await refused({ default_role: 'herald' }, 'no role "herald"');
    expect((await stored()).blogname).toBe(defaultSettings.blogname);
    await write(ensureRoles);
    await write((tx) => save(tx, { page_on_front: page, default_role: 'author' }));
    await get().write((tx) => tx.db.deleteFrom('post').where('id', '=', page).execute());
    await write((tx) => save(tx, { page_on_front: page, blogname: 'Kept' }));
    expect(await stored()).toMatchObject({ blogname: 'Kept', page_on_front: page });
    await write((tx) => save(tx, { page_on_front: 0, default_role: 'subscriber' }));
  });

  const pages = ['page_on_front', 'page_for_posts'] as const;
  const pictures = ['site_logo', 'social_image'] as const;
  test.each([...pages, ...pictures])(
    '%s: no setting names a post or file that is deleted concurrently',
    async (key) => {
      const make = () => (pages.some((one) => one === key) ? makePage() : write((tx) => makeMedia(tx)));
      const [early, late] = [await make(), await make()];
      await during(
        get(),
        (tx) => save(tx, { [key]: early }),
        () => write((tx) => deletePost(tx, early)),
      );
      expect((await stored())[key]).toBe(0);
      expect(
        await during(
          get(),
          (tx) => deletePost(tx, late),
          () => write((tx) => save(tx, { [key]: late })),
        ),
      ).toMatchObject({ code: 'rest_invalid_param' });
      expect((await stored())[key]).toBe(0);
    },
  );

  test('trashing a page clears it as the front page, and affects no other', async () => {
    const [first, next] = [await makePage(), await makePage()];
    const trash = (id: number) => write((tx) => updatePost(tx, id, { status: 'trash' }));
    await during(
      get(),
      (tx) => save(tx, { show_on_front: 'page', page_on_front: first }),
      () => trash(first),
    );
    expect(await stored()).toMatchObject({ show_on_front: 'posts', page_on_front: 0 });
    const second = await makePage();
    await write((tx) => save(tx, { show_on_front: 'page', page_on_front: second }));
    await during(
      get(),
      (tx) => save(tx, { page_on_front: next }),
      () => trash(second),
    );
    expect(await stored()).toMatchObject({ show_on_front: 'page', page_on_front: next });
  });

  test('a category or role in use stays, or can’t be chosen any more', async () => {
    const [early, late] = await write(async (tx) => [await makeTerm(tx), await makeTerm(tx)]);
    const removeTerm = (tx: Tx, id: number) => deleteTerm(tx, operator(), { id }, asItStands);
    expect(
      await during(
        get(),
        (tx) => save(tx, { default_category: early }),
        () => write((tx) => removeTerm(tx, early)),
      ),
    ).toMatchObject({ status: 403 });
    expect(
      await during(
        get(),
        (tx) => removeTerm(tx, late),
        () => write((tx) => save(tx, { default_category: late })),
      ),
    ).toMatchObject({ code: 'rest_invalid_param' });
    expect((await stored()).default_category).toBe(early);

    const roleNamed = (name: string): Role => ({ name, label: name, capabilities: ['read'] });
    const [herald, scribe] = [roleNamed('herald'), roleNamed('scribe')];
    for (const role of [herald, scribe]) await write((tx) => createRole(tx, role));
    const remove = (tx: Tx, role: Role) => deleteRole(tx, operator(), { name: role.name }, role);
    expect(
      await during(
        get(),
        (tx) => save(tx, { default_role: 'herald' }),
        () => write((tx) => remove(tx, herald)),
      ),
    ).toMatchObject({ code: 'role_in_use' });
    expect(
      await during(
        get(),
        (tx) => remove(tx, scribe),
        () => write((tx) => save(tx, { default_role: 'scribe' })),
      ),
    ).toMatchObject({ code: 'rest_invalid_param' });
    expect((await stored()).default_role).toBe('herald');
  });
});
