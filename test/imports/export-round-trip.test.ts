import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import FeedParser from 'feedparser';
import Parser from 'rss-parser';
import { expect, test } from 'vitest';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { exportWxr } from '../../src/modules/exports/export-wxr.ts';
import { importFiles, importWxr } from '../../src/import/import-wxr.ts';
import { UploadsFolder } from '../../src/import/uploads.ts';
import {
  assignMenu,
  createMenu,
  findMenuItems,
  listMenus,
  replaceMenuItems,
} from '../../src/modules/menus/store.ts';
import { writeOldSlugs } from '../../src/modules/posts/slugs.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { writeTermMeta } from '../../src/modules/terms/writer.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { makeTestDatabase, onBothDatabases } from '../harness/databases.ts';
import { menuItem, termXml, wxr } from '../fixtures/wxr.ts';
import { generatorName } from '../../src/modules/exports/wxr-text.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const siteUrl = 'https://paper.example';

async function exported(database: Database): Promise<string> {
  const parts: string[] = [];
  for await (const part of exportWxr({ read: database.read, siteUrl, now: Date.UTC(2026, 10, 29) }, {}))
    parts.push(part);
  return parts.join('');
}

const seconds = (at: number) => Math.floor(at / 1000);
const nameless = {
  _wp_attachment_image_alt: true,
  _wp_attached_file: true,
  _wp_attachment_metadata: true,
  ppma_authors_name: true,
} as const;

/** Content that a move must preserve, comparable between two databases. */
async function contentOf({ read }: Database) {
  const terms = await read.selectFrom('term').selectAll().orderBy('taxonomy').orderBy('slug').execute();
  const termOf = new Map(terms.map((term) => [term.id, `${term.taxonomy}/${term.slug}`]));
  const users = await read.selectFrom('user').selectAll().orderBy('id').execute();
  const login = new Map(users.map((user) => [user.id, user.login]));
  const meta = await read.selectFrom('post_meta').selectAll().orderBy('key').orderBy('id').execute();
  const filed = await read.selectFrom('term_relationship').selectAll().orderBy('position').execute();
  const bylines = await read.selectFrom('byline').selectAll().orderBy('position').execute();
  const oldSlugs = await read.selectFrom('old_slug').selectAll().orderBy('slug').execute();
  const media = await read.selectFrom('media').selectAll().orderBy('post_id').execute();
  const posts = await read.selectFrom('post').selectAll().orderBy('id').execute();
  const menus = await listMenus(read);
  return {
    posts: posts.map((post) => ({
      ...Object.fromEntries(
        (
          [
            'id',
            'type',
            'status',
            'trashed_status',
            'slug',
            'title',
            'excerpt',
            'content',
            'parent_id',
            'menu_order',
            'sticky',
            'format',
            'comment_status',
            'ping_status',
            'comment_count',
            'password',
            'featured_media_id',
          ] as const
        ).map((name) => [name, post[name]]),
      ),
      published: seconds(post.published_at),
      modified: seconds(post.modified_at),
      terms: filed.filter((row) => row.post_id === post.id).map((row) => termOf.get(row.term_id)),
      authors: [
        post.author_id,
        ...bylines.filter((row) => row.post_id === post.id).map((row) => row.user_id),
      ].map((id) => login.get(id)),
      oldSlugs: oldSlugs.filter((row) => row.post_id === post.id).map(({ slug }) => slug),
      meta: meta
        .filter((row) => row.post_id === post.id && !Object.hasOwn(nameless, row.key))
        .map(({ key, value }) => `${key}=${value}`)
        .toSorted(),
    })),
    terms: terms.map((term) => ({
      term: termOf.get(term.id),
      name: term.name,
      description: term.description,
      parent: termOf.get(term.parent_id),
    })),
    termMeta: (await read.selectFrom('term_meta').selectAll().orderBy('id').execute())
      .map(({ term_id: id, key, value }) => `${termOf.get(id)} ${key}=${value}`)
      .toSorted(),
    comments: (await read.selectFrom('comment').selectAll().orderBy('id').execute()).map(
      ({ created_at: at, user_id: user, is_untold: _told, ...comment }) => ({
        ...comment,
        at: seconds(at),
        user: login.get(user),
      }),
    ),
    media: media.map(({ post_id: id, alt, width, height }) => ({ id, alt, width, height })),
    menus: await Promise.all(
      menus.map(async ({ id, slug, name }) => {
        const items = await findMenuItems(read, id);
        const place = new Map(items.map((item, index) => [item.id, index]));
        return {
          slug,
          name,
          items: items.map(
            ({ id: _id, menuId: _menu, parentId, position: _position, objectId, object, ...item }) => ({
              ...item,
              object,
              target_: item.type === 'taxonomy' ? termOf.get(objectId) : objectId,
              parent: place.get(parentId),
            }),
          ),
        };
      }),
    ),
    users: users
      .filter(({ roles }) => !roles.includes('administrator'))
      .map(({ login: name, display_name: shown, email, bio }) => ({ name, shown, email, bio })),
  };
}

