import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { prepareSite } from '../../cli/prepare-site.ts';
import { readConfig } from '../../config.ts';
import { newestSchema } from '../../kernel/db/migrate.ts';
import { openSiteDatabase } from '../../site-database.ts';
import type { Database, Reader, Tx } from '../../kernel/db/open-database.ts';
import { hashPassword } from '../../lib/credentials.ts';
import { findComment, findThread } from '../comments/reader.ts';
import { createComment } from '../comments/store.ts';
import { findPictures } from '../media/reader.ts';
import { saveMedia } from '../media/writer.ts';
import {
  assignMenu,
  createMenu,
  replaceMenuItems,
  findMenuItems,
  findMenuLocations,
  listMenus,
} from '../menus/store.ts';
import { countListedPosts, listPostIds, listStickyIds } from '../posts/list.ts';
import { findPostPaths } from '../posts/addresses.ts';
import { findIdByOldSlug, findPost, findPostMeta, findPostsBySlug } from '../posts/reader.ts';
import { findRevision, keepRevision, listRevisions } from '../posts/revisions.ts';
import { createPost, updatePost } from '../posts/writer.ts';
import { addRedirect, findRedirect } from '../redirects/store.ts';
import { searchPosts } from '../search/results.ts';
import { findDefinition } from '../settings/settings.ts';
import { saveSettings, readSettings } from '../settings/store.ts';
import { assignTemplateGlobally, assignTemplateToItem } from '../templates/assign.ts';
import { findAssignments, findTemplate } from '../templates/reader.ts';
import { createTemplate, updateTemplate } from '../templates/writer.ts';
import { findTermBySlug, findWithAncestors } from '../terms/reader.ts';
import { createTerm } from '../terms/writer.ts';
import { findByPassword, findUser, findUserMeta } from '../users/reader.ts';
import { ensureRoles, findActor, listRoles } from '../users/roles.ts';
import { createUser, writeUserMeta } from '../users/writer.ts';

/** Text that a careless store would change: emoji, quotes, line ends, a backslash, text outside the first plane, block comments. */
const exact =
  '<!-- wp:paragraph {"a":"\\u0026"} -->\r\n<p>“Grüße”, 東京 😀 \\ \' " % _ $1 &amp;</p>\n\n\n<!-- /wp:paragraph -->\t';
const day = Date.UTC(2026, 4, 6, 7, 8, 9);

