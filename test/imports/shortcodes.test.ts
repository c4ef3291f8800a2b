import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const folder = fileURLToPath(new URL('../../../shared/cases/imports/', import.meta.url));
const present = existsSync(folder);
if (!present) console.warn(`${folder} is absent: its imports are not tried.`);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const own = wxr([
  {
    id: 1,
    slug: 'avada',
    content:
      '[fusion_builder_container][fusion_title size="2"]Harbour news[/fusion_title]' +
      '[fusion_imageframe]https://old.test/quay.jpg[/fusion_imageframe]' +
      `[fusion_code]${base64('<p>Coded words</p>')}[/fusion_code][fusion_button link="https://a.test/go"]Go there[/fusion_button][/fusion_builder_container]`,
  },
  {
    id: 2,
    slug: 'composer',
    content:
      `[vc_row][vc_column][vc_custom_heading text="Tide table"]` +
      `[vc_raw_html]${base64(encodeURIComponent('<p>Raw words</p>'))}[/vc_raw_html]` +
      '[vc_btn title="Read on" link="url:https%3A%2F%2Fa.test%2Fon"][/vc_column][/vc_row]',
  },
  {
    id: 3,
    slug: 'divi',
    content:
      '[et_pb_section][et_pb_toggle title="Toggle title"]<p>Toggle words</p>[/et_pb_toggle][/et_pb_section]',
  },
]);

/** The HTML between the page's headline and the end of the text. */
const contentOf = (html: string) =>
  /<div[^>]*\bwp-block-post-content\b[^>]*>([^]*?)<\/article>|<main[^>]*>([^]*?)<\/main>/.exec(html)?.[0] ??
  html;

onBothDatabases('imported shortcodes of page builders', (get, place) => {
  let served: ServedSite;
  beforeAll(async () => {
    served = await serveSite(place());
    await importWxr(get(), inPieces(own));
  });
  afterAll(() => served?.close());
  const read = async (path: string) => {
    const reply = await fetch(served.url + path);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.text();
  };

  test('show their text, pictures and links on the page, in feeds, REST and search', async () => {
    const shown = {
      avada: ['Harbour news', 'quay.jpg', 'Coded words', 'href="https://a.test/go"', 'Go there'],
      composer: ['Tide table', 'Raw words', 'https://a.test/on', 'Read on'],
      divi: ['Toggle title', 'Toggle words'],
    };
    const feed = await read('/feed/');
    const posts = JSON.parse(await read('/wp-json/wp/v2/posts?per_page=50')) as {
      readonly slug: string;
      readonly content: { readonly rendered: string };
    }[];
    for (const [slug, pieces] of Object.entries(shown)) {
      const page = contentOf(await read(`/${slug}/`));
      const rendered = posts.find((post) => post.slug === slug)?.content.rendered ?? '';
      for (const piece of pieces) {
        expect([slug, piece, page.includes(piece), rendered.includes(piece), feed.includes(piece)]).toEqual([
          slug,
          piece,
          true,
          true,
          true,
        ]);
      }
      expect(page).not.toMatch(/\[\/?(?:fusion|vc|et)_/);
      expect(rendered).not.toMatch(/\[\/?(?:fusion|vc|et)_/);
    }
    expect(await read('/?s=Tide+table')).toContain('/composer/');
    expect(await read('/?s=Toggle+title')).toContain('/divi/');
  });

  test('are stored unchanged, and a second import changes nothing', async () => {
    const stored = await get()
      .read.selectFrom('post')
      .select('content')
      .where('slug', '=', 'avada')
      .executeTakeFirstOrThrow();
    expect(stored.content).toContain('[fusion_title size="2"]Harbour news[/fusion_title]');
    const again = totals(await importWxr(get(), inPieces(own)));
    expect({ imported: again.imported, updated: again.updated }).toEqual({ imported: 0, updated: 0 });
  });
});

interface Case {
  readonly file: string;
  readonly path: string;
  readonly shown: readonly string[];
}
const cases: readonly Case[] = [
  {
    file: 'divi-modules',
    path: '/divi-page/',
    shown: [
      'Paragraph stays.',
      'harbour.jpg',
      'boat.jpg',
      'Blurb title',
      'Blurb words.',
      'href="https://x.example/go"',
      'Go there',
      'data-video="youtube"',
      'Question',
      'Answer.',
      'Jane Roe',
    ],
  },
  {
    file: 'codecolorer-cc',
    path: '/2024/03/listing/',
    shown: ['Before.', '#include &lt;iostream&gt;\nstd::vector&lt;int&gt; v;', 'After.'],
  },
  {
    file: 'shortcode-attribute-words',
    path: '/2024/03/old-shortcodes/',
    shown: [
      'Before.',
      'Old ship',
      'href="https://media.example.org/x.mp3"',
      'Tab title',
      'Tab words',
      '#include &lt;stdio.h&gt;',
      'After.',
    ],
  },
];

describe.skipIf(!present).each(cases)('the shared case $file', ({ file, path, shown }) => {
  onBothDatabases(file, (get, place) => {
    let served: ServedSite;
    beforeAll(async () => {
      served = await serveSite(place());
      await importWxr(get(), createReadStream(`${folder}${file}.xml`));
    });
    afterAll(() => served?.close());

    test('shows its text and links in order, no raw bracket, and changes nothing when imported again', async () => {
      const page = contentOf(await (await fetch(served.url + path)).text());
      expect(page.replace(/<[^>]*>/g, '')).not.toMatch(/\[\/?[a-z]/);
      let at = 0;
      for (const piece of shown) {
        const next = page.indexOf(piece, at);
        expect([piece, next > -1]).toEqual([piece, true]);
        at = next;
      }
      const again = totals(await importWxr(get(), createReadStream(`${folder}${file}.xml`)));
      expect({ imported: again.imported, updated: again.updated }).toEqual({ imported: 0, updated: 0 });
    });
  });
});
