import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { assignMenu, createMenu, replaceMenuItems } from '../../src/modules/menus/store.ts';
import { catalogues } from '../../src/languages/catalogues.ts';
import { readerTexts } from '../../src/languages/en.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** A translation that no English page contains, with the values of the English one. */
const translated = (name: keyof typeof readerTexts) =>
  [`Ü-${name}`, ...(readerTexts[name].split('|')[0]?.match(/%(?:\d\$)?[sd]/g) ?? [])].join(' ');
const names = Object.keys(readerTexts).filter(
  (name) => !/_names|time_units/.test(name),
) as (keyof typeof readerTexts)[];

onDrawnDatabase('a site with all strings customized', (_get, place) => {
  let site: ServedSite;
  const get = async (path: string) => (await rawRequest(site.url, path)).body;

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      const author = await makeUser(tx, { login: 'ada', displayName: 'Ada Quill', bio: 'Writes of comets.' });
      const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
      const space = await makeTerm(tx, { name: 'Space', slug: 'space', parentId: science });
      const tag = await makeTerm(tx, { name: 'Dust', slug: 'dust', taxonomy: 'post_tag' });
      for (let n = 1; n <= 25; n++) {
        const id = await makePost(tx, {
          title: `Note ${n}`,
          slug: `note-${n}`,
          authorId: author,
          termIds: [space, tag],
          commentStatus: 'open',
          format: n === 25 ? 'video' : 'standard',
        });
        for (let comment = 0; comment < n % 3; comment++) await makeComment(tx, { postId: id });
      }
      await makePost(tx, {
        title: 'Of two',
        slug: 'of-two',
        authorIds: [await makeUser(tx, { login: 'grace' }), author],
      });
      for (const location of ['primary', 'footer'] as const) {
        const menu = await createMenu(tx, { name: location });
        await replaceMenuItems(tx, menu, [
          {
            type: 'taxonomy',
            object: 'category',
            objectId: science,
            label: 'Science',
            megaKind: 'category',
            megaId: science,
          },
        ]);
        await assignMenu(tx, location, menu);
      }
      await makePost(tx, { slug: 'locked', password: 'x' });
      const parent = await makePost(tx, { type: 'page', slug: 'about', title: 'About' });
      await makePost(tx, {
        type: 'page',
        slug: 'team',
        title: 'Team',
        parentId: parent,
        content: '<!-- wp:broadsheet/post-list {"limit":2,"ajax_pagination":"numbered"} /-->',
      });
      const blocks = [
        'video-band',
        'voices',
        'popular {"sort":"popular","viewed_only":false}',
        'related-posts {"live_filter":"cur_post_same_author"}',
        'more-from-author',
        'voices',
        'slide',
        'post-list {"style":"reel"}',
      ];
      await makePost(tx, {
        type: 'page',
        slug: 'lists',
        title: 'Lists',
        authorId: author,
        parentId: parent,
        content: blocks.map((name) => `<!-- wp:broadsheet/${name} /-->`).join(''),
      });
      const pictures = [await makeMedia(tx, {}), await makeMedia(tx, {})];
      await makePost(tx, {
        slug: 'text',
        meta: { footnotes: [JSON.stringify([{ id: 'n1', content: 'Note' }])] },
        content:
          `<!-- wp:table --><table><tr><td>1</td></tr></table><!-- /wp:table --><!-- wp:shortcode -->[gallery type="slideshow" ids="${pictures.join()}"]<!-- ` +
          '/wp:shortcode --><!-- wp:footnotes /-->',
      });
      await saveSettings(
        tx,
        Object.fromEntries(names.map((name) => [`translation_${name}`, translated(name)])),
      );
    });
  });
  afterAll(() => site.close());

  test('the footer, which is fetched on demand', async () => {
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'action=tdb_get_footer&postID=1',
    };
    const body = await (await fetch(`${site.url}/wp-admin/admin-ajax.php`, form)).text();
    for (const name of ['just_published', 'menu_sections', 'menu_about']) expect(body).toContain(`Ü-${name}`);
  });

  const said: readonly (readonly [string, ...string[]])[] = [
    [
      '/',
      'skip_to_content',
      'comment_count 1',
      'comment_count 2',
      'card_video',
      'ticker_next',
      'top_stories',
    ],
    [
      '/',
      'latest',
      'popular_discussed',
      'feed_text',
      'feed_comments',
      'menu_main',
      'menu',
      'dark',
      'dark_colours',
    ],
    ['/page/2/', 'latest'],
    ['/note-24/', 'more_from Science', 'popular_discussed', 'feed_comments_on Note 24', 'menu_main'],
    ['/category/science/space/', 'latest', 'mega_all Science'],
    ['/2026/', 'popular_discussed'],
    ['/comments/feed/', 'feed_comments', 'feed_comment_on Note 23 Reader'],
    ['/note-23/feed/', 'feed_comments_on Note 23', 'feed_comment_by Reader'],
    ['/about/lists/', 'popular', 'related_articles', 'video_band', 'more_from_author', 'voices'],
    ['/note-24/', 'breadcrumbs', 'post_tags', 'post_neighbours', 'comment_trap'],
    ['/category/science/', 'subcategories', 'articles', 'pager_page'],
    ['/category/science/page/2/', 'pager_newer', 'pager_page 2'],
    ['/author/ada-quill/', 'archive_by'],
    ['/tag/dust/', 'search_tag', 'pager_older'],
    ['/of-two/', 'authors_and'],
    ['/locked/', 'password_ask', 'password_enter'],
    ['/text/', 'text_table', 'text_gallery', 'text_footnote_back', 'previous', 'next'],
    ['/about/', 'child_pages'],
    ['/about/team/', 'list_pages', 'pager_page', 'pager_older'],
    ['/?s=qqqq', 'skip_to_content'],
    ['/nothing/', 'skip_to_content'],
  ];
  test.each(said)('%s', async (path, ...expected) => {
    const body = (await get(path)).replaceAll('<!-- -->', '');
    for (const name of expected) expect(body).toContain(`Ü-${name}`);
    const english = names
      .map((name) => readerTexts[name])
      .filter((words) => words.length > 3 && !words.includes('%'));
    expect(english.filter((words) => body.includes(`>${words}<`) || body.includes(`="${words}"`))).toEqual(
      [],
    );
    expect(body).not.toContain('translation_');
  });

  test('numbers use the language’s digits, in cached texts, too', async () => {
    await site.database.write((tx) => saveSettings(tx, { site_language: 'fa' }));
    await expect.poll(() => get('/text/')).toContain(' role="status">۱ / ۲</span>');
    expect(await get('/about/lists/')).toMatch(/ role="status">۱ \/ [۰-۹]+<\/span>/);
    await site.database.write((tx) => saveSettings(tx, { site_language: null }));
  });

  test.each([...catalogues])('%s, by its catalogue alone', async (language, catalogue) => {
    await site.database.write((tx) =>
      saveSettings(tx, {
        ...Object.fromEntries(names.map((name) => [`translation_${name}`, null])),
        site_language: language,
      }),
    );
    const own: Readonly<Record<string, string>> = catalogue;
    const others = names
      .filter((name) => own[name] !== undefined && own[name] !== readerTexts[name])
      .map((name) => readerTexts[name])
      .filter((words) => words.length > 3 && !/[%|]/.test(words) && !Object.values(own).includes(words));
    for (const path of [
      '/',
      '/note-24/',
      '/category/science/',
      '/category/science/page/2/',
      '/text/',
      '/?s=note',
      '/nothing/',
      '/wp-login.php',
    ]) {
      const body = (await get(path)).replaceAll('<!-- -->', '');
      expect(body, path).toMatch(
        new RegExp(`<html lang="${language}"${/^(?:ar|he)$/.test(language) ? ' dir="rtl"' : ''}`),
      );
      expect(
        others.filter((words) => body.includes(`>${words}<`) || body.includes(`="${words}"`)),
        path,
      ).toEqual([]);
    }
    expect(await get('/nothing/')).toContain(catalogue.not_found_title);
    expect(await get('/note-24/')).toContain(catalogue.comment_post);
  });
});