async function writeEverything(tx: Tx, password: Awaited<ReturnType<typeof hashPassword>>) {
  await ensureRoles(tx);
  const user = await createUser(tx, {
    login: 'ada',
    email: 'Ada@Mail.example',
    displayName: 'Ada Quill',
    bio: exact,
    url: 'https://ada.example',
    roles: ['editor', 'author'],
    password,
    createdAt: day,
  });
  await writeUserMeta(tx, user, { twitter: ['@ada'], many: ['one', 'two'] });
  const parentTerm = await createTerm(tx, {
    taxonomy: 'category',
    name: 'Science',
    slug: 'science',
    description: exact,
  });
  const term = await createTerm(tx, { taxonomy: 'category', name: 'Space & time', parentId: parentTerm });
  const genre = await createTerm(tx, { taxonomy: 'genre', name: 'Noir' });
  const post = await createPost(tx, {
    title: exact,
    slug: 'a-comet',
    status: 'publish',
    content: exact,
    excerpt: exact,
    authorId: user,
    publishedAt: day,
    modifiedAt: day + 1,
    sticky: true,
    format: 'gallery',
    commentStatus: 'closed',
    pingStatus: 'open',
    guid: 'https://old.example/?p=7',
    termIds: [term, genre],
    meta: { views: ['7'], list: ['b', 'a'] },
  });
  const page = await createPost(tx, {
    type: 'page',
    title: 'About',
    slug: 'about',
    status: 'publish',
    menuOrder: 3,
  });
  const child = await createPost(tx, {
    type: 'page',
    title: 'Team',
    slug: 'team',
    status: 'publish',
    parentId: page,
  });
  const book = await createPost(tx, { type: 'book', title: 'A book', status: 'private' });
  const secret = await createPost(tx, { title: 'Secret', status: 'publish', password: 'sesame' });
  const attachment = await createPost(tx, {
    type: 'attachment',
    status: 'inherit',
    title: 'Tail',
    excerpt: 'A caption',
    parentId: post,
    mimeType: 'image/jpeg',
  });
  await saveMedia(tx, {
    postId: attachment,
    file: '2026/05/tail.jpg',
    sourceUrl: 'https://old.example/tail.jpg',
    width: 1600,
    height: 900,
    bytes: 12_345,
    alt: exact,
    focalX: 250,
    focalY: 750,
    color: '#aabbcc',
    sizes: { medium: { file: 'tail-800x450.webp', width: 800, height: 450, mime: 'image/webp' } },
  });
  await updatePost(tx, post, { featuredMediaId: attachment, modifiedAt: day + 1 });
  const revision = await keepRevision(tx, post, user, 'revision');
  const autosave = await keepRevision(tx, post, user, 'autosave', {
    title: 'Typing',
    excerpt: '',
    content: exact,
  });
  await updatePost(tx, page, { slug: 'about-us' });
  const question = await createComment(tx, {
    postId: post,
    status: 'approved',
    authorName: 'Reader',
    authorEmail: 'r@secret.example',
    authorUrl: 'https://r.example',
    authorIp: '203.0.113.9',
    createdAt: day,
    content: exact,
  });
  const answer = await createComment(tx, {
    postId: post,
    parentId: question,
    userId: user,
    status: 'approved',
    authorName: 'Ada',
    createdAt: day + 1,
    content: 'Yes.',
  });
  const held = await createComment(tx, { postId: post, content: 'Held.' });
  const menu = await createMenu(tx, { name: 'Main menu' });
  await replaceMenuItems(tx, menu, [
    {
      label: exact,
      url: 'https://x.example/',
      classes: ['a', 'b'],
      target: '_blank',
      rel: 'nofollow',
      description: exact,
    },
    { type: 'post_type', object: 'page', objectId: child, parent: 0 },
    { type: 'taxonomy', object: 'category', objectId: term, megaKind: 'category', megaId: term },
  ]);
  await assignMenu(tx, 'primary', menu);
  await saveSettings(tx, {
    blogname: exact.trim().replace(/\s+/g, ' '),
    posts_per_page: 7,
    permalink_structure: 'plain',
  });
  const [mobile, header, footer] = [
    await createTemplate(tx, { type: 'single', title: 'm', isMobile: true }),
    await createTemplate(tx, { type: 'header', title: 'h' }),
    await createTemplate(tx, { type: 'footer', title: 'f' }),
  ];
  const template = await createTemplate(tx, { type: 'single', title: 'Layout', content: exact });
  await updateTemplate(tx, template, { mobileTemplateId: mobile });
  await updateTemplate(tx, template, { headerId: header, footerId: footer });
  await assignTemplateGlobally(tx, 'single', template);
  await assignTemplateToItem(tx, 'single', post, template);
  await addRedirect(tx, { source: '/old/?a=1', target: '/new/', status: 302 });
  return {
    user,
    parentTerm,
    term,
    genre,
    post,
    page,
    child,
    book,
    secret,
    attachment,
    revision,
    autosave,
    question,
    answer,
    held,
    menu,
    mobile,
    header,
    footer,
    template,
  };
}

type Written = Awaited<ReturnType<typeof writeEverything>>;

