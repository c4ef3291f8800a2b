import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { methods } from '../../src/site/xmlrpc/xmlrpc-route.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';
import { asCaller, makeCaller } from '../harness/xmlrpc-client.ts';
import type { XmlRpcUser } from '../harness/xmlrpc-client.ts';

type Struct = Readonly<Record<string, unknown>>;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

onBothDatabases('XML-RPC', (_get, place) => {
  let site: ServedSite;
  let editor: XmlRpcUser;
  let author: XmlRpcUser;
  let admin: XmlRpcUser;
  const ids = new Map<string, number>();
  const id = (name: string) => ids.get(name) ?? 0;
  const at = ['{login}', '{password}'] as const;

  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] });
    await site.database.write(async (tx) => {
      ids.set('admin', await makeUser(tx, { login: 'admin', roles: ['administrator'] }));
      ids.set('editor', await makeUser(tx, { login: 'editor', displayName: 'Ed Itor', roles: ['editor'] }));
      ids.set('author', await makeUser(tx, { login: 'author', roles: ['author'] }));
      ids.set('news', await makeTerm(tx, { name: 'News & views', slug: 'news' }));
      ids.set('sport', await makeTerm(tx, { name: 'Sport' }));
      ids.set('open', await makePost(tx, { title: 'Open', authorId: id('author') }));
      ids.set('private', await makePost(tx, { title: 'Private', status: 'private', authorId: id('editor') }));
      ids.set(
        'comment',
        await makeComment(tx, { postId: id('open'), status: 'hold', content: 'Held remark' }),
      );
      await saveSettings(tx, { timezone_string: 'Europe/Berlin', blogname: 'The Paper' });
    });
    admin = await makeCaller(site, id('admin'), 'admin');
    editor = await makeCaller(site, id('editor'), 'editor');
    author = await makeCaller(site, id('author'), 'author');
  });
  afterAll(() => site.close());

  test('the client from npm lists, creates, reads, edits, trashes and deletes a post', async () => {
    const made = await editor.call<string>('wp.newPost', 1, ...at, {
      post_title: 'Über & <b>alles</b>',
      post_content: '<!-- wp:paragraph -->\n<p>Erste Zeile 🎈</p>\n<!-- /wp:paragraph -->',
      post_status: 'publish',
      post_excerpt: 'Kurz',
      terms: { category: [id('news')] },
      terms_names: { post_tag: ['Alpha', 'Beta, Gamma'] },
      custom_fields: [{ key: 'mood', value: 'calm' }],
      post_date: new Date('2026-01-15T10:00:00'),
      comment_status: 'open',
      sticky: false,
    });
    expect(made).toMatch(/^\d+$/);
    const post = await editor.call<Struct>('wp.getPost', 1, ...at, made);
    expect(post).toMatchObject({
      post_id: made,
      post_title: 'Über & <b>alles</b>',
      post_status: 'publish',
      post_type: 'post',
      post_excerpt: 'Kurz',
      post_author: String(id('editor')),
      post_content: '<!-- wp:paragraph -->\n<p>Erste Zeile 🎈</p>\n<!-- /wp:paragraph -->',
      comment_status: 'open',
      post_thumbnail: [],
      sticky: false,
      custom_fields: [{ id: '1', key: 'mood', value: 'calm' }],
      post_format: 'standard',
      post_parent: '0',
      post_password: '',
      menu_order: 0,
    });
    expect(post['post_date']).toEqual(new Date('2026-01-15T10:00:00'));
    expect(post['post_date_gmt']).toEqual(new Date('2026-01-15T09:00:00'));
    expect((post['terms'] as Struct[]).map(({ name, taxonomy }) => [taxonomy, name])).toEqual(
      expect.arrayContaining([
        ['category', 'News & views'],
        ['post_tag', 'Alpha'],
        ['post_tag', 'Beta, Gamma'],
      ]),
    );
    expect((await rawRequest(site.url, new URL(String(post['link'])).pathname)).body).toContain(
      'Erste Zeile',
    );
    const listed = await editor.call<Struct[]>(
      'wp.getPosts',
      1,
      ...at,
      { post_status: 'publish', number: 5 },
      ['post_title'],
    );
    expect(listed).toContainEqual({ post_id: made, post_title: 'Über & <b>alles</b>' });
    expect(
      await editor.call('wp.editPost', 1, ...at, made, {
        post_title: 'Neu',
        custom_fields: [
          { id: '1', key: 'mood', value: 'wild' },
          { key: '_yoast_wpseo_metadesc', value: 'In short' },
          { key: '_own', value: 'x' },
        ],
      }),
    ).toBe(true);
    expect((await rawRequest(site.url, new URL(String(post['link'])).pathname)).body).toContain(
      '<meta name="description" content="In short"',
    );
    expect(
      await editor.call('wp.getPost', 1, ...at, made, ['post_title', 'post_excerpt', 'custom_fields']),
    ).toEqual({
      post_id: made,
      post_title: 'Neu',
      post_excerpt: 'Kurz',
      custom_fields: [{ id: '1', key: 'mood', value: 'wild' }],
    });
    const revisions = await editor.call<Struct[]>('wp.getRevisions', 1, ...at, made, ['post']);
    const before = revisions.find(({ post_title: title }) => title === 'Über & <b>alles</b>');
    expect(before).toMatchObject({ post_type: 'revision', post_status: 'inherit', post_parent: made });
    expect(await editor.call('wp.restoreRevision', 1, ...at, before?.['post_id'])).toBe(true);
    expect(await editor.call('wp.getPost', 1, ...at, made, ['post_title'])).toEqual({
      post_id: made,
      post_title: 'Über & <b>alles</b>',
    });
    expect(await editor.call('wp.deletePost', 1, ...at, made)).toBe(true);
    expect(await editor.call('wp.getPost', 1, ...at, made, ['post_status'])).toEqual({
      post_id: made,
      post_status: 'trash',
    });
    expect(await editor.call('wp.deletePost', 1, ...at, made)).toBe(true);
    expect(await editor.outcome('wp.getPost', 1, ...at, made)).toEqual({ fault: [404, 'Invalid post ID.'] });
  });

  test('the client from npm uploads a file, byte for byte, and deletes it', async () => {
    const made = await author.call<Struct>('wp.uploadFile', 1, ...at, {
      name: 'dot.png',
      type: 'image/png',
      bits: png,
      post_id: id('open'),
    });
    expect(made).toMatchObject({ file: 'dot.png', type: 'image/png', parent: id('open') });
    const url = new URL(String(made['url']));
    expect(
      (
        await readFile(join(place().dataDir, 'media', url.pathname.replace(/^\/wp-content\/uploads\//, '')))
      ).equals(png),
    ).toBe(true);
    expect((await rawRequest(site.url, url.pathname)).status).toBe(200);
    const item = await author.call<Struct>('wp.getMediaItem', 1, ...at, made['id']);
    expect(item).toMatchObject({ attachment_id: made['id'], title: 'dot', link: String(made['url']) });
    expect(
      (await author.call<Struct[]>('wp.getMediaLibrary', 1, ...at, { parent_id: id('open') })).map(
        (one) => one['attachment_id'],
      ),
    ).toEqual([made['id']]);
    expect(await author.call('wp.editPost', 1, ...at, id('open'), { post_thumbnail: made['id'] })).toBe(true);
    expect((await author.call<Struct>('wp.getPost', 1, ...at, id('open')))['post_thumbnail']).toMatchObject({
      attachment_id: made['id'],
      type: 'image/png',
    });
    expect(await author.call('wp.deleteFile', 1, ...at, made['id'])).toBe(true);
    expect(await author.outcome('wp.getMediaItem', 1, ...at, made['id'])).toEqual({
      fault: [404, 'Invalid post ID.'],
    });
  });

  test('desktop editors write by metaWeblog, Movable Type and Blogger', async () => {
    expect(await author.call('blogger.getUsersBlogs', 'key', ...at)).toEqual([
      {
        isAdmin: false,
        url: `${site.url}/`,
        blogid: '1',
        blogName: 'The Paper',
        xmlrpc: `${site.url}/xmlrpc.php`,
      },
    ]);
    const made = await editor.call<string>(
      'metaWeblog.newPost',
      '1',
      ...at,
      {
        title: 'From the desk',
        description: '<p>Before</p>',
        mt_text_more: '<p>After</p>',
        categories: ['News & views', 'No such one'],
        mt_keywords: 'one, two',
        mt_allow_comments: 1,
        mt_excerpt: 'Short',
        dateCreated: new Date('2026-02-03T04:05:06'),
      },
      true,
    );
    const post = await editor.call<Struct>('metaWeblog.getPost', made, ...at);
    expect(post).toMatchObject({
      postid: made,
      userid: String(id('editor')),
      title: 'From the desk',
      description: '<p>Before</p>',
      mt_text_more: '<p>After</p>',
      mt_excerpt: 'Short',
      categories: ['News & views'],
      mt_keywords: 'one, two',
      mt_allow_comments: 1,
      post_status: 'publish',
      wp_author_display_name: 'Ed Itor',
      wp_post_format: 'standard',
      sticky: false,
      wp_post_thumbnail: '',
      wp_password: '',
    });
    expect(post['dateCreated']).toEqual(new Date('2026-02-03T04:05:06'));
    expect(
      await editor.call(
        'metaWeblog.editPost',
        made,
        ...at,
        { ...post, title: 'Sent back', wp_slug: 'sent-back' },
        true,
      ),
    ).toBe(true);
    expect(await editor.call('metaWeblog.getPost', made, ...at)).toMatchObject({
      title: 'Sent back',
      wp_slug: 'sent-back',
      description: '<p>Before</p>',
      mt_text_more: '<p>After</p>',
      categories: ['News & views'],
      dateCreated: new Date('2026-02-03T04:05:06'),
    });
    expect(
      await editor.call('mt.setPostCategories', made, ...at, [
        { categoryId: String(id('sport')), isPrimary: true },
      ]),
    ).toBe(true);
    expect(await editor.call('mt.getPostCategories', made, ...at)).toEqual([
      { categoryName: 'Sport', categoryId: String(id('sport')), isPrimary: true },
    ]);
    expect(await editor.call<Struct[]>('mt.getRecentPostTitles', '1', ...at, 50)).toContainEqual(
      expect.objectContaining({ postid: made, title: 'Sent back' }),
    );
    expect(await editor.call<Struct[]>('metaWeblog.getCategories', '1', ...at)).toContainEqual(
      expect.objectContaining({
        categoryId: String(id('news')),
        categoryName: 'News & views',
        description: 'News & views',
        parentId: '0',
        htmlUrl: `${site.url}/category/news/`,
      }),
    );
    const draft = await author.call<number>(
      'blogger.newPost',
      'key',
      '1',
      ...at,
      '<title>By Blogger</title><p>Text</p>',
      false,
    );
    expect(await author.call('mt.publishPost', draft, ...at)).toBe(true);
    expect(await author.call('blogger.getPost', 'key', draft, ...at)).toMatchObject({
      content: expect.stringMatching(/^<title>By Blogger<.*<p>Text<\/p>$/),
    });
    expect(await author.call('blogger.deletePost', 'key', draft, ...at, true)).toBe(true);
    expect(await editor.call('metaWeblog.deletePost', 'key', made, ...at, true)).toBe(true);
    expect(await editor.call('metaWeblog.getPost', made, ...at)).toMatchObject({ post_status: 'trash' });
  });

  test('pages, terms, comments, accounts, options and types', async () => {
    const page = await editor.call<string>(
      'wp.newPage',
      1,
      ...at,
      { title: 'About', description: 'Us', wp_slug: 'about' },
      true,
    );
    const below = await editor.call<string>(
      'wp.newPage',
      1,
      ...at,
      { title: 'Team', description: 'All', wp_page_parent_id: Number(page) },
      true,
    );
    expect(await editor.call('wp.getPage', 1, below, ...at)).toMatchObject({
      page_id: Number(below),
      title: 'Team',
      page_status: 'publish',
      wp_page_parent_id: Number(page),
      wp_page_parent_title: 'About',
      wp_page_template: 'default',
    });
    expect((await editor.call<Struct[]>('wp.getPageList', 1, ...at)).map((one) => one['page_title'])).toEqual(
      expect.arrayContaining(['About', 'Team']),
    );
    expect(await editor.call('wp.editPage', 1, below, ...at, { title: 'The team' }, true)).toBe(true);
    expect(await editor.call<Struct[]>('wp.getPages', 1, ...at, 5)).toContainEqual(
      expect.objectContaining({ title: 'The team', description: 'All' }),
    );
    expect(await editor.call('wp.deletePage', 1, ...at, Number(below))).toBe(true);
    expect(await editor.outcome('wp.deletePage', 1, ...at, id('open'))).toEqual({
      fault: [404, 'Invalid post ID.'],
    });

    const term = await editor.call<string>('wp.newTerm', 1, ...at, {
      name: 'Chess',
      taxonomy: 'category',
      parent: id('sport'),
    });
    expect(await editor.call('wp.getTerm', 1, ...at, 'category', term)).toMatchObject({
      term_id: term,
      name: 'Chess',
      parent: String(id('sport')),
      count: 0,
    });
    expect(await editor.call('wp.editTerm', 1, ...at, term, { name: 'Go', taxonomy: 'category' })).toBe(true);
    expect(
      (await editor.call<Struct[]>('wp.getTerms', 1, ...at, 'category', { search: 'go' })).map(
        ({ name }) => name,
      ),
    ).toContain('Go');
    expect(await editor.call('wp.deleteTerm', 1, ...at, 'category', term)).toBe(true);
    expect(await editor.outcome('wp.getTerm', 1, ...at, 'category', term)).toEqual({
      fault: [404, 'Invalid term ID.'],
    });
    const category = await editor.call<number>('wp.newCategory', 1, ...at, { name: 'Rowing', parent_id: 0 });
    expect(await editor.call('wp.suggestCategories', 1, ...at, 'row', 5)).toEqual([
      { category_id: category, category_name: 'Rowing' },
    ]);
    expect(await editor.call('wp.deleteCategory', 1, ...at, category)).toBe(true);
    expect(await editor.call<Struct[]>('wp.getTags', 1, ...at)).toContainEqual(
      expect.objectContaining({ name: 'Alpha', html_url: `${site.url}/tag/alpha/` }),
    );

    expect(await editor.call('wp.getComment', 1, ...at, id('comment'))).toMatchObject({
      status: 'hold',
      content: 'Held remark',
      post_title: 'Open',
    });
    expect(
      await editor.call('wp.editComment', 1, ...at, id('comment'), {
        status: 'approve',
        content: 'Fine remark',
      }),
    ).toBe(true);
    expect(await editor.call<Struct[]>('wp.getComments', 1, ...at, { post_id: id('open') })).toMatchObject([
      { status: 'approve', content: 'Fine remark' },
    ]);
    const answer = await author.call<number>('wp.newComment', 1, ...at, id('open'), {
      content: 'An answer',
      comment_parent: id('comment'),
    });
    expect(await author.call('wp.getCommentCount', 1, ...at, id('open'))).toEqual({
      approved: 2,
      awaiting_moderation: 0,
      spam: 0,
      total_comments: 2,
    });
    expect(await editor.call('wp.deleteComment', 1, ...at, answer)).toBe(true);
    expect(await editor.call('wp.getComment', 1, ...at, answer)).toMatchObject({ status: 'trash' });

    expect(await author.call('wp.getProfile', 1, ...at)).toMatchObject({
      user_id: String(id('author')),
      username: 'author',
      roles: ['author'],
    });
    expect(
      await author.call('wp.editProfile', 1, ...at, {
        display_name: 'An Author',
        bio: 'Writes',
        first_name: 'An',
        nickname: 'Annie',
      }),
    ).toBe(true);
    expect(await admin.call('wp.getUser', 1, ...at, id('author'))).toMatchObject({
      display_name: 'An Author',
      bio: 'Writes',
      first_name: 'An',
      nickname: 'Annie',
    });
    expect(
      (await admin.call<Struct[]>('wp.getUsers', 1, ...at, { role: 'author' }, ['basic'])).map(
        (one) => one['username'],
      ),
    ).toEqual(['author']);
    expect((await author.call<Struct[]>('wp.getAuthors', 1, ...at)).map((one) => one['user_id'])).toContain(
      String(id('editor')),
    );

    expect(await author.call('wp.getOptions', 1, ...at, ['blog_title', 'time_zone'])).toMatchObject({
      blog_title: { desc: 'Site Title', readonly: true, value: 'The Paper' },
    });
    expect(
      await admin.call('wp.setOptions', 1, ...at, { blog_title: 'The News', software_version: '1' }),
    ).toMatchObject({
      blog_title: { readonly: false, value: 'The News' },
      software_version: { readonly: true },
    });
    expect(await author.outcome('wp.setOptions', 1, ...at, { blog_title: 'Mine' })).toEqual({
      fault: [401, 'Sorry, you are not allowed to update options.'],
    });

    expect(await author.call('wp.getPostType', 1, ...at, 'post')).toMatchObject({
      name: 'post',
      hierarchical: false,
      taxonomies: expect.arrayContaining(['category']),
    });
    expect(Object.keys(await editor.call<Struct>('wp.getPostTypes', 1, ...at))).toEqual(
      expect.arrayContaining(['post', 'page']),
    );
    expect(await author.call('wp.getTaxonomy', 1, ...at, 'category')).toMatchObject({
      name: 'category',
      hierarchical: true,
      object_type: ['post'],
    });
    expect((await author.call<Struct[]>('wp.getTaxonomies', 1, ...at)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['category', 'post_tag']),
    );
    expect(await author.call('wp.getPostStatusList', 1, ...at)).toEqual({
      draft: 'Draft',
      pending: 'Pending Review',
      private: 'Private',
      publish: 'Published',
    });
    expect(await editor.call('wp.getPageStatusList', 1, ...at)).toEqual({
      draft: 'Draft',
      private: 'Private',
      publish: 'Published',
    });
    expect(await editor.call('wp.getCommentStatusList', 1, ...at)).toEqual({
      hold: 'Unapproved',
      approve: 'Approved',
      spam: 'Spam',
    });
    expect(await author.call('wp.getPostFormats', 1, ...at)).toMatchObject({
      standard: 'Standard',
      video: 'Video',
    });
    expect(await editor.call('wp.getPageTemplates', 1, ...at)).toMatchObject({ Default: 'default' });
  });

  test('every method refuses a caller without a password, and survives missing parameters', async () => {
    for (const [index, { name, params }] of [...methods.values()].entries()) {
      const stranger = asCaller(site, `nobody${index}`, 'wrong', `198.51.100.${index + 2}`);
      const wrong = await stranger.outcome(
        name,
        ...params.map((param) =>
          param === 'password' ? '{password}' : param === 'username' ? '{login}' : '1',
        ),
      );
      expect([name, wrong]).toEqual([name, { fault: [403, 'Incorrect username or password.'] }]);
      const short = await author.outcome(
        name,
        ...params.slice(0, params.indexOf('username')).map(() => '1'),
        ...at,
      );
      expect([name, 'fault' in short && short.fault[0] >= 500]).toEqual([name, false]);
    }
  });
});
