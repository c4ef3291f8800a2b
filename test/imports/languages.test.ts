import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importWxr } from '../../src/import/import-wxr.ts';
import { describeReport, totals } from '../../src/import/report.ts';
import type { ImportReport } from '../../src/import/report.ts';
import { inPieces, termXml, wxr } from '../fixtures/wxr.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { readFeed } from '../harness/read-feed.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const source = readFileSync(
  new URL('../../../shared/cases/imports/polylang-same-slug.xml', import.meta.url),
  'utf8',
);
const locale = (code: string) =>
  `a:3:{s:6:"locale";s:${code.length}:"${code}";s:3:"rtl";i:0;s:9:"flag_code";s:2:"xx";}`;
const languageXml = (id: number, slug: string, name: string, description: string) =>
  termXml({ id, taxonomy: 'language', slug, name, description });

onBothDatabases('languages of an export', (get, place) => {
  let site: ServedSite;
  const request = (path: string) => rawRequest(site.url, path);
  const bring = async (text: string): Promise<ImportReport> => importWxr(get(), inPieces(text));
  const page = async (path: string) => {
    const { status, body } = await request(path);
    expect([path, status]).toEqual([path, 200]);
    return {
      body,
      html: /<html ([^>]*?) data-scheme/.exec(body)?.[1],
      title: /<title>(.*?)<\/title>/.exec(body)?.[1],
    };
  };
  const leads = async (path: string) => {
    const { status, headers } = await request(path);
    return `${status} ${String(headers.location)}`;
  };
  const changes = (report: ImportReport) => [totals(report).imported, totals(report).updated];
  beforeAll(async () => void (site = await serveSite(place())));
  afterAll(() => site.close());

  describe('Polylang', () => {
    test('both articles with one slug are stored, each page has its language, and the report lists the languages', async () => {
      const report = await bring(source);
      expect(report.languages).toEqual([
        { name: 'English', tag: 'en-US', items: 1 },
        { name: 'Francais', tag: 'fr-FR', items: 1 },
      ]);
      expect(describeReport(report).join('\n')).toContain('  Francais (fr-FR): 1 item');
      const [english, french] = [await page('/hello/'), await page('/hello-2/')];
      expect([english.html, english.body.includes('English words.')]).toEqual(['lang="en-US"', true]);
      expect([french.html, french.body.includes('Mots gaulois.')]).toEqual(['lang="fr-FR"', true]);
      expect(await leads('/en/hello/')).toBe('301 /hello/');
      expect(await leads('/fr/hello/')).toBe('301 /hello-2/');
      expect(french.body).toContain('<meta property="og:locale" content="fr_FR">');
      expect(french.body).toContain('"inLanguage":"fr-FR"');
      expect((await page('/')).html).toBe('lang="en-US"');
      const terms = await get()
        .read.selectFrom('term')
        .innerJoin('term_relationship', 'term_relationship.term_id', 'term.id')
        .select(['post_id', 'slug'])
        .where('taxonomy', '=', 'language')
        .orderBy('post_id')
        .execute();
      expect(terms.map(({ slug }) => slug)).toEqual(['en', 'fr']);
    });

    test('a second import changes nothing, and names them again', async () => {
      const report = await bring(source);
      expect([changes(report), report.languages.length, await leads('/fr/hello/')]).toEqual([
        [0, 0],
        2,
        '301 /hello-2/',
      ]);
    });

    test('the terms are not public', async () => {
      for (const path of ['/language/fr/', '/language/fr/feed/', '/post_translations/pll_abc/'])
        expect([path, (await request(path)).status]).toEqual([path, 404]);
      for (const path of [
        '/wp-sitemap.xml',
        '/wp-json/wp/v2/taxonomies',
        '/hello-2/',
        '/wp-json/wp/v2/posts',
      ]) {
        expect([
          path,
          /pll_abc|\/language\/|term_translations|"language"/.test((await request(path)).body),
        ]).toEqual([path, false]);
      }
    });

    test('an article whose address had no language keeps it, in any order', async () => {
      await bring(
        wxr(
          [
            {
              id: 811,
              slug: 'news',
              title: 'Nouvelles',
              link: 'https://pl.example/fr/news/',
              terms: ['language/fr=Français'],
            },
            {
              id: 812,
              slug: 'news',
              title: 'News',
              link: 'https://pl.example/news/',
              terms: ['language/en=English'],
            },
            {
              id: 813,
              slug: 'news',
              title: 'Nachrichten',
              link: 'https://pl.example/de/news/',
              terms: ['language/de=Deutsch'],
            },
            {
              id: 814,
              type: 'page',
              slug: 'about',
              title: 'À propos',
              link: 'https://pl.example/fr/about/',
              terms: ['language/fr=Français'],
            },
            {
              id: 815,
              type: 'page',
              slug: 'about',
              title: 'About',
              link: 'https://pl.example/about/',
              terms: ['language/en=English'],
            },
          ],
          { url: 'https://pl.example' },
        ),
      );
      for (const [path, title, lang] of [
        ['/news/', 'News', 'en-US'],
        ['/about/', 'About', 'en-US'],
      ] as const) {
        const found = await page(path);
        expect([path, found.title?.startsWith(title), found.html]).toEqual([path, true, `lang="${lang}"`]);
      }
      for (const [path, title, lang] of [
        ['/fr/news/', 'Nouvelles', 'fr-FR'],
        ['/de/news/', 'Nachrichten', 'de'],
        ['/fr/about/', 'À propos', 'fr-FR'],
      ] as const) {
        const to = String((await request(path)).headers.location);
        const found = await page(to);
        expect([path, found.title?.startsWith(title), found.html]).toEqual([path, true, `lang="${lang}"`]);
      }
    });

    test('right-to-left languages set the direction of the page, and language tags omit forms of address', async () => {
      await bring(
        wxr(
          [
            { id: 821, slug: 'salam', terms: ['language/ar=العربية', 'category/world=World'] },
            { id: 822, slug: 'sie', terms: ['language/sie=Deutsch (Sie)'], content: 'Sie sagt "ja".' },
            { id: 823, slug: 'zh', terms: ['language/zh-hans=中文'] },
            { id: 824, type: 'festival', slug: 'carnival', terms: ['language/pt-br=Português'] },
          ],
          {
            url: 'https://rtl.example',
            parts: [
              languageXml(91, 'ar', 'العربية', locale('ar')),
              languageXml(92, 'sie', 'Deutsch (Sie)', locale('de_DE_formal')),
            ],
          },
        ),
      );
      const attributes = await Promise.all(
        ['/salam/', '/sie/', '/zh/', '/festival/carnival/'].map(async (path) => (await page(path)).html),
      );
      expect((await request('/salam/embed/')).body).toContain('<html lang="ar" dir="rtl" style');
      expect((await page('/sie/')).body).toContain('Sie sagt „ja“.');
      expect(attributes).toEqual(['lang="ar" dir="rtl"', 'lang="de-DE"', 'lang="zh-Hans"', 'lang="pt-BR"']);
    });

    test('lists of a language lead to the lists of the site, and feeds say the language of an entry', async () => {
      expect(await leads('/fr/')).toBe('301 /');
      expect(await leads('/fr/category/world/')).toBe('301 /category/world/');
      expect(await leads('/fr/feed/')).toBe('301 /feed/');
      expect((await request('/xx/')).status).toBe(404);
      const { body } = await request('/feed/');
      await readFeed(body, site.url);
      expect(body).toContain('<dc:language>fr-FR</dc:language>');
      expect((await request('/feed/atom/')).body).toContain('<entry xml:lang="fr-FR">');
    });
  });

  describe('WPML', () => {
    const exported = () =>
      wxr(
        [
          {
            id: 901,
            slug: 'export',
            link: 'https://wpml.example/export/',
            meta: { _wpml_import_language_code: 'de', _wpml_import_translation_group: 'g1' },
          },
          {
            id: 902,
            slug: 'xml-rpc',
            link: 'https://wpml.example/xml-rpc/',
            meta: { _wpml_language: 'he', _wpml_trid: '7' },
          },
          { id: 903, slug: 'parameter', link: 'https://wpml.example/parameter/?lang=pt-br' },
          {
            id: 904,
            type: 'page',
            slug: 'both',
            link: 'https://wpml.example/both/?lang=es&amp;x=1',
            meta: { _wpml_import_language_code: 'it' },
          },
          { id: 905, slug: 'neither', link: 'https://wpml.example/neither/' },
        ],
        { url: 'https://wpml.example' },
      );

    test('the language is read from the meta of its exports, of XML-RPC, and from addresses', async () => {
      const report = await bring(exported());
      const attributes = await Promise.all(
        ['/export/', '/xml-rpc/', '/parameter/', '/both/', '/neither/'].map(
          async (path) => (await page(path)).html,
        ),
      );
      expect(attributes).toEqual([
        'lang="de"',
        'lang="he" dir="rtl"',
        'lang="pt-BR"',
        'lang="it"',
        'lang="en"',
      ]);
      expect(report.languages.map(({ tag, items }) => `${tag} ${items}`).toSorted()).toEqual([
        'de 1',
        'he 1',
        'it 1',
        'pt-BR 1',
      ]);
      expect(
        report.unknown.metaKeys.map(({ name }) => name).filter((name) => name.includes('language')),
      ).toEqual([]);
      const slugs = await get()
        .read.selectFrom('term')
        .innerJoin('term_relationship', 'term_relationship.term_id', 'term.id')
        .select('slug')
        .where('post_id', '=', 901)
        .where('taxonomy', '=', 'language')
        .execute();
      expect(slugs).toEqual([{ slug: 'de' }]);
    });

    test('translations with one slug are stored, and their old addresses redirect to them', async () => {
      await bring(
        wxr(
          [
            {
              id: 911,
              slug: 'same',
              title: 'Gleich',
              link: 'https://wpml.example/de/same/',
              meta: { _wpml_import_language_code: 'de' },
            },
            {
              id: 912,
              slug: 'same',
              title: 'Same',
              link: 'https://wpml.example/same/',
              meta: { _wpml_import_language_code: 'en' },
            },
          ],
          { url: 'https://wpml.example' },
        ),
      );
      expect((await page('/same/')).title).toContain('Same');
      expect(await leads('/de/same/')).toBe('301 /same-2/');
      expect((await page('/same-2/')).html).toBe('lang="de"');
    });

    test('a second import changes nothing', async () => {
      expect(changes(await bring(exported()))).toEqual([0, 0]);
    });
  });

  test('hostile languages set nothing, and a harmless one next to them still does', async () => {
    const hostile = [
      '"><script>alert(1)</script>',
      'x'.repeat(10_000),
      'fr" onload="alert(1)',
      'und',
      'javascript',
      'en US',
      '../../etc',
      '-',
      'xx-yy-zz',
      'i-klingon',
    ];
    const report = await bring(
      wxr(
        [
          ...hostile.map((code, index) => ({
            id: 1000 + index,
            slug: `hostile-${index}`,
            meta: { _wpml_import_language_code: code },
          })),
          ...hostile.map((_code, index) => ({
            id: 1100 + index,
            slug: `locale-${index}`,
            terms: [`language/bad-${index}=Bad`],
          })),
          { id: 1200, slug: 'object', terms: ['language/object=Object'] },
          { id: 1201, slug: 'harmless', terms: ['language/sv=Svenska'] },
        ],
        {
          url: 'https://evil.example',
          parts: [
            ...hostile.map((code, index) =>
              languageXml(
                2000 + index,
                `bad-${index}`,
                '<b>Bad</b>',
                `a:1:{s:6:"locale";s:${Buffer.byteLength(code)}:"${code}";}`,
              ),
            ),
            languageXml(2100, 'object', 'Object', 'O:4:"Evil":1:{s:6:"locale";a:1:{i:0;s:2:"fr";}}'),
          ],
        },
      ),
    );
    expect(report.files[0]?.end?.complete).toBe(true);
    for (let index = 0; index < hostile.length; index++) {
      for (const path of [`/hostile-${index}/`, `/locale-${index}/`])
        expect([path, (await page(path)).html]).toEqual([path, 'lang="en"']);
    }
    expect((await page('/object/')).html).toBe('lang="en"');
    expect((await page('/harmless/')).html).toBe('lang="sv"');
    expect(report.languages.find(({ tag }) => tag !== '')).toEqual({ name: 'Svenska', tag: 'sv', items: 1 });
    expect(describeReport(report).join('\n')).not.toContain('<script');
  });
});