async function moved(
  text: string,
  dialect: 'sqlite' | 'postgres',
  check: (target: Database, report: Awaited<ReturnType<typeof importWxr>>) => Promise<void>,
  uploads?: string,
): Promise<void> {
  const place = await makeTestDatabase(dialect);
  const target = await openSiteDatabase({
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl,
    maxConnections: 4,
  });
  try {
    const copied = uploads === undefined ? {} : { uploads: await UploadsFolder.open(uploads, place.dataDir) };
    await check(target, await importWxr(target, Readable.from([text]), copied));
  } finally {
    await target.close();
    await place.drop();
  }
}

const hostile = [
  ']]>',
  ']]]]>><![CDATA[',
  '</content:encoded></item></channel></rss>',
  '<!-- & &amp; &lt; -->',
  '<![CDATA[x]]>',
  '&#0; &bogus; %',
  '\u2028\u202e\u{1F600}',
];

onBothDatabases('a site that is exported and imported elsewhere', (get, place) => {
  test.skipIf(!existsSync(folder))('keeps posts, terms, comments and menus of a real export', async () => {
    await importWxr(get(), createReadStream(`${folder}theme-unit-test.xml`));
    const before = await contentOf(get());
    const text = await exported(get());
    expect(before.posts.length).toBeGreaterThan(100);
    expect(before.menus.flatMap(({ items }) => items).length).toBeGreaterThan(60);
    await moved(text, place().dialect, async (target, report) => {
      expect(report.files[0]?.end).toMatchObject({ complete: true, forbiddenCharacters: 0 });
      expect(report.dropped).toEqual([]);
      expect(await contentOf(target)).toEqual(before);
      const withoutMenuIds = (xml: string) => xml.replace(/10{3,}\d+/g, 'id');
      expect(withoutMenuIds(await exported(target))).toBe(withoutMenuIds(text));
    });
  });
});

