import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { during } from '../../../../test/harness/during.ts';
import { makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import type { Tx } from '../../db/open-database.ts';
import { asItStands } from '../../command.ts';
import { assignMenu, deleteMenu } from '../../../modules/menus/commands.ts';
import { createMenu } from '../../../modules/menus/store.ts';
import { keepTemplateRevision } from '../../../modules/templates/revisions.ts';
import { listChanges } from '../../../modules/templates/changes.ts';
import { createTemplate } from '../../../modules/templates/writer.ts';
import { deleteTerm } from '../../../modules/terms/commands.ts';
import { operator } from '../../../modules/users/role.ts';

let serial = 0;

onBothDatabases('concurrent writes without a revision', (get) => {
  const rest = useRestApp(get);
  let admin = 0;
  let picture = Buffer.alloc(0);
  beforeAll(async () => {
    admin = await get().write((tx) => makeUser(tx, { login: 'admin', roles: ['administrator'] }));
    picture = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
  });

  const send = (method: string, path: string, body: unknown = {}) => rest.sendAs(admin, method, path, body);
  const upload = (path: string) =>
    rest.send('POST', path, {
      headers: {
        'x-test-actor': String(admin),
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="one.jpg"',
      },
      payload: picture,
    });
  const term = (taxonomy: string) => get().write((tx) => makeTerm(tx, { taxonomy }));
  const user = () => get().write((tx) => makeUser(tx, {}));
  const template = () => get().write((tx) => createTemplate(tx, { type: 'single', title: 'A layout' }));
  const media = async () => Number((await upload('/wp/v2/media')).json['id']);

  type Act = (id: number) => ReturnType<typeof send>;
  /** How items of each kind are created, changed and deleted. */
  const kinds: Readonly<Record<string, readonly [() => Promise<number>, Act, Act]>> = {
    post: [
      () => get().write((tx) => makePost(tx, {})),
      (id) => send('PATCH', `/wp/v2/posts/${id}`, { title: `Said ${++serial}` }),
      (id) => send('DELETE', `/wp/v2/posts/${id}?force=true`),
    ],
    term: [
      () => term('category'),
      (id) => send('PATCH', `/wp/v2/categories/${id}`, { description: `Said ${++serial}` }),
      (id) => send('DELETE', `/wp/v2/categories/${id}?force=true`),
    ],
    folder: [
      () => term('media_folder'),
      (id) => send('PATCH', `/broadsheet/v1/media-folders/${id}`, { name: `Named ${++serial}` }),
      (id) => send('DELETE', `/broadsheet/v1/media-folders/${id}`),
    ],
    account: [
      user,
      (id) => send('PATCH', `/wp/v2/users/${id}`, { description: `Said ${++serial}` }),
      (id) => send('DELETE', `/wp/v2/users/${id}?force=true&reassign=0`),
    ],
    person: [
      user,
      (id) => send('PATCH', `/wp/v2/users/${id}`, { description: `Said ${++serial}` }),
      (id) => send('DELETE', `/broadsheet/v1/users/${id}/personal-data`),
    ],
    template: [
      template,
      (id) => send('PATCH', `/broadsheet/v1/templates/${id}`, { title: `Named ${++serial}` }),
      (id) => send('DELETE', `/broadsheet/v1/templates/${id}`),
    ],
    portrait: [
      user,
      (id) => upload(`/broadsheet/v1/users/${id}/portrait`),
      (id) => send('DELETE', `/broadsheet/v1/users/${id}/portrait`),
    ],
    file: [
      media,
      (id) => upload(`/broadsheet/v1/media/${id}/file`),
      (id) => send('DELETE', `/wp/v2/media/${id}?force=true`),
    ],
  };

  test.each(Object.entries(kinds))(
    '%s: all succeed, one after the other',
    async (_kind, [make, change, remove]) => {
      const id = await make();
      const statuses = (await Promise.all([change(id), change(id), change(id)])).map(({ status, text }) =>
        status === 200 ? status : text,
      );
      expect(statuses).toEqual([200, 200, 200]);
      const [changed, removed] = await Promise.all([change(id), remove(id)]);
      expect(
        [removed.status, changed.status === 200 || changed.status === 404],
        `${removed.text}\n${changed.text}`,
      ).toEqual([200, true]);
    },
  );

  test('front page: one layout replaces the other', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(() => get().write((tx) => createTemplate(tx, { type: 'home', title: 'A front' }))),
    );
    const replies = await Promise.all(
      ids.map((id) => send('POST', '/broadsheet/v1/front-page-template', { template_id: id })),
    );
    expect(replies.map(({ status, text }) => (status === 200 ? status : text))).toEqual([200, 200, 200]);
  });

  test('menu location: one menu replaces the other', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(() => get().write((tx) => createMenu(tx, { name: `Menu ${++serial}` }))),
    );
    const replies = await Promise.all(
      ids.map((id) => send('POST', `/wp/v2/menus/${id}`, { locations: ['primary'] })),
    );
    expect(replies.map(({ status, text }) => (status === 200 ? status : text))).toEqual([200, 200, 200]);
  });

  test('of concurrent menus with one name one is created or renamed, and the others are refused or numbered', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => send('POST', '/wp/v2/menus', { name: 'One of a kind' })),
    );
    expect(made.map(({ status, json }) => (status === 201 ? status : json['code'])).toSorted()).toEqual([
      201,
      'menu_exists',
      'menu_exists',
      'menu_exists',
    ]);
    const ids = await Promise.all(
      [1, 2, 3].map(() => get().write((tx) => createMenu(tx, { name: `Menu ${++serial}` }))),
    );
    const renamed = await Promise.all(
      ids.map((id) => send('POST', `/wp/v2/menus/${id}`, { slug: 'one-slug' })),
    );
    expect(renamed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(renamed.map(({ json }) => json['slug']).toSorted()).toEqual([
      'one-slug',
      'one-slug-2',
      'one-slug-3',
    ]);
  });

  test('ignores a category that is deleted while it is assigned to a post', async () => {
    const id = await get().write((tx) => makePost(tx, {}));
    for (const [path, body] of [
      ['/wp/v2/posts', { title: 'New' }],
      [`/wp/v2/posts/${id}`, {}],
    ] as const) {
      const [deleted, stays] = [await term('category'), await term('category')];
      const remove = (tx: Tx) => deleteTerm(tx, operator(), { id: deleted }, asItStands);
      expect(
        await during(get(), remove, () => send('POST', path, { ...body, categories: [stays, deleted] })),
      ).toMatchObject({ json: { categories: [stays] } });
    }
  });

  test('a menu that is deleted while it is assigned has no location', async () => {
    const [early = 0, late = 0] = await Promise.all(
      [1, 2].map(() => get().write((tx) => createMenu(tx, { name: `Menu ${++serial}` }))),
    );
    const give = (menuId: number) => (tx: Tx) =>
      assignMenu(tx, operator(), { location: 'footer', menuId }, asItStands);
    const remove = (id: number) => (tx: Tx) => deleteMenu(tx, operator(), { id }, 1);
    expect(await during(get(), give(early), () => get().write(remove(early)))).toBeUndefined();
    expect(await during(get(), remove(late), () => get().write(give(late)))).toMatchObject({ status: 404 });
    expect(
      await get()
        .read.selectFrom('menu_location')
        .selectAll()
        .where('menu_id', 'in', [early, late])
        .execute(),
    ).toEqual([]);
  });

  test('a menu that leaves its locations does not clear one that another menu took concurrently', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => get().write((tx) => createMenu(tx, { name: `Menu ${++serial}` }))),
    );
    await send('POST', `/wp/v2/menus/${one}`, { locations: ['primary'] });
    const takes = (tx: Tx) =>
      assignMenu(tx, operator(), { location: 'primary', menuId: other ?? 0 }, asItStands);
    expect(
      await during(get(), takes, () => send('POST', `/wp/v2/menus/${one}`, { locations: [] })),
    ).toMatchObject({ status: 200 });
    expect((await send('GET', '/wp/v2/menu-locations/primary')).json['menu']).toBe(other);
  });

  test('an import for a post or for phones replaces the template of a concurrent import', async () => {
    const file = {
      format: 'broadsheet-template',
      version: 1,
      main: 1,
      templates: [{ id: 1, type: 'single', title: 'Brought', content: '<!-- wp:broadsheet/post-title /-->' }],
    };
    const postId = await get().write((tx) => makePost(tx, {}));
    for (const target of [
      { assign_to_post: String(postId) },
      { assign_mobile_to_template: String(await template()) },
    ]) {
      const replies = await Promise.all(
        [1, 2, 3].map(() => send('POST', '/broadsheet/v1/template-files', { file, ...target })),
      );
      expect(replies.map(({ status, text }) => (status === 201 ? status : text))).toEqual([201, 201, 201]);
    }
  });

  test('of concurrent undos of a deleted template one restores it, and the others get 409', async () => {
    const id = await template();
    await send('DELETE', `/broadsheet/v1/templates/${id}`);
    const [change] = await listChanges(get().read, { templateId: id, limit: 1 });
    const replies = await Promise.all(
      [1, 2, 3].map(() => send('POST', `/broadsheet/v1/template-changes/${change?.id}/undo`, { from: 0 })),
    );
    expect(
      replies.map(({ status }) => status).toSorted(),
      replies.map(({ text }) => text).join('\n'),
    ).toEqual([200, 409, 409]);
    expect((await send('GET', `/broadsheet/v1/templates/${id}`)).json['title']).toBe('A layout');
  });

  test('a template revision is restored despite concurrent writes', async () => {
    const id = await template();
    const revision = await get().write((tx) => keepTemplateRevision(tx, id, admin));
    const statuses = (
      await Promise.all([
        send('PATCH', `/broadsheet/v1/templates/${id}`, { title: 'One' }),
        send('POST', `/broadsheet/v1/templates/${id}/revisions/${revision}`),
        send('PATCH', `/broadsheet/v1/templates/${id}`, { title: 'Two' }),
      ])
    ).map(({ status, text }) => (status === 200 ? status : text));
    expect(statuses).toEqual([200, 200, 200]);
  });
});
