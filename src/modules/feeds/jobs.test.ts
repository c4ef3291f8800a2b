import { expect, onTestFinished, test, vi } from 'vitest';
import { NoFeedError, parseFeed } from './jobs.ts';
import { dueAt, feedAddress, feedAgeMs, maxItems } from './model.ts';

const parse = (text: string | Uint8Array, type = 'application/xml', base = 'https://news.example/feed/') =>
  parseFeed(typeof text === 'string' ? Buffer.from(text) : text, type, base);
const rss = (items: string, before = '') =>
  `<?xml version="1.0"?>${before}<rss version="2.0" xmlns:dc="x" xmlns:content="y"><channel><title>Site</title>` +
  `<link>https://news.example/</link>${items}</channel></rss>`;
const titles = async (text: string | Uint8Array, type?: string) =>
  (await parse(text, type)).map(({ title }) => title);

test('RSS 2.0, as WordPress writes it', async () => {
  expect(
    await parse(
      rss(`<item><title>One &amp;amp; &lt;b&gt;two&lt;/b&gt;</title><link>https://news.example/one/</link>
    <dc:creator><![CDATA[Ann]]></dc:creator>
    <pubDate>Fri, 20 Nov 2026 17:56:00 +0000</pubDate><description><![CDATA[<p>Some <b>words</b>&hellip; [&#8230;]</p>]]></description>
    <content:encoded><![CDATA[All]]></content:encoded></item>
    <item><link>/two/</link><author>eve@mail.example (Eve)</author>
    <content:encoded><![CDATA[<p>Whole</p>]]></content:encoded></item>
    <item><guid>https://news.example/?p=3</guid><title/><author>eve@mail.example</author><pubDate>yesterday</pubDate></item>`),
    ),
  ).toEqual([
    {
      title: 'One & two',
      url: 'https://news.example/one/',
      author: 'Ann',
      publishedAt: Date.UTC(2026, 10, 20, 17, 56),
      summary: 'Some words… […]',
    },
    { title: '', url: 'https://news.example/two/', author: 'Eve', publishedAt: 0, summary: 'Whole' },
    { title: '', url: 'https://news.example/?p=3', author: '', publishedAt: 0, summary: '' },
  ]);
});

