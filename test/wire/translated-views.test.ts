import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/content/settings/writer.ts';
import { viewTexts } from '../../src/lib/view-texts.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

/** A wording that no English page holds, with the values of the English one. */
const translated = (name: string) => [`Ü-${name}`, ...(Object.entries(viewTexts).find(([known]) => known === name)?.[1].match(/%(?:\d\$)?[sd]/g) ?? [])].join(' ');
const names = Object.keys(viewTexts);

onBothDatabases('a site that says everything in its own words', (_get, place) => {
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
        const id = await makePost(tx, { title: `Note ${n}`, slug: `note-${n}`, authorId: author, termIds: [space, tag], commentStatus: 'open', format: n === 25 ? 'video' : 'standard' });
        for (let comment = 0; comment < n % 3; comment++) await makeComment(tx, { postId: id });
      }
      await makePost(tx, { slug: 'locked', password: 'x' });
      const parent = await makePost(tx, { type: 'page', slug: 'about', title: 'About' });
      await makePost(tx, { type: 'page', slug: 'team', title: 'Team', parentId: parent, content: '<!-- wp:broadsheet/post-list {"limit":2,"ajax_pagination":"numbered"} /-->' });
      await saveSettings(tx, Object.fromEntries([...names, 'comment_trap', 'archive_by', 'search_tag'].map((name) => [`translation_${name}`, translated(name)])));
    });
  });
  afterAll(() => site.close());

  const said: readonly (readonly [string, ...string[]])[] = [
    ['/', 'skip_to_content', 'comment_one', 'comment_count 2', 'card_video', 'ticker_next', 'top_stories'], ['/note-24/', 'breadcrumbs', 'post_tags', 'post_neighbours', 'comment_trap'],
    ['/category/science/', 'subcategories', 'articles', 'pager_page'], ['/category/science/page/2/', 'pager_newer', 'pager_page 2'], ['/author/ada-quill/', 'archive_by'], ['/tag/dust/', 'search_tag', 'pager_older'],
    ['/locked/', 'password_ask', 'password_enter'], ['/about/', 'child_pages'], ['/about/team/', 'list_pages', 'pager_page', 'pager_older'], ['/?s=qqqq', 'skip_to_content'], ['/nothing/', 'skip_to_content'],
  ];
  test.each(said)('%s', async (path, ...expected) => {
    const body = (await get(path)).replaceAll('<!-- -->', '');
    for (const name of expected) expect(body).toContain(`Ü-${name}`);
    const english = names.map((name) => viewTexts[name as keyof typeof viewTexts]).filter((words) => words.includes(' ') && !words.includes('%'));
    expect(english.filter((words) => body.includes(`>${words}`) || body.includes(`"${words}"`))).toEqual([]);
  });
});
