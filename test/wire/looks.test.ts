import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { looks } from '../../src/lib/look/looks.ts';
import { lookCss } from '../../src/theme/look/look-css.server.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { onDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const names = ['tabloid', 'review'] as const;

onDatabase('sqlite', 'the look of a served site', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      const city = await makeTerm(tx, { slug: 'city', name: 'City' });
      for (let index = 0; index < 12; index++)
        await makePost(tx, { slug: `piece-${index}`, title: `Piece ${index}`, termIds: [city] });
    });
  });
  afterAll(() => site.close());
  const set = (settings: Readonly<Record<string, unknown>>) =>
    site.database.write((tx) => saveSettings(tx, settings));

  test('changing looks back and forth while readers browse: each page has exactly one look, and none is missing', async () => {
    const written = names.map((name) => lookCss(looks[name]));
    const accents = names.map((name) => looks[name].colours.accent);
    /** The look of a page, from its styles and the markup around them. */
    const lookOfPage = (html: string) => {
      const [bySheet, byAccent, byHead] = [
        written.map((css) => html.includes(css)),
        accents.map((accent) => html.includes(`:root{--blue:${accent}}`)),
        accents.map((accent) => html.includes(`<meta name="theme-color" content="${accent}">`)),
      ];
      return [bySheet, byAccent, byHead]
        .map((found) => found.map((is, at) => (is ? names[at] : '')).join(''))
        .join(' ');
    };
    await set({ look: { base: 'tabloid' } });
    const seen = new Map<string, number>();
    const reading = new AbortController();
    /** As browsers request: compressed, with shared style sheets. */
    const compressed = async (base: string, path: string) => {
      const reply = await fetch(base + path);
      return { status: reply.status, body: await reply.text() };
    };
    const reader = async (paths: readonly string[], ask: typeof compressed) => {
      for (let turn = 0; !reading.signal.aborted; turn++) {
        const { status, body } = await ask(site.url, paths[turn % paths.length] ?? '/');
        const what = `${status} ${lookOfPage(body)}`;
        seen.set(what, (seen.get(what) ?? 0) + 1);
      }
    };
    const articles = Array.from({ length: 12 }, (_, index) => `/piece-${index}/`);
    const readers = [
      reader(['/', '/category/city/'], rawRequest),
      reader(articles, rawRequest),
      reader(['/piece-1/', '/', '/piece-2/'], compressed),
    ];
    try {
      for (let turn = 0; turn < 12; turn++) {
        const base = names[(turn + 1) % 2] ?? 'review';
        await set({ look: { base } });
        for (const path of ['/', '/piece-3/', '/category/city/']) {
          expect(lookOfPage((await rawRequest(site.url, path)).body), path).toBe(`${base} ${base} ${base}`);
        }
      }
    } finally {
      reading.abort();
      await Promise.all(readers);
      await set({ look: null });
    }
    expect([...seen.keys()].toSorted()).toEqual(['200 review review review', '200 tabloid tabloid tabloid']);
  });

  test('may have a colour for one category, which it and those below it have on cards, labels and their own pages', async () => {
    await site.database.write(async (tx) => {
      const parent = await makeTerm(tx, { slug: 'town', name: 'Town' });
      const child = await makeTerm(tx, { slug: 'quay', name: 'Quay', parentId: parent });
      for (let index = 0; index < 3; index++)
        await makePost(tx, { slug: `quay-${index}`, title: `Quay ${index}`, termIds: [child] });
    });
    const styleOf = (html: string, start: string) =>
      new RegExp(`<${start}[^>]*?accent-\\d"(?: style="--accent:([^"]*)")?`).exec(html)?.[1];
    const bodyOf = async (path: string) => (await rawRequest(site.url, path)).body;
    const before = await bodyOf('/quay-1/');
    expect([before.includes('class="kicker accent-'), before.includes('style="--accent:')]).toEqual([
      true,
      false,
    ]);
    await set({ look: { base: 'tabloid', colours: { category: { town: '#ffd400', city: '#0a0' } } } });
    const yellow =
      styleOf(await bodyOf('/category/town/'), 'div class="archive-title archive-title-category') ?? '';
    expect(yellow).toMatch(/^light-dark\(#(?!ffd400)[\da-f]{3,6},#ffd400\)$/);
    expect(
      styleOf(await bodyOf('/category/town/quay/'), 'div class="archive-title archive-title-category'),
    ).toBe(yellow);
    expect(styleOf(await bodyOf('/quay-1/'), 'a class="kicker')).toBe(yellow);
    expect(styleOf(await bodyOf('/piece-1/'), 'a class="kicker')).toMatch(/^light-dark\(#/);
    expect(styleOf(await bodyOf('/'), 'h2 class="section-title section-link')).toMatch(/^light-dark\(#/);
    // Its own colour overrides its parent category's.
    await set({ look: { colours: { category: { town: '#ffd400', quay: '#00f' } } } });
    expect(styleOf(await bodyOf('/quay-1/'), 'a class="kicker')).toMatch(/^light-dark\(#00f,/);
    await set({ look: null });
    expect(await bodyOf('/quay-1/')).not.toContain('style="--accent:');
  });

  test('may have custom styles: a cleaned file after the look’s, with a content hash in its name, and absent from pages with password fields', async () => {
    expect((await rawRequest(site.url, '/')).body).not.toContain('/custom-');
    await set({
      additional_css:
        '.kicker{color:#0a0;background:url(https://evil.example/x)}</style><script>alert(1)</script>',
    });
    const link = /<link rel="stylesheet" href="(\/custom-[\da-z]{11}\.css)">/;
    const linkOf = async (path: string) => link.exec((await rawRequest(site.url, path)).body)?.[1] ?? '';
    const first = await linkOf('/piece-1/');
    expect([await linkOf('/'), await linkOf('/nowhere/')]).toEqual([first, first]);
    const file = await rawRequest(site.url, first);
    expect([
      file.status,
      file.headers['content-type'],
      file.headers['cache-control'],
      file.headers['x-content-type-options'],
    ]).toEqual([200, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable', 'nosniff']);
    expect(file.body).toBe('.kicker{color:#0a0;}');
    expect((await rawRequest(site.url, '/wp-login.php')).body).not.toContain('/custom-');
    await set({ additional_css: '.kicker{color:#00a}' });
    const second = await linkOf('/piece-1/');
    expect(second).not.toBe(first);
    // An older page gets the current sheet, which is not cached under that name.
    const late = await rawRequest(site.url, first);
    expect([late.status, late.body, late.headers['cache-control']]).toEqual([
      200,
      '.kicker{color:#00a;}',
      'no-store',
    ]);
    await set({ additional_css: '@import "https://evil.example";' });
    expect([await linkOf('/piece-1/'), (await rawRequest(site.url, second)).status]).toEqual(['', 404]);
    await set({ additional_css: null });
    expect([await linkOf('/'), (await rawRequest(site.url, first)).status]).toEqual(['', 404]);
  });
});