test('RSS 0.91, 1.0 and Atom', async () => {
  expect(
    await titles('<rss version="0.91"><channel><item><title>Old</title></item></channel></rss>'),
  ).toEqual(['Old']);
  expect(
    await parse(`<rdf:RDF xmlns:rdf="x" xmlns="y"><channel rdf:about="z"><title>Site</title></channel>
    <item rdf:about="a"><title>Resource</title><link>https://r.example/</link><dc:date>2026-11-20T10:00:00Z</dc:date></item></rdf:RDF>`),
  ).toMatchObject([
    { title: 'Resource', url: 'https://r.example/', publishedAt: Date.UTC(2026, 10, 20, 10) },
  ]);
  expect(
    await parse(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Site</title><entry><title type="xhtml"><div>An <em>atom</em></div></title>
    <link rel="self" href="https://a.example/self"/><link rel="alternate" href="/entry"/><author><name>Ada</name><email>a@mail.example</email></author>
    <published>2026-01-02T03:04:05Z</published><updated>2027-01-01T00:00:00Z</updated><summary type="html">&lt;p&gt;Short&lt;/p&gt;</summary></entry></feed>`),
  ).toEqual([
    {
      title: 'An atom',
      url: 'https://news.example/entry',
      author: 'Ada',
      publishedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      summary: 'Short',
    },
  ]);
});

test('uses the first of several authors, links and titles of an entry', async () => {
  const twice =
    '<title>One</title><title>Two</title><link/><link>https://a.example/</link><link>https://b.example/</link>';
  expect(
    await parse(
      rss(
        `<item>${twice}<dc:creator> </dc:creator><dc:creator>Ann</dc:creator><dc:creator>Bob</dc:creator></item>`,
      ),
    ),
  ).toMatchObject([{ title: 'One', url: 'https://a.example/', author: 'Ann' }]);
  expect(
    await parse(
      '<feed><entry><author><email>a@b.example</email></author><author><name>Jane Doe</name></author><author><name>John Roe</name></author>' +
        '<link rel="self" href="/self"/><link href="/entry"/><link href="/other"/></entry></feed>',
    ),
  ).toMatchObject([{ url: 'https://news.example/entry', author: 'Jane Doe' }]);
});

test('sorts entries newest first if each has a date', async () => {
  const items = [
    '<item><title>Old</title><pubDate>2025-01-01</pubDate></item>',
    '<item><title>New</title><pubDate>2026-01-01</pubDate></item>',
  ];
  expect(await titles(rss(items.join('')))).toEqual(['New', 'Old']);
  expect(await titles(rss(`${items.join('')}<item><title>Any</title></item>`))).toEqual([
    'Old',
    'New',
    'Any',
  ]);
});

test('a date without a time zone is UTC, in any zone of the server', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  const dates = [
    '2026-11-20T10:00:00',
    '2026-11-20 10:00',
    'Fri, 20 Nov 2026 10:00:00',
    'Fri Nov 20 10:00:00 2026',
    'Nov 20, 2026 10:00 AM',
    '20 Nov 2026',
    '2026-11-20',
    '2026-11-20T10:00:00.5',
    '2026-11-20T10:00:00-05:00',
    'Fri, 20 Nov 2026 10:00 EST',
    'Fri, 20 Nov 2026 10:00:00 +0100',
    '2026-11-20T10:00:00.250Z',
  ];
  const items = await Promise.all(dates.map((date) => parse(rss(`<item><pubDate>${date}</pubDate></item>`))));
  expect(items.flat().map(({ publishedAt }) => (publishedAt - Date.UTC(2026, 10, 20)) / 3_600_000)).toEqual([
    10,
    10,
    10,
    10,
    10,
    0,
    0,
    10 + 0.5 / 3600,
    15,
    15,
    9,
    10 + 0.25 / 3600,
  ]);
});

test('decodes every declared encoding, and wrongly declared ones', async () => {
  const text = rss('<item><title>Müller – “é”</title></item>');
  const latin = Buffer.from(
    rss('<item><title>Müller</title></item>', '').replace('?>', ' encoding="ISO-8859-1"?>'),
    'latin1',
  );
  expect(await titles(text)).toEqual(['Müller – “é”']);
  expect(await titles(latin)).toEqual(['Müller']);
  expect(await titles(latin, 'text/xml; charset=utf-8')).toEqual(['Müller']);
  expect(await titles(latin, 'text/xml; charset=nonsense')).toEqual(['Müller']);
  expect(await titles(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(['Müller – “é”']);
  expect(await titles(Buffer.from(text), 'application/rss+xml; charset="UTF-8"')).toEqual(['Müller – “é”']);
});

test('refuses documents that are no feed', async () => {
  const none = [
    '',
    ' ',
    'not found',
    '<html><body><item><title>x</title></item></body></html>',
    '<!doctype html><html><head><title>x</title>',
    '{"a":1}',
    '\u0000\u0001',
    '<<<<',
    '<opml><body/></opml>',
  ];
  for (const text of none) await expect(parse(text)).rejects.toThrow(NoFeedError);
});

test('ten attacks yield plain text or nothing, and the entry next to them remains', async () => {
  const bystander = '<item><title>Bystander</title><link>https://b.example/</link></item>';
  const laughs = `<!DOCTYPE rss [<!ENTITY a "${'ha'.repeat(500)}">${Array.from(
    { length: 30 },
    (_, n) => `<!ENTITY a${n} "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">`,
  ).join('')}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
  expect(await titles(rss(`<item><title>&a29;&file;x</title></item>${bystander}`, laughs))).toEqual([
    '&a29;&file;x',
    'Bystander',
  ]);
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    `https://x.example/${'x'.repeat(5000)}`,
    ' ',
  ]) {
    expect(
      (await parse(rss(`<item><title>x</title><link>${link}</link></item>${bystander}`))).map(
        ({ url }) => url,
      ),
    ).toEqual(['', 'https://b.example/']);
    expect(
      (await parse(`<feed><entry><title>x</title><link href="${link}"/></entry></feed>`))[0]?.url ?? '',
    ).toBe('');
  }
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>"><b>bold</b>';
  const [item] = await parse(
    rss(
      `<item><title><![CDATA[${hostile}]]></title><dc:creator><![CDATA[${hostile}]]></dc:creator><description><![CDATA[${hostile}]]></description></item>`,
    ),
  );
  expect([item?.title, item?.author, item?.summary]).toEqual(['">bold', '">bold', '">bold']);
  const long = await parse(
    rss(
      `<item><title>${'long '.repeat(100_000)}</title><description>${'word '.repeat(100_000)}</description></item>${bystander}`,
    ),
  );
  expect([long[0]?.title.length, (long[0]?.summary.length ?? 0) < 2000, long[1]?.title]).toEqual([
    500,
    true,
    'Bystander',
  ]);
  expect(await parse(rss(bystander.repeat(5000)))).toHaveLength(maxItems);
  expect(await titles(rss(`${bystander}<item><title>${'<b>'.repeat(50_000)}`))).toEqual(['Bystander']);
  expect(await titles(rss(`${bystander}<item><title>broken</item></title><item>`))).toEqual(['Bystander']);
  expect(await titles(`${rss(bystander)}<br /><b>Warning</b>: something`)).toEqual(['Bystander']);
  expect(await titles(rss(`<item><title>AT&T & co&nbsp;x</title></item>${bystander}`))).toEqual([
    'AT&T & co x',
    'Bystander',
  ]);
  expect(await titles(rss(`<item><title>a\uD800b \uFFFE</title></item>${bystander}`))).toHaveLength(2);
});

test('normalizes URLs, and drops invalid ones', () => {
  expect(
    ['https://A.example/feed#x', ' http://a.example ', 'feed:https://a.example/', 'feed://a.example/x'].map(
      feedAddress,
    ),
  ).toEqual(['https://a.example/feed', 'http://a.example/', 'https://a.example/', 'http://a.example/x']);
  for (const none of [
    '',
    'x',
    'ftp://a.example/',
    'javascript:alert(1)',
    'https://me:secret@a.example/',
    `https://a.example/${'x'.repeat(2000)}`,
    'file:///etc/passwd',
  ]) {
    expect([none, feedAddress(none)]).toEqual([none, undefined]);
  }
  expect(dueAt({ fetchedAt: 5, askedAt: 3 })).toBe(5 + feedAgeMs);
});
