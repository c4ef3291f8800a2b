import { beforeAll, expect, test } from 'vitest';
import { makeActors } from '../../test/harness/actors.ts';
import { pageOf, showMarkup } from '../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../test/harness/factories.ts';
import { homePage } from '../../test/harness/load-context.ts';
import { pageSite } from '../../test/harness/page-site.ts';
import type { PageSite } from '../../test/harness/page-site.ts';
import { writeOpening } from '../lib/markup/block-markup.ts';
import { decodeEntities } from '../lib/plain-text.ts';
import { replaceFields } from '../modules/fields/commands.ts';
import type { FieldDefinition } from '../modules/fields/model.ts';

const sub = (name: string, kind: string, label: string) => ({ name, kind, label });
/** One field of each kind. */
const fields = [
  sub('line', 'text', 'Line'),
  sub('words', 'textarea', 'Words'),
  sub('rich', 'rich_text', 'Rich'),
  sub('rating', 'number', 'Rating'),
  { ...sub('score', 'number', 'Score'), max: 10, show_max: true },
  { ...sub('price', 'number', 'Price'), currency: 'line' },
  sub('day', 'date', 'Day'),
  sub('begins', 'date_time', 'Begins'),
  {
    ...sub('genre', 'choice', 'Genre'),
    multiple: true,
    choices: [
      { value: 'd', label: 'Drama & more' },
      { value: 'c', label: 'Comedy' },
    ],
  },
  sub('is_free', 'boolean', 'Free'),
  sub('picture', 'image', 'Picture'),
  sub('sound', 'file', 'Sound'),
  sub('pictures', 'gallery', 'Pictures'),
  sub('site', 'link', 'Site'),
  sub('tint', 'colour', 'Tint'),
  sub('venue', 'place', 'Venue'),
  { ...sub('others', 'post', 'Others'), multiple: true },
  { ...sub('topics', 'term', 'Topics'), multiple: true },
  { ...sub('people', 'user', 'People'), multiple: true },
  {
    ...sub('steps', 'group', 'Steps'),
    fields: [
      sub('text', 'textarea', 'Text'),
      sub('photo', 'image', 'Photo'),
      sub('note', 'rich_text', 'Note'),
    ],
  },
];