async function expectEverything(database: Database, ids: Written): Promise<void> {
  const { read } = database;
  expect(await findPost(read, ids.post)).toMatchObject({
    type: 'post',
    status: 'publish',
    slug: 'a-comet',
    title: exact,
    content: exact,
    excerpt: exact,
    authorId: ids.user,
    publishedAt: day,
    modifiedAt: day + 1,
    sticky: true,
    format: 'gallery',
    commentStatus: 'closed',
    pingStatus: 'open',
    guid: 'https://old.example/?p=7',
    termIds: [ids.term, ids.genre],
    featuredMediaId: ids.attachment,
    commentCount: 2,
    isProtected: false,
    revision: 2,
  });
  expect([...((await findPostMeta(read, [ids.post])).get(ids.post) ?? [])]).toEqual([
    ['views', ['7']],
    ['list', ['b', 'a']],
  ]);
  expect(await findPost(read, ids.book)).toMatchObject({ type: 'book', status: 'private' });
  expect(await findPost(read, ids.secret)).toMatchObject({ isProtected: true, password: 'sesame' });
  await expectPages(read, ids);
  expect(
    (await listRevisions(read, ids.post, { limit: 5 })).revisions
      .map(({ id, kind }) => [id, kind])
      .toSorted(),
  ).toEqual([
    [ids.revision, 'revision'],
    [ids.autosave, 'autosave'],
  ]);
  expect(await findRevision(read, ids.autosave)).toMatchObject({
    title: 'Typing',
    content: exact,
    authorId: ids.user,
  });
  expect(
    (await findPictures({ database, siteUrl: 'https://x' }, [ids.attachment])).get(ids.attachment),
  ).toMatchObject({
    fullUrl: 'https://x/wp-content/uploads/2026/05/tail.jpg',
    width: 1600,
    height: 900,
    alt: exact,
    focalX: 250,
    focalY: 750,
    color: '#aabbcc',
    caption: 'A caption',
    srcset: expect.stringContaining('tail-800x450.webp 800w'),
  });
  expect(
    (
      await findThread(read, ids.post, { size: { threads: 5, comments: 5 }, newestFirst: false })
    ).comments.map(({ id, depth, content }) => [id, depth, content]),
  ).toEqual([
    [ids.question, 0, exact],
    [ids.answer, 1, 'Yes.'],
  ]);
  expect(await findComment(read, ids.question)).toMatchObject({
    authorName: 'Reader',
    authorEmail: 'r@secret.example',
    authorIp: '203.0.113.9',
    createdAt: day,
  });
  expect(await findComment(read, ids.held)).toMatchObject({ status: 'hold', threadId: ids.held });
  await expectPeopleAndTerms(read, ids);
  expect((await listMenus(read)).map(({ id, name, slug }) => [id, name, slug])).toEqual([
    [ids.menu, 'Main menu', 'main-menu'],
  ]);
  expect((await findMenuLocations(read)).get('primary')).toBe(ids.menu);
  const [first, second, third] = await findMenuItems(read, ids.menu);
  expect(first).toMatchObject({
    label: exact,
    url: 'https://x.example/',
    classes: ['a', 'b'],
    target: '_blank',
    rel: 'nofollow',
    description: exact,
    parentId: 0,
  });
  expect(second).toMatchObject({
    type: 'post_type',
    object: 'page',
    objectId: ids.child,
    parentId: first?.id,
  });
  expect(third).toMatchObject({
    type: 'taxonomy',
    objectId: ids.term,
    megaKind: 'category',
    megaId: ids.term,
  });
  const { settings, invalid } = await readSettings(read);
  expect([
    invalid,
    settings.posts_per_page,
    settings.permalink_structure,
    settings.blogname.includes('東京 😀'),
  ]).toEqual([[], 7, 'plain', true]);
  expect(await findTemplate(read, ids.template)).toMatchObject({
    title: 'Layout',
    content: exact,
    mobileTemplateId: ids.mobile,
    headerId: ids.header,
    footerId: ids.footer,
  });
  expect(await findAssignments(read, 'single', ids.post)).toEqual({
    item: ids.template,
    global: ids.template,
  });
  expect(await findRedirect(read, '/old/?a=1')).toMatchObject({ target: '/new/', status: 302 });
}

async function expectPages(read: Reader, ids: Written): Promise<void> {
  const [child] = await findPostsBySlug(read, 'team', ['page']);
  expect(child).toMatchObject({ id: ids.child, parentId: ids.page });
  expect((await findPostPaths(read, child ? [child] : [], 'rewritten')).get(ids.child)).toBe(
    '/about-us/team/',
  );
  expect(await findPost(read, ids.page)).toMatchObject({ menuOrder: 3 });
  expect(await findIdByOldSlug(read, 'about')).toBe(ids.page);
}

async function expectPeopleAndTerms(read: Reader, ids: Written): Promise<void> {
  expect(await findUser(read, ids.user)).toMatchObject({
    login: 'ada',
    email: 'ada@mail.example',
    slug: 'ada-quill',
    displayName: 'Ada Quill',
    bio: exact,
    url: 'https://ada.example',
    roles: ['editor', 'author'],
    createdAt: day,
  });
  expect([...(await findUserMeta(read, ids.user))]).toEqual([
    ['twitter', ['@ada']],
    ['many', ['one', 'two']],
  ]);
  expect([
    (await findByPassword(read, 'ada', 'a long password'))?.user.id,
    await findByPassword(read, 'ada', 'another'),
  ]).toEqual([ids.user, undefined]);
  expect((await findActor(read, ids.user))?.capabilities.has('edit_others_posts')).toBe(true);
  expect((await listRoles(read)).map(({ name }) => name)).toEqual([
    'administrator',
    'author',
    'contributor',
    'editor',
    'subscriber',
  ]);
  expect(await findTermBySlug(read, 'category', 'science')).toMatchObject({
    id: ids.parentTerm,
    description: exact,
    parentId: 0,
    count: 0,
  });
  expect((await findWithAncestors(read, [ids.term])).map(({ id, count }) => [id, count]).toSorted()).toEqual([
    [ids.parentTerm, 0],
    [ids.term, 1],
  ]);
  for (const termId of [ids.term, ids.parentTerm, ids.genre]) {
    expect([await listPostIds(read, { termId, limit: 9 }), await countListedPosts(read, { termId })]).toEqual(
      [[ids.post], 1],
    );
  }
  expect([
    await listPostIds(read, { limit: 9 }),
    await countListedPosts(read, {}),
    await listStickyIds(read),
  ]).toEqual([[ids.post], 1, [ids.post]]);
}