onBothDatabases('content written here that moves', (get, place) => {
  test('keeps hostile texts, bylines, details, states, threads, menus and names', async () => {
    const database = get();
    await database.write(async (tx) => {
      await saveSettings(tx, { timezone_string: 'America/New_York', blogname: 'Tide & <Times> &amp; co' });
      const ann = await makeUser(tx, {
        login: 'ann lee',
        email: 'ann@mail.example',
        displayName: 'Ann & <Lee>',
        bio: '<b>Bio</b> ]]>',
      });
      const bob = await makeUser(tx, { login: 'bob' });
      const sea = await makeTerm(tx, { name: 'Sea & Sand <1>', description: 'A ]]> b', slug: 'sea' });
      const tide = await makeTerm(tx, { name: 'Tide', parentId: sea, slug: 'гавань' });
      const tag = await makeTerm(tx, { taxonomy: 'post_tag', name: "R&amp;D $& $' $$ $`" });
      const usual = await makeTerm(tx, { name: 'Uncategorized', slug: 'uncategorized' });
      const article = (input: Parameters<typeof makePost>[1]) => makePost(tx, { termIds: [usual], ...input });
      const region = await makeTerm(tx, { taxonomy: 'region', name: 'Nord' });
      await writeTermMeta(tx, tide, [
        { key: 'accent', value: '3' },
        { key: 'note', value: ']]>' },
      ]);
      const picture = await makeMedia(tx, { authorIds: [ann] });
      for (const text of hostile) {
        const id = await makePost(tx, {
          title: text,
          content: `<p>${text}</p>\r\nline`,
          excerpt: text,
          authorIds: [bob, ann],
          termIds: [tide, tag, region],
          featuredMediaId: picture,
          meta: {
            'odd key ]]>': [text, 'second'],
            subtitle: ['<em>Sub</em>'],
            primary_category: [String(tide)],
            seo_title: ['Own'],
            _yoast_wpseo_title: ['Theirs'],
          },
        });
        await writeOldSlugs(tx, id, [`old-${id}`, `früher-${id}`]);
        const first = await makeComment(tx, { postId: id, content: 'First &amp; <b>bold</b>', userId: ann });
        await makeComment(tx, { postId: id, parentId: first, status: 'hold', authorName: 'R & <D>' });
        await makeComment(tx, { postId: id, parentId: first, status: 'spam' });
        await makeComment(tx, { postId: id, status: 'trash', type: 'pingback' });
      }
      const parent = await makePost(tx, { type: 'page', slug: 'about', authorIds: [ann], menuOrder: 4 });
      const child = await makePost(tx, { type: 'page', slug: 'team', parentId: parent, authorIds: [ann] });
      await article({ status: 'draft', publishedAt: 0, slug: '', authorIds: [ann] });
      await article({ status: 'draft', publishedAt: Date.UTC(2026, 2, 8, 7, 30), authorIds: [ann] });
      await article({ status: 'pending', publishedAt: 0, authorIds: [ann] });
      await article({ status: 'private', password: '', authorIds: [bob], format: 'aside' });
      await article({ status: 'future', publishedAt: Date.UTC(2090, 5, 1), authorIds: [bob] });
      await article({ status: 'trash', meta: { _wp_trash_meta_status: ['publish'] }, authorIds: [bob] });
      await article({ password: 'a ]]> b', sticky: true, commentStatus: 'closed', authorIds: [bob] });
      await makePost(tx, {
        type: 'fusion_element',
        status: 'private',
        meta: { _broadsheet_shown_in_pages: ['1'] },
        authorIds: [bob],
      });
      await makePost(tx, {
        type: 'wp_block',
        title: 'Pattern',
        content: '<!-- wp:paragraph -->',
        authorIds: [bob],
      });
      const menu = await createMenu(tx, { name: 'Main & more', slug: 'main' });
      await replaceMenuItems(tx, menu, [
        {
          label: 'Home ]]>',
          url: '/',
          classes: ['a', 'ü'],
          target: '_blank',
          rel: 'me',
          description: 'D',
          titleAttribute: 'T',
          icon: 'star',
          badge: 'New & <hot>',
          audience: 'signed-in',
        },
        {
          type: 'post_type',
          object: 'page',
          objectId: child,
          parent: 0,
          label: '',
          audience: 'signed-out',
        },
        {
          type: 'taxonomy',
          object: 'category',
          objectId: tide,
          parent: 1,
          megaKind: 'category',
          megaId: sea,
        },
      ]);
      await assignMenu(tx, 'primary', menu);
    });
    const before = await contentOf(database);
    const text = await exported(database);
    expect(text).toMatch(/<category [^>]*><!\[CDATA\[R&amp;amp;D \$&amp; \$' \$\$ \$`\]\]><\/category>/);
    await moved(text, place().dialect, async (target, report) => {
      expect(report.files[0]?.end).toMatchObject({ complete: true });
      expect(report.files[0]?.siteTitle).toBe('Tide & <Times> &amp; co');
      expect(report.dropped).toEqual([]);
      const after = await contentOf(target);
      expect(after).toEqual(before);
      const zone = await target.read
        .selectFrom('setting')
        .selectAll()
        .where('key', '=', 'timezone_string')
        .execute();
      expect(zone).not.toEqual([]);
    });
  });

  test('is read by feed parsers of others', async () => {
    const text = await exported(get());
    const parser = new Parser({
      customFields: { item: ['wp:post_id', 'wp:post_type', 'wp:status', 'content:encoded'] },
    });
    const parsed = (await parser.parseString(text)).items as unknown as Record<string, string>[];
    const items: FeedParser.Item[] = [];
    for await (const item of Readable.from([text]).pipe(new FeedParser({ addmeta: false })))
      items.push(item as FeedParser.Item);
    const rows = await get().read.selectFrom('post').selectAll().orderBy('id').execute();
    const stored = rows.map(({ id, content }) => [String(id), content.replaceAll('\r\n', '\n')]);
    const isPost = (type: string | undefined) => type !== 'nav_menu_item';
    expect(
      parsed
        .filter((item) => isPost(item['wp:post_type']))
        .map((item) => [item['wp:post_id'], (item['content:encoded'] ?? '').replaceAll('\r\n', '\n')]),
    ).toEqual(stored);
    const value = (item: FeedParser.Item, name: string) =>
      (item as unknown as Record<string, { '#': string } | undefined>)[name]?.['#'];
    expect(
      items.filter((item) => isPost(value(item, 'wp:post_type'))).map((item) => value(item, 'wp:post_id')),
    ).toEqual(stored.map(([id]) => id));
  });
});

onBothDatabases('files of a moved site', (get, place) => {
  test('come with the folder of uploads, with their sizes and alternative texts', async () => {
    const uploads = mkdtempSync(join(tmpdir(), 'broadsheet-uploads-'));
    mkdirSync(join(uploads, '2026', '01'), { recursive: true });
    const picture = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#246' } });
    writeFileSync(join(uploads, '2026/01/ünïque 1.jpg'), await picture(1600, 900).jpeg().toBuffer());
    writeFileSync(join(uploads, '2026/01/ünïque 1-300x169.webp'), await picture(300, 169).webp().toBuffer());
    const id = await get().write((tx) =>
      makeMedia(tx, {
        file: {
          file: '2026/01/ünïque 1.jpg',
          alt: 'Alt "text" ]]>',
          sizes: { medium: { file: 'ünïque 1-300x169.webp', width: 300, height: 169, mime: 'image/webp' } },
        },
      }),
    );
    await moved(
      await exported(get()),
      place().dialect,
      async (target, report) => {
        expect(report.missingFiles).toEqual([]);
        const row = await target.read
          .selectFrom('media')
          .selectAll()
          .where('post_id', '=', id)
          .executeTakeFirstOrThrow();
        expect(row).toMatchObject({
          file: '2026/01/ünïque 1.jpg',
          alt: 'Alt "text" ]]>',
          width: 1600,
          height: 900,
        });
        expect(JSON.parse(row.sizes)).toMatchObject({
          medium: { file: 'ünïque 1-300x169.webp', width: 300 },
        });
      },
      uploads,
    );
  });
});

/** An export of Broadsheet with these items. */
const ours = (...parameters: Parameters<typeof wxr>) =>
  wxr(...parameters).replace('<channel>', `<channel><generator>${generatorName}</generator>`);
const details = {
  subtitle: 'Sub',
  noindex: '1',
  seo_title: 'Title',
  canonical_url: 'https://other.example/',
  push_off: '1',
  _builder_text_written: '1',
  _broadsheet_shown_in_pages: '1',
};

onBothDatabases('an export that is imported again', (get) => {
  const metaOf = async (slug: string) =>
    Object.fromEntries(
      (
        await get()
          .read.selectFrom('post_meta')
          .innerJoin('post', 'post.id', 'post_id')
          .select(['key', 'value'])
          .where('slug', '=', slug)
          .execute()
      ).map(({ key, value }) => [key, value]),
    );
  const idOf = async (slug: string) =>
    (await get().read.selectFrom('post').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
  const run = (text: string) => importWxr(get(), Readable.from([text]));

  test('removes details that were removed at the source', async () => {
    const version = (meta: Record<string, string>, day: number) =>
      ours([{ id: 11, slug: 'ours', meta: { kept: 'yes', ...meta } }], {
        url: 'https://first.example',
        exported: new Date(Date.UTC(2026, 0, day)).toUTCString(),
      });
    await run(version(details, 1));
    expect(await metaOf('ours')).toEqual({ kept: 'yes', ...details });
    await run(version({}, 2));
    expect(await metaOf('ours')).toEqual({ kept: 'yes' });
  });

  test('maps the ids of related posts, and drops a primary category that is missing', async () => {
    const taken = await get().write((tx) => makePost(tx, { id: 901, slug: 'taken' }));
    expect(taken).toBe(901);
    const items = [
      { id: 901, slug: 'first-related' },
      {
        id: 902,
        slug: 'relating',
        meta: { related_first: '901,902', related_exclude: '901', primary_category: '987' },
      },
    ];
    await run(ours(items, { url: 'https://second.example' }));
    const id = await idOf('first-related');
    expect(id).not.toBe(901);
    expect(await metaOf('relating')).toEqual({ related_first: `${id},902`, related_exclude: String(id) });
  });

  test('leaves out related posts until they are imported, and says so', async () => {
    await get().write((tx) => makePost(tx, { id: 904, slug: 'unrelated' }));
    const from = { url: 'https://fourth.example' };
    const meta = { related_first: '904,903', related_exclude: '904' };
    const { notes } = await run(ours([{ id: 903, slug: 'awaiting', meta }], from));
    expect(notes.map(({ message }) => message)).toEqual(['its related post 904 is not in the file']);
    expect(await metaOf('awaiting')).toEqual({ related_first: '903' });
    await run(ours([{ id: 904, slug: 'awaited' }], from));
    const id = await idOf('awaited');
    expect(id).not.toBe(904);
    expect(await metaOf('awaiting')).toEqual({ related_first: `${id},903`, related_exclude: String(id) });
  });

  test('stores no ids of another system as those of categories and related posts', async () => {
    const category = termXml({ id: 950, taxonomy: 'category', slug: 'ours-now' });
    const meta = { primary_category: '1', related_first: '901,902', related_exclude: '901', plugin: 'x' };
    await run(
      wxr(
        [
          { id: 905, slug: 'foreign', meta },
          { id: 906, slug: 'yoast', meta: { ...meta, _yoast_wpseo_primary_category: '950' } },
        ],
        { url: 'https://third.example', parts: [category] },
      ),
    );
    const { id } = await get()
      .read.selectFrom('term')
      .select('id')
      .where('slug', '=', 'ours-now')
      .executeTakeFirstOrThrow();
    expect(await metaOf('foreign')).toEqual({ plugin: 'x' });
    expect(await metaOf('yoast')).toMatchObject({ primary_category: String(id), plugin: 'x' });
    expect(Object.keys(await metaOf('yoast'))).not.toContain('related_first');
  });

  test.each(['Broadsheet', 'WordPress'])(
    'reads each file of a site as that of the system that wrote it, that of %s first',
    async (first) => {
      const [name, start] = first === 'Broadsheet' ? ['b', 970] : ['w', 980];
      const badged = (id: number, menu: string) => {
        const item = menuItem(id, menu, { url: 'https://x.example/', title: 'X' });
        return { ...item, meta: { ...item.meta, _broadsheet_menu_badge: 'New' } };
      };
      const of = (day: number) => ({
        url: `https://both-${name}.example`,
        exported: new Date(Date.UTC(2026, 0, day)).toUTCString(),
      });
      const theirs = {
        td_post_theme_settings: 'a:1:{s:11:"td_subtitle";s:10:"Theme text";}',
        _yoast_wpseo_title: 'Yoast title',
        _broadsheet_shown_in_pages: '1',
      };
      const isFirst = (writer: string) => (writer === first ? 1 : 2);
      const texts = {
        Broadsheet: ours(
          [
            { id: start, slug: `own-${name}`, meta: { ...details, related_exclude: '99999' } },
            badged(start + 1, `menu-own-${name}`),
          ],
          of(isFirst('Broadsheet')),
        ),
        WordPress: wxr(
          [{ id: start + 2, slug: `theirs-${name}`, meta: theirs }, badged(start + 3, `menu-theirs-${name}`)],
          of(isFirst('WordPress')),
        ),
      };
      await importFiles(
        get(),
        Object.entries(texts).map(([writer, text]) => ({ name: writer, open: () => Readable.from([text]) })),
      );
      expect(await metaOf(`own-${name}`)).toEqual(details);
      const stored = await metaOf(`theirs-${name}`);
      expect(stored).toMatchObject({ subtitle: 'Theme text', seo_title: 'Yoast title' });
      expect(stored).not.toHaveProperty('_broadsheet_shown_in_pages');
      const rows = await get()
        .read.selectFrom('menu_item')
        .innerJoin('menu', 'menu.id', 'menu_id')
        .select(['menu.slug', 'badge'])
        .where('menu.slug', 'in', [`menu-own-${name}`, `menu-theirs-${name}`])
        .orderBy('menu.slug')
        .execute();
      expect(rows.map(({ slug, badge }) => [slug, badge])).toEqual([
        [`menu-own-${name}`, 'New'],
        [`menu-theirs-${name}`, ''],
      ]);
    },
  );

  test('no longer shows a part that became private at the source', async () => {
    const version = (status: string, day: number) =>
      wxr(
        [
          {
            id: 910,
            type: 'et_pb_layout',
            slug: 'global-part',
            status,
            link: 'https://fifth.example/?post_type=et_pb_layout&#038;p=910',
          },
        ],
        { url: 'https://fifth.example', exported: new Date(Date.UTC(2026, 0, day)).toUTCString() },
      );
    await run(version('publish', 1));
    expect(await metaOf('global-part')).toEqual({ _broadsheet_shown_in_pages: '1' });
    await run(version('private', 2));
    expect(await metaOf('global-part')).toEqual({});
  });

  test('has icons, badges and audiences of menus only in the form that editors can save', async () => {
    const menu = (slug: string, icon: string, badge: string, audience: string) => {
      const item = menuItem(920, slug, { url: 'https://x.example/', title: 'X' });
      return {
        ...item,
        meta: {
          ...item.meta,
          _broadsheet_menu_icon: icon,
          _broadsheet_menu_badge: badge,
          _broadsheet_menu_audience: audience,
        },
      };
    };
    const from = (name: string) => ({ url: `https://${name}.example` });
    await run(ours([menu('valid', 'star', 'New', 'signed-out')], from('valid')));
    await run(ours([menu('odd', 'constructor', `a\n${'b'.repeat(30)}`, 'nobody')], from('odd')));
    await run(wxr([menu('of-others', 'star', 'New', 'signed-out')], from('of-others')));
    const rows = await get()
      .read.selectFrom('menu_item')
      .innerJoin('menu', 'menu.id', 'menu_id')
      .select(['menu.slug', 'icon', 'badge', 'audience'])
      .where('menu.slug', 'in', ['valid', 'odd', 'of-others'])
      .execute();
    expect(rows.map(({ slug, icon, badge, audience }) => [slug, icon, badge, audience]).toSorted()).toEqual([
      ['odd', '', `a ${'b'.repeat(18)}`, ''],
      ['of-others', '', '', ''],
      ['valid', 'star', 'New', 'signed-out'],
    ]);
  });
});