onBothDatabases('the block Field and bindings to fields', (get) => {
  let site: PageSite;
  beforeAll(async () => {
    site = pageSite(get());
    const { administrator } = await makeActors(get());
    await get().write((tx) =>
      replaceFields(
        tx,
        administrator,
        { type: 'post', fields: fields as FieldDefinition[] },
        (stored) => stored,
      ),
    );
  });
  const write = (meta: Record<string, unknown>, more: object = {}) =>
    get().write((tx) =>
      makePost(tx, {
        ...more,
        meta: Object.fromEntries(
          Object.entries(meta).map(([key, value]) => [
            key,
            [typeof value === 'string' ? value : JSON.stringify(value)],
          ]),
        ),
      }),
    );
  const markup = (name: unknown, settings: object = {}) =>
    writeOpening('broadsheet/field', { name, ...settings }, true);
  const show = async (id: number, name: unknown, settings: object = {}) =>
    showMarkup(site, markup(name, settings), await pageOf(site, id));
  const bound = async (
    id: number,
    name: unknown,
    block = 'paragraph',
    attribute = 'content',
    html = '<p>Saved</p>',
    source = 'broadsheet/field',
  ) =>
    showMarkup(
      site,
      `<!-- wp:${block} ${JSON.stringify({
        metadata: { bindings: { [attribute]: { source, args: { name, key: name } } } },
      })} -->${html}<!-- /wp:${block} -->`,
      await pageOf(site, id),
    );

  test('[IMP-20] the block shows a value of every kind, and nothing without one', async () => {
    const { picture, sound, other, draft, topic, ann, bob } = await get().write(async (tx) => {
      const writer = await makeUser(tx, { displayName: 'Ann Writer' });
      return {
        ann: writer,
        bob: await makeUser(tx, { displayName: 'Bob Reader' }),
        picture: await makeMedia(tx, { file: { alt: 'A bridge' } }),
        sound: await makeMedia(tx, { mimeType: 'audio/mpeg', file: { file: '2026/01/talk.mp3' } }),
        other: await makePost(tx, { title: 'The other one', slug: 'the-other-one', authorId: writer }),
        draft: await makePost(tx, { title: 'Not yet', status: 'draft' }),
        topic: await makeTerm(tx, { name: 'Bridges', slug: 'bridges' }),
      };
    });
    const id = await write({
      line: '<b>One</b> line',
      words: 'First\n\nSecond',
      rich: '<p>Rich <em>text</em></p>',
      rating: '8.5',
      score: '9',
      price: '12',
      day: '20260131',
      begins: '2026-01-31 12:30:00',
      genre: ['c', 'removed', 'd'],
      is_free: '1',
      picture: String(picture),
      sound: String(sound),
      pictures: [picture, 99_999_999],
      site: { url: 'https://site.example/', title: 'Their site', target: '_blank' },
      tint: '#00ff00',
      venue: { lat: 52.52, lng: 13.4, label: 'Berlin' },
      others: [other, draft, 99_999_999],
      topics: [topic],
      people: [ann, bob],
      steps: [{ text: 'Cut', photo: picture, note: '<p>Slowly</p>' }, { text: 'Cook' }],
    });
    const expected: Record<string, readonly string[]> = {
      line: ['&lt;b&gt;One&lt;/b&gt; line'],
      words: ['<p>First</p><p>Second</p>'],
      rich: ['<p>Rich <em>text</em></p>'],
      rating: ['>8.5<'],
      score: ['>9\u00A0/\u00A010<'],
      price: ['>12\u00A0&lt;b&gt;One'],
      day: ['January 31, 2026'],
      begins: ['January 31, 2026', '12:30'],
      genre: ['Drama &amp; more, Comedy'],
      is_free: ['>Yes<'],
      picture: ['<img', 'alt="A bridge"'],
      sound: ['<audio', 'talk.mp3'],
      pictures: ['<img'],
      site: ['href="https://site.example/"', 'rel="noopener"', 'Their site'],
      tint: ['#00ff00'],
      venue: ['openstreetmap.org/?mlat=52.52&amp;mlon=13.4#map=16/52.52/13.4', 'rel="noopener"', 'Berlin'],
      others: ['href="/the-other-one/"', 'The other one'],
      topics: ['/category/bridges/', 'Bridges'],
      people: ['Ann Writer'],
      steps: ['Cut', '<img', 'Slowly', 'Cook'],
    };
    const empty = await write({});
    for (const { name } of fields) {
      const html = await show(id, name);
      for (const part of expected[name] ?? ['missing']) expect(html, name).toContain(part);
      expect(await show(empty, name), name).toBe('');
    }
    expect(await show(id, 'others')).not.toContain('Not yet');
    expect(await show(id, 'people')).not.toContain('Bob Reader');
    expect(await show(empty, 'rating', { fallback: 'No <rating>' })).toContain('No &lt;rating&gt;');
    expect(await show(id, 'rating', { label: 'inline' })).toMatch(/Rating<\/span> (?:<!-- -->)?8\.5/);
  });

  test('[IMP-20] core blocks show values of fields that they are bound to', async () => {
    const picture = await get().write((tx) =>
      makeMedia(tx, { file: { alt: 'A bridge', file: '2026/01/bridge.jpg' } }),
    );
    const id = await write({
      line: 'A & <b>B</b>',
      rich: '<em>soft</em><script>alert(1)</script>',
      rating: '1234',
      picture: String(picture),
      site: { url: 'https://site.example/', title: 'Their site' },
      day: '2026-01-31',
    });
    expect(await bound(id, 'line')).toContain('<p>A &amp; &lt;b&gt;B&lt;/b&gt;</p>');
    expect(await bound(id, 'rich')).toContain('<em>soft</em>');
    expect(await bound(id, 'rich')).not.toContain('script');
    expect(await bound(id, 'rating', 'heading', 'content', '<h2>Saved</h2>')).toContain('1,234</h2>');
    expect(await bound(await write({ price: '5', line: 'EUR' }), 'price')).toContain('<p>€5</p>');
    const button =
      '<div class="wp-block-button"><a class="wp-block-button__link" href="/saved/">Saved</a></div>';
    expect(await bound(id, 'site', 'button', 'url', button)).toContain('href="https://site.example/"');
    expect(await bound(id, 'site', 'button', 'text', button)).toContain('>Their site<');
    const image = '<figure class="wp-block-image"><img src="/saved.png" alt=""/></figure>';
    expect(await bound(id, 'picture', 'image', 'url', image)).toContain('bridge');
    expect(await bound(id, 'picture', 'image', 'alt', image)).toContain('alt="A bridge"');
    // Without a value, or without a field of the name, the saved text stays.
    for (const name of ['words', 'no_such_field', '', 7, null, '__proto__', 'constructor', ['line']])
      expect(await bound(id, name)).toContain('Saved');
  });

  test('[IMP-20] ten attacks through names and stored values show nothing and run nothing, a harmless value stays', async () => {
    const secret = await get().write((tx) => makePost(tx, { status: 'private', title: 'Secret title' }));
    const id = await write({
      line: '"><script>alert(1)</script>',
      words: '<img src=x onerror=alert(1)>\n\n</p></div>',
      rich: '<p onclick="alert(1)">Kept</p><iframe srcdoc="<script>alert(1)</script>"></iframe><script>alert(1)</script>',
      rating: '1e999',
      begins: '2026-99-99T00:00:00',
      site: { url: 'javascript:alert(1)', title: 'Click' },
      tint: '#fff;background:url(//evil.example)',
      venue: { lat: '1"><script>', lng: 2 },
      others: [secret],
      steps: [{ text: '</li><script>alert(1)</script>', note: '<svg onload=alert(1)>' }],
      _hidden: 'Machinery',
      genre: '[['.repeat(5000),
    });
    for (const { name } of fields) {
      const html = await show(id, name);
      expect(html, name).not.toMatch(/<script|<[^>]+ on\w+=|javascript:|evil\.example|srcdoc|Secret title/i);
    }
    expect(await show(id, 'rich')).toContain('Kept');
    for (const name of ['_hidden', '__proto__', 'constructor', '', null, 7, { a: 1 }])
      expect(await show(id, name), JSON.stringify(name)).toBe('');
    expect(await show(await write({ line: 'Harmless' }), 'line')).toContain('Harmless');
    expect(await showMarkup(site, markup('line'), homePage)).toBe('');
  });

  test('[IMP-20] a text is shown as text wherever a block is bound to it, also as meta', async () => {
    const attacks = [
      '<b>x</b>',
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '</p><iframe srcdoc="x"></iframe><p>',
      '--><script>alert(1)</script><!--',
      '<!-- wp:html --><b>x</b><!-- /wp:html -->',
      '<svg onload=alert(1)>',
      '&lt;b&gt;x&lt;/b&gt;',
      '"><b onclick="alert(1)">x',
      '<style>*{display:none}</style>',
    ];
    const button =
      '<div class="wp-block-button"><a class="wp-block-button__link" href="/saved/">Saved</a></div>';
    const image = '<figure class="wp-block-image"><img src="/saved.png" alt=""/></figure>';
    /** Without characters that typography replaces. */
    const bare = (text: string) => text.replaceAll(/["'“”‘’–—-]/g, '');
    for (const line of attacks) {
      const id = await write({ line });
      for (const source of ['broadsheet/field', 'core/post-meta']) {
        const shown = async (block: string, attribute: string, html: string) =>
          decodeEntities(
            (await bound(id, 'line', block, attribute, html, source)).replaceAll(/<[^>]*>|\n/g, ''),
          );
        expect(await bound(id, 'line', 'paragraph', 'content', '<p>Saved</p>', source)).toMatch(
          /^<p>[^<]*<\/p>$/,
        );
        for (const [block, attribute, html] of [
          ['paragraph', 'content', '<p>Saved</p>'],
          ['heading', 'content', '<h2>Saved</h2>'],
          ['button', 'text', button],
          ['image', 'caption', image],
        ] as const)
          expect([block, source, bare(await shown(block, attribute, html))]).toEqual([
            block,
            source,
            bare(line),
          ]);
      }
    }
    const id = await write({
      line: 'A & B',
      rich: '<em>soft</em><script>alert(1)</script>',
      other: '<b>x</b>',
    });
    const meta = (name: string) => bound(id, name, 'paragraph', 'content', '<p>Saved</p>', 'core/post-meta');
    expect(await meta('line')).toBe('<p>A &amp; B</p>');
    expect(await meta('rich')).toBe('<p><em>soft</em></p>');
    expect(await meta('other')).toBe('<p><b>x</b></p>'); // meta without a field, as in WordPress
  });

  test('[IMP-20] values of protected posts are hidden, those of listed ones are shown in lists', async () => {
    const hidden = await write({ line: 'Hidden words' }, { password: 'x' });
    expect(await show(hidden, 'line')).toBe('');
    expect(await bound(hidden, 'line')).toContain('Saved');
    await write({ line: 'Listed words' }, { title: 'Listed' });
    const query = `<!-- wp:query {"query":{"perPage":50,"postType":"post"}} --><div class="wp-block-query"><!-- wp:post-template -->${markup('line')}<!-- /wp:post-template --></div><!-- /wp:query -->`;
    const list = await showMarkup(site, query);
    expect(list).toContain('Listed words');
    expect(list).not.toContain('Hidden words');
  });
});
