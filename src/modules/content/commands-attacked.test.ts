import { beforeAll, expect, test } from 'vitest';
import { makeActors, savedActor } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser, postOf } from '../../../test/harness/factories.ts';
import { pinPost, unpinPost } from '../front/commands.ts';
import { retryJobs, dropJobs } from '../jobs/commands.ts';
import { remakeSizes } from '../media/media-commands.ts';
import { createPost, updatePost, trashPost, restorePost, deletePost } from '../posts/post-commands.ts';
import { readSettings } from '../settings/store.ts';
import { saveSettings } from '../settings/commands.ts';
import { createTerm } from '../terms/commands.ts';
import { registerPostType } from '../types/registry.ts';
import { createUser, updateUser, changeRoles, deleteUser } from '../users/user-commands.ts';
import { findUser, listUsers } from '../users/reader.ts';
import type { Actor } from '../../kernel/permission.ts';

const ahead = Date.UTC(2090, 0, 1);
const forbidden = { status: 403 };

onBothDatabases('attacks that every command refuses', (get) => {
  let actors: Actors;
  const made = async (input: Parameters<typeof makePost>[1] = {}) =>
    postOf(get().read, await get().write((tx) => makePost(tx, input)));
  const post = (id: number) => postOf(get().read, id);
  const create = (actor: Actor, input: Parameters<typeof createPost>[2]) =>
    get().write((tx) => createPost(tx, actor, input));
  const update = (actor: Actor, input: Parameters<typeof updatePost>[2], from = 1) =>
    get().write((tx) => updatePost(tx, actor, input, from));
  const withOnly = (...capabilities: string[]): Actor => ({
    ...actors.contributor,
    capabilities: new Set(['read', ...capabilities]),
  });

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('a post under another user’s name', async () => {
    const { author, editor } = actors;
    for (const authorIds of [[editor.id], [author.id, editor.id], [editor.id, author.id]]) {
      await expect(create(author, { title: 'Not mine', authorIds })).rejects.toMatchObject(forbidden);
      const mine = await made({ status: 'draft', authorId: author.id });
      await expect(update(author, { id: mine.id, authorIds })).rejects.toMatchObject(forbidden);
      expect(await post(mine.id)).toEqual(mine);
    }
    const shared = await made({ authorIds: [author.id, editor.id] });
    await expect(update(author, { id: shared.id, authorIds: [author.id] })).rejects.toMatchObject(forbidden);
  });

  test('a published post by a user who can only write', async () => {
    const { contributor } = actors;
    for (const input of [
      { status: 'publish' },
      { status: 'future', publishedAt: ahead },
      { status: 'future', publishedAt: 1 },
      { status: 'private' },
      { status: 'publish', publishedAt: ahead },
    ] as const) {
      await expect(create(contributor, { title: 'Out', ...input })).rejects.toMatchObject(forbidden);
      for (const status of ['draft', 'pending'] as const) {
        const mine = await made({ status, authorId: contributor.id });
        await expect(update(contributor, { id: mine.id, ...input })).rejects.toMatchObject(forbidden);
        expect(await post(mine.id)).toEqual(mine);
      }
    }
    // A date in the past publishes nothing by itself.
    const mine = await made({ status: 'pending', authorId: contributor.id });
    await update(contributor, { id: mine.id, publishedAt: 1 });
    expect((await post(mine.id)).status).toBe('pending');
    // A contributor can't change posts that others scheduled or published.
    for (const status of ['future', 'publish'] as const) {
      const { id, revision } = await made({ status, authorId: contributor.id, publishedAt: ahead });
      await expect(update(contributor, { id, title: 'Other' }, revision)).rejects.toMatchObject({
        status: status === 'publish' ? 403 : 404,
      });
    }
  });

  test('a published post by way of the trash', async () => {
    const { contributor, editor } = actors;
    for (const status of ['publish', 'future'] as const) {
      const { id } = await made({
        status,
        authorId: contributor.id,
        publishedAt: status === 'future' ? ahead : 1,
      });
      await get().write((tx) => trashPost(tx, editor, { id }, 1));
      for (const act of [deletePost, restorePost])
        await expect(get().write((tx) => act(tx, contributor, { id }, 2))).rejects.toMatchObject(forbidden);
      expect((await post(id)).status).toBe('trash');
      await get().write((tx) => restorePost(tx, editor, { id }, 2));
    }
    const draft = await made({ status: 'draft', authorId: contributor.id });
    await get().write((tx) => trashPost(tx, contributor, { id: draft.id }, 1));
    await get().write((tx) => restorePost(tx, contributor, { id: draft.id }, 2));
  });

  test('a password on another user’s post, or on one that the user can’t publish', async () => {
    const { author, contributor, editor } = actors;
    const theirs = await made({ authorId: editor.id });
    await expect(update(author, { id: theirs.id, password: 'mine now' })).rejects.toMatchObject(forbidden);
    const draft = await made({ status: 'draft', authorId: contributor.id });
    await expect(update(contributor, { id: draft.id, password: 'mine now' })).rejects.toMatchObject(
      forbidden,
    );
    const locked = await made({ status: 'draft', authorId: contributor.id, password: 'theirs' });
    await expect(update(contributor, { id: locked.id, password: '' })).rejects.toMatchObject(forbidden);
    expect([
      (await post(theirs.id)).password,
      (await post(draft.id)).password,
      (await post(locked.id)).password,
    ]).toEqual(['', '', 'theirs']);
  });

  test('terms on posts without the right to assign them, and internal terms', async () => {
    const takeBack = registerPostType({
      name: 'book',
      labels: { plural: 'Books', singular: 'Book' },
      capabilityType: 'books',
      taxonomies: ['category'],
    });
    try {
      const librarian = withOnly('edit_books', 'edit_others_books', 'edit_published_books', 'publish_books');
      const term = await get().write((tx) => makeTerm(tx));
      const book = await made({ type: 'book', authorId: librarian.id, termIds: [term] });
      for (const termIds of [[], [term, 999_999]]) {
        await expect(update(librarian, { id: book.id, termIds })).rejects.toMatchObject({
          status: 403,
          code: 'rest_cannot_assign_term',
        });
      }
      await expect(create(librarian, { type: 'book', title: 'New', termIds: [term] })).rejects.toMatchObject(
        forbidden,
      );
      await update(librarian, { id: book.id, title: 'Read', termIds: [term] });
      expect(await post(book.id)).toMatchObject({ title: 'Read', termIds: [term] });
    } finally {
      takeBack();
    }
    for (const taxonomy of ['nav_menu', 'post_format', 'wp_theme', 'nowhere']) {
      for (const actor of [actors.contributor, actors.administrator]) {
        await expect(
          get().write((tx) => createTerm(tx, actor, { taxonomy, name: 'Mine' })),
        ).rejects.toMatchObject({ status: 400 });
      }
    }
  });

  test('scripts by users who can’t write them, wherever HTML is accepted', async () => {
    const evil = 'x<script>x()</script><img src=x onerror=x()>';
    const id = await create(actors.author, {
      title: evil,
      content: evil,
      excerpt: evil,
      details: { subtitle: evil, seoTitle: evil, socialDescription: evil },
    });
    const { title, content, excerpt, details } = await post(id);
    expect(JSON.stringify([title, content, excerpt, details])).not.toMatch(/<script|onerror/);
    await update(actors.author, {
      id,
      details: { subtitle: `y${evil}` },
      title: `y${evil}`,
      excerpt: `y${evil}`,
    });
    expect(JSON.stringify(await post(id))).not.toMatch(/<script|onerror/);
    // Settings contain code that runs in readers' browsers.
    const clerk = withOnly('manage_options');
    const script = 'https://evil.example/x.js';
    for (const [key, value] of Object.entries({
      head_code: '<p>x</p>',
      ad_header: '<p>x</p>',
      ad_script_url: script,
      analytics_container_id: 'GTM-EVIL',
      analytics_script_url: script,
      captcha_script_url: script,
      social_login_sdk_url: script,
    })) {
      const stored = async () =>
        new Map<string, unknown>(Object.entries((await readSettings(get().read)).settings)).get(key);
      const before = await stored();
      await expect(
        get().write((tx) =>
          saveSettings(
            tx,
            clerk,
            { [key]: value, blogname: 'Mine' },
            { [key]: before, blogname: 'Broadsheet' },
          ),
        ),
        key,
      ).rejects.toMatchObject(forbidden);
      expect(await stored()).toBe(before);
      await get().write((tx) => saveSettings(tx, clerk, { [key]: before }, { [key]: before })); // unchanged
      await get().write((tx) => saveSettings(tx, actors.administrator, { [key]: value }, { [key]: before }));
      await get().write((tx) => saveSettings(tx, actors.administrator, { [key]: null }, { [key]: value }));
    }
  });

  test('more capabilities than the user has, through any account command', async () => {
    const { editor, author, administrator } = actors;
    // A server that vouches for identities can log in as any user.
    const [network, key] = ['https://graph.evil.example', 'social_login_graph_url'] as const;
    const known = (await readSettings(get().read)).settings[key];
    for (const actor of [
      withOnly('manage_options'),
      { ...editor, capabilities: new Set([...editor.capabilities, 'manage_options']) },
    ]) {
      await expect(
        get().write((tx) => saveSettings(tx, actor, { [key]: network }, { [key]: known })),
      ).rejects.toMatchObject(forbidden);
    }
    await get().write((tx) => saveSettings(tx, administrator, { [key]: network }, { [key]: known }));
    await get().write((tx) => saveSettings(tx, administrator, { [key]: null }, { [key]: network }));
    for (const actor of [editor, author, actors.subscriber]) {
      const own = await findUser(get().read, actor.id);
      await expect(
        get().write((tx) =>
          changeRoles(tx, actor, { id: actor.id, roles: ['administrator'] }, own?.revision ?? 0),
        ),
      ).rejects.toMatchObject(forbidden);
      const input = { id: actor.id, roles: ['administrator'] } as Parameters<typeof updateUser>[2];
      await expect(
        get().write((tx) => updateUser(tx, actor, input, own?.revision ?? 0)),
      ).rejects.toMatchObject({ status: 400 });
      expect(await findUser(get().read, actor.id)).toEqual(own);
    }
    const promoter = {
      ...editor,
      capabilities: new Set([
        ...editor.capabilities,
        'promote_users',
        'create_users',
        'edit_users',
        'delete_users',
      ]),
    };
    const [reader, boss] = [
      await get().write((tx) => makeUser(tx, { roles: ['subscriber'] })),
      administrator.id,
    ];
    for (const act of [
      () =>
        get().write((tx) =>
          changeRoles(tx, promoter, { id: promoter.id, roles: ['editor', 'administrator'] }, 1),
        ),
      () => get().write((tx) => changeRoles(tx, promoter, { id: reader, roles: ['administrator'] }, 1)),
      () =>
        get().write((tx) =>
          createUser(tx, promoter, {
            login: 'puppet',
            email: 'puppet@mail.example',
            roles: ['administrator'],
          }),
        ),
      () => get().write((tx) => updateUser(tx, promoter, { id: boss, email: 'mine@mail.example' }, 1)),
      () => get().write((tx) => deleteUser(tx, promoter, { id: boss }, 1)),
    ])
      await expect(act()).rejects.toMatchObject(forbidden);
    expect(
      (await listUsers(get().read, { roles: ['administrator'], limit: 9 })).users.map(({ id }) => id),
    ).toEqual([boss]);
    await get().write((tx) => changeRoles(tx, promoter, { id: reader, roles: ['author'] }, 1)); // no more capabilities than their own
  });

  test('a site without administrators, by two who leave concurrently', async () => {
    const second = await savedActor(
      get(),
      await get().write((tx) => makeUser(tx, { roles: ['administrator'] })),
    );
    const first = await savedActor(get(), actors.administrator.id);
    const demote = (actor: Actor, other: Actor) =>
      get().write((tx) => changeRoles(tx, actor, { id: other.id, roles: ['editor'] }, other.revision));
    const tries = await Promise.allSettled([demote(first, second), demote(second, first)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { users } = await listUsers(get().read, { roles: ['administrator'], limit: 9 });
    expect(users).toHaveLength(1);
    const last = users[0] ?? expect.fail('No administrator is left.');
    const other = await savedActor(get(), last.id === first.id ? second.id : first.id);
    await expect(
      get().write((tx) =>
        deleteUser(tx, { ...other, capabilities: first.capabilities }, { id: last.id }, last.revision),
      ),
    ).rejects.toMatchObject({ status: 409, code: 'last_administrator' });
    await get().write((tx) =>
      changeRoles(tx, first, { id: other.id, roles: ['administrator'] }, other.revision),
    );
    const both = await Promise.all([savedActor(get(), first.id), savedActor(get(), second.id)]);
    const [one, two] = both;
    const outcomes = await Promise.allSettled([
      get().write((tx) => deleteUser(tx, one, { id: two.id, reassignTo: one.id }, two.revision)),
      get().write((tx) => deleteUser(tx, two, { id: one.id, reassignTo: two.id }, one.revision)),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await listUsers(get().read, { roles: ['administrator'], limit: 9 })).users).toHaveLength(1);
  });

  test('site-wide changes by users with narrower rights', async () => {
    const nothing = { pins: [], breaking: null };
    const article = await made();
    for (const actor of [actors.author, actors.contributor, actors.subscriber]) {
      for (const act of [pinPost, unpinPost])
        await expect(get().write((tx) => act(tx, actor, { id: article.id }, nothing))).rejects.toMatchObject(
          forbidden,
        );
    }
    for (const actor of [actors.editor, actors.author, actors.subscriber]) {
      for (const act of [retryJobs, dropJobs, remakeSizes]) {
        await expect(
          get().write((tx) => act(tx, actor, { ids: [1] }) as Promise<unknown>),
        ).rejects.toMatchObject(forbidden);
      }
    }
    await expect(
      get().write((tx) => pinPost(tx, undefined, { id: article.id }, nothing)),
    ).rejects.toMatchObject({
      status: 401,
    });
    await get().write((tx) => pinPost(tx, actors.editor, { id: article.id }, nothing));
    await expect(
      get().write((tx) => unpinPost(tx, actors.editor, { id: article.id }, nothing)),
    ).rejects.toMatchObject({ status: 409, theirs: { pins: [{ postId: article.id }] } });
    await get().write((tx) => unpinPost(tx, actors.editor, { id: article.id }, 1));
  });
});
