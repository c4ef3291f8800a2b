import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPost } from '../../src/modules/posts/writer.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { totals } from '../../src/import/report.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const given = (name: string) =>
  readFileSync(new URL(`../../../shared/cases/imports/${name}.xml`, import.meta.url), 'utf8');
const picture = (id: number, name: string): FixtureItem => ({
  id,
  type: 'attachment',
  status: 'inherit',
  slug: name,
  attachmentUrl: `https://files.example/wp-content/uploads/${name}.jpg`,
});

onBothDatabases('files that texts of an export name and the export does not hold', (get, place) => {
  let site: ServedSite;
  const bring = async (text: string): Promise<ImportReport> => importWxr(get(), inPieces(text));
  const read = async (path: string) => {
    const { status, body } = await rawRequest(site.url, path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  /** Names of the pictures and players in the content of a page. */
  const shown = async (path: string) => {
    const [, content = ''] = /<div class="[^"]*article-body[\s\S]*?>([\s\S]*?)<\/article>/.exec(
      await read(path),
    ) ?? [undefined, await read(path)];
    return [...new Set([...content.matchAll(/uploads\/([\w-]+)\.(?:jpg|mp3)/g)].map(([, name]) => name))];
  };
  const contentOf = async (slug: string) =>
    (await get().read.selectFrom('post').select('content').where('slug', '=', slug).executeTakeFirstOrThrow())
      .content;
  const messages = ({ notes }: ImportReport) => notes.map(({ message }) => message);
  beforeAll(async () => void (site = await serveSite(place())));
  afterAll(() => site.close());

  test('the case: a gallery shows pictures of its own site alone, and the report names the missing id', async () => {
    await bring(given('gallery-ids-1-first-site'));
    const report = await bring(given('gallery-ids-2-second-site'));
    await expect.poll(() => shown('/b-gallery/')).toEqual(['b12']);
    expect(await read('/b-gallery/')).toContain('B words.');
    expect(messages(report)).toContain(
      'its gallery or playlist refers to files that are not in the export: 11',
    );
    const before = await dumpTables(get());
    for (const name of ['gallery-ids-1-first-site', 'gallery-ids-2-second-site']) {
      expect(totals(await bring(given(name)))).toMatchObject({ imported: 0, updated: 0, dropped: 0 });
    }
    expect(await dumpTables(get())).toEqual(before);
  });

  test('appear once a later file of their site includes them, at their place in the gallery', async () => {
    const second = given('gallery-ids-2-second-site');
    const [, head = '', tail = ''] = /^([\s\S]*?)<item>[\s\S]*(<\/channel>[\s\S]*)$/.exec(second) ?? [];
    const [, twelfth = ''] = /(<item><title><!\[CDATA\[B12[\s\S]*<\/item>)/.exec(second) ?? [];
    expect(twelfth).toContain('<wp:post_id>12<');
    await bring(head + twelfth.replaceAll('12', '11') + tail);
    await expect.poll(() => shown('/b-gallery/')).toEqual(['b11', 'b12']);
  });

  test('keep their ids reserved: neither another site nor an editor gets them', async () => {
    const url = 'https://first.example';
    const content =
      '[gallery ids="60101,60102"]\n\n<!-- wp:image {"id":60103} --><figure class="wp-block-image">' +
      '<img src="/x.png" class="wp-image-60103"/></figure><!-- /wp:image -->';
    await bring(wxr([{ id: 60_001, slug: 'first-waits', content }], { url }));
    expect(await contentOf('first-waits')).toBe(content);
    await bring(
      wxr([picture(60_101, 'stranger-1'), picture(60_102, 'stranger-2'), picture(60_103, 'stranger-3')], {
        url: 'https://other.example',
      }),
    );
    const own = await get().write((tx) => createPost(tx, { title: 'Ours', status: 'publish' }));
    expect(own).toBeGreaterThan(60_103);
    await expect.poll(() => shown('/first-waits/')).toEqual([]);
    await bring(wxr([picture(60_102, 'first-2')], { url }));
    await expect.poll(() => shown('/first-waits/')).toEqual(['first-2']);
  });

  test('of every notation: playlists, classes, captions, blocks, attached files and patterns', async () => {
    await bring(
      wxr(
        [
          ...[1, 2, 3, 4, 5, 6].map((number) => picture(70_000 + number, `foreign-${number}`)),
          { id: 70_010, slug: 'foreign-owner' },
          { ...picture(70_011, 'foreign-attached'), parent: 70_010 },
          {
            id: 70_012,
            type: 'wp_block',
            slug: 'foreign-pattern',
            content: '<!-- wp:paragraph --><p>Foreign words.</p><!-- /wp:paragraph -->',
          },
        ],
        { url: 'https://there.example' },
      ),
    );
    const texts = {
      shortcodes:
        '[gallery ids=\'70001\' link="file"] [gallery include="70002,70003"] [playlist type="images" ids=“70004”] [gallery id="70010"]',
      blocks:
        '<!-- wp:gallery {"ids":[70001,70002]} --><figure class="wp-block-gallery"></figure><!-- /wp:gallery -->' +
        '<!-- wp:block {"ref":70012} /--><!-- wp:cover {"id":70003,"useFeaturedImage":false} --><div class="wp-block-cover"></div><!-- /wp:cover -->',
      html:
        '[caption id="attachment_70004" width="300"]<img class="alignnone wp-image-70004" src="https://b.example/gone.gif"> Words[/caption]' +
        '<img data-id="70005" class="wp-image-70005" src="https://b.example/gone-2.gif">',
    };
    await bring(
      wxr(
        Object.entries(texts).map(([slug, content], at) => ({
          id: 71_000 + at,
          slug: `absent-${slug}`,
          content,
        })),
        { url: 'https://b.example' },
      ),
    );
    for (const slug of Object.keys(texts)) {
      const html = await read(`/absent-${slug}/`);
      expect([slug, html.includes('uploads/foreign'), html.includes('Foreign words')]).toEqual([
        slug,
        false,
        false,
      ]);
      expect(await contentOf(`absent-${slug}`)).not.toMatch(/7000\d|7001\d/);
    }
    expect(await read('/absent-html/')).toContain('gone.gif'); // a picture without an id is shown by its address
  });

  test('hostile ids use up no numbers and break nothing', async () => {
    const many = Array.from({ length: 500 }, (_, at) => at + 5e8);
    const ids = [
      '0',
      '-1',
      '999999999999',
      '9007199254740993',
      '1e3',
      '0x10',
      '٣',
      "1' or 1=1",
      '1;2',
      '..',
      ...many,
    ];
    const report = await bring(
      wxr(
        [
          {
            id: 80_001,
            slug: 'hostile-ids',
            content: `[gallery ids="${ids.join(',')}"] [gallery ids=""] [gallery ids] [playlist ids="${'9'.repeat(400)}"]`,
          },
        ],
        { url: 'https://hostile.example' },
      ),
    );
    expect(totals(report).dropped).toBe(0);
    expect(messages(report).every((message) => message.length < 400)).toBe(true);
    await read('/hostile-ids/');
    expect(await get().write((tx) => createPost(tx, { title: 'Next', status: 'publish' }))).toBeLessThan(
      200_000,
    );
  });

  test('a gallery with all files in the export is stored unchanged', async () => {
    const content = '[gallery ids="90002,90003"]';
    const report = await bring(
      wxr(
        [
          { id: 90_001, slug: 'whole-gallery', content },
          picture(90_002, 'whole-1'),
          picture(90_003, 'whole-2'),
        ],
        { url: 'https://whole.example' },
      ),
    );
    expect(await contentOf('whole-gallery')).toBe(content);
    await expect.poll(() => shown('/whole-gallery/')).toEqual(['whole-1', 'whole-2']);
    expect(messages(report).filter((message) => message.includes('gallery'))).toEqual([]);
  });
});