onBothDatabases('content', (get, place) => {
  test('[IMP-01] writes every type of content, reads it back unchanged, and keeps it across processes', async () => {
    const password = await hashPassword('a long password');
    const ids = await get().write((tx) => writeEverything(tx, password));
    await expectEverything(get(), ids);
    // As another process reads it, with empty caches.
    const again = await openSiteDatabase({ ...place(), maxConnections: 2 });
    expect(await again.migrate()).toEqual([]);
    await expectEverything(again, ids);
    const content = testContent(again);
    expect((await searchPosts(content, { query: 'Grüße', limit: 5 })).ids).toEqual([ids.post]);
    expect((await searchPosts(content, { query: 'Secret', limit: 5 })).ids).toEqual([]);
    await content.close();
    await again.close();
  });

  test('autoload of further posts is off by default', async () => {
    const option = async () => (await readSettings(get().read)).settings.autoload_posts;
    expect([findDefinition('autoload_posts')?.default, await option()]).toEqual(['off', 'off']);
    await get().write((tx) => saveSettings(tx, { autoload_posts: 'on' }));
    expect(await option()).toBe('on');
    await expect(
      get().write((tx) => saveSettings(tx, { autoload_posts: 'sometimes' })),
    ).rejects.toMatchObject({ status: 400 });
    await get().write((tx) => saveSettings(tx, { autoload_posts: null }));
    expect(await option()).toBe('off');
  });

  test('[IMP-01] a failed write leaves nothing behind', async () => {
    const tables = ['post', 'term', 'comment', 'menu', 'setting', 'counter', 'invalidation'] as const;
    const rows = () =>
      Promise.all(
        tables.map(async (table) => (await get().read.selectFrom(table).selectAll().execute()).length),
      );
    const before = await rows();
    await expect(
      get().write(async (tx) => {
        await createPost(tx, {
          title: 'Half done',
          status: 'publish',
          termIds: [await createTerm(tx, { taxonomy: 'category', name: 'Half' })],
        });
        await createMenu(tx, { name: 'Half' });
        throw new Error('The lights went out.');
      }),
    ).rejects.toThrow('The lights went out.');
    expect(await rows()).toEqual(before);
  });

  test('[IMP-01] refuses a newer schema, says what to do, and leaves it unchanged', async () => {
    await get().write((tx) =>
      tx.db
        .insertInto('schema_version')
        .values({ id: 9999, name: 'from the future', applied_at: 1 })
        .execute(),
    );
    await expect(get().migrate()).rejects.toThrow(
      `The database has schema version 9999, but this version of Broadsheet supports up to ${newestSchema}. Start the newer Broadsheet, or restore a backup made by this one.`,
    );
    expect(
      (await get().read.selectFrom('schema_version').select('id').orderBy('id').execute())
        .map(({ id }) => id)
        .slice(-2),
    ).toEqual([newestSchema, 9999]);
    await get().write((tx) => tx.db.deleteFrom('schema_version').where('id', '=', 9999).execute());
    expect(await get().migrate()).toEqual([]);
  });
});

onBothDatabases('a first run', (get, place) => {
  test('[IMP-01] creates an administrator and seeds the demo once, and a second run prints and changes nothing', async () => {
    const config = {
      ...readConfig({ ADMIN_USER: 'chief', ADMIN_EMAIL: 'chief@mail.example', DEMO: '1' }),
      dataDir: place().dataDir,
    };
    const printed: string[] = [];
    const prepare = () => prepareSite(get(), config, (line) => printed.push(line));
    await prepare();
    const { read } = get();
    const shown = /User: chief {2}Password: (\S+)/.exec(printed.join('\n'))?.[1] ?? '';
    expect((await findByPassword(read, 'chief', shown))?.user.roles).toEqual(['administrator']);
    expect(printed.join('\n')).toMatch(/Demo installed: \d+ posts and pages/);
    for (const table of [
      'post',
      'term',
      'comment',
      'user',
      'media',
      'menu',
      'menu_item',
      'menu_location',
      'setting',
      'role',
    ] as const) {
      expect([table, (await read.selectFrom(table).selectAll().limit(1).execute()).length]).toEqual([
        table,
        1,
      ]);
    }
    const count = async () => (await read.selectFrom('post').select('id').execute()).length;
    const posts = await count();
    printed.length = 0;
    await prepare();
    expect([printed, await count()]).toEqual([[], posts]);
  });
});
