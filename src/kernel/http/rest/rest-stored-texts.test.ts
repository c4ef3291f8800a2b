import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeUser } from '../../../../test/harness/factories.ts';
import { randomText, seededRandom } from '../../../../test/harness/random.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { readWxr } from '../../../import/wxr-reader.ts';

/** Exports of real sites, one with every core block. */
const folder = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
/** Markup that requires `unfiltered_html`: code, what loads it, document metadata, imitations of the site's interface, unknown URL schemes. */
const forbidden =
  /<(?:script|object|embed|link|meta|base|math|iframe|form|input|select|style)\b|\son\w+=|javascript:|="ttps:/i;
/** Input of an author, and the sanitized result. */
const pieces: readonly (readonly [string, string])[] = [
  ['<script>x()</script>', ''],
  ['<b onclick="x()" class="a">Press</b>', '<b class="a">Press</b>'],
  ['<a href="javascript:x()" title="t">go</a>', '<a title="t">go</a>'],
  ['<img src="/a.jpg" onerror="x()" alt="A">', '<img src="/a.jpg" alt="A">'],
  ['<iframe src="https://evil.example/">Sign in</iframe>', ''],
  ['<object data="/x"></object>', ''],
  ['<embed src="/x">', ''],
  ['<label>Password: <input name="a"></label>', '<label>Password: </label>'],
  ['<style>main{display:none}</style>', ''],
  ['<svg onload="x()"></svg>', '<svg></svg>'],
  ['<a href="java&#9;script:x()">go</a>', '<a>go</a>'],
  ['<b data-behaviour="ad-slot">x</b>', '<b>x</b>'],
  ['<b style="background:url(javascript:x())">x</b>', '<b>x</b>'],
  ['<script type="application/ld+json">{"@type":"NewsArticle"}</script>', ''],
  ['<meta http-equiv="refresh" content="0">', ''],
  ['<base href="//evil.example/">', ''],
];

onBothDatabases('texts read back over REST', (get, place) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, author: 0 };
  beforeAll(() =>
    get().write(async (tx) => {
      for (const role of ['administrator', 'author'] as const)
        who[role] = await makeUser(tx, { roles: [role] });
    }),
  );
  /** Stores a text; returns the status, and the text in the reply and as read later. */
  const store = async (userId: number, content: string) => {
    const { status, json } = await rest.sendAs(userId, 'POST', '/wp/v2/posts?_fields=id,content.raw', {
      title: 'Kept',
      content,
    });
    const read =
      status === 201
        ? (await rest.getAs(userId, `/wp/v2/posts/${Number(json['id'])}?context=edit`)).json
        : json;
    return {
      status,
      code: json['code'],
      sent: String(json['content']?.['raw']),
      read: String(read['content']?.['raw']),
    };
  };

  test.skipIf(!existsSync(folder))(
    'documents stay identical byte for byte, and an author’s lose only what is not allowed',
    async () => {
      const documents: string[] = [];
      for (const file of ['core-blocks.xml', 'theme-unit-test.xml']) {
        for await (const event of readWxr(createReadStream(`${folder}${file}`))) {
          if (event.kind === 'item' && event.item.content.trim() !== '') documents.push(event.item.content);
        }
      }
      expect(documents.length).toBeGreaterThan(50);
      let harmless = 0;
      for (const [n, content] of documents.entries()) {
        const whole = await store(who.administrator, content);
        expect([whole.status, whole.sent === content, whole.read === content]).toEqual([201, true, true]);
        if (place().dialect !== 'sqlite') continue;
        if (forbidden.test(content)) {
          const part = await store(who.author, content);
          expect([part.status, part.sent === part.read, forbidden.exec(part.read)]).toEqual([
            201,
            true,
            null,
          ]);
          const lines = part.read.split('\n');
          const allowed = content.split('\n').filter((line) => !forbidden.test(line));
          expect(lines.filter((line) => allowed.includes(line))).toEqual(allowed);
          continue;
        }
        harmless++;
        // Each document contains another forbidden piece next to the allowed content.
        const [sent = '', expected = ''] = pieces[n % pieces.length] ?? [];
        const around = (piece: string) =>
          `<!-- wp:html -->\n${piece}\n<!-- /wp:html -->\n\n${content}\n\n<!-- wp:paragraph -->\n<p>Before ${piece} after</p>\n` +
          '<!-- /wp:paragraph -->';
        const part = await store(who.author, around(sent));
        expect([part.status, part.sent === part.read, part.read]).toEqual([201, true, around(expected)]);
      }
      if (place().dialect === 'sqlite')
        expect(harmless).toBeGreaterThan(Math.max(documents.length / 2, pieces.length));
    },
  );

  const bits = [
    'word ',
    '\r\n',
    '\r',
    '\n\n',
    '\t',
    '😀',
    '𝒜',
    '\u200f',
    '\u202e',
    '\u2066',
    '\u2028',
    '\ufeff',
    '\u00a0',
    '\u0301',
    'é',
    'ﬀ',
    '中',
    '&amp;',
    '&',
    '\\',
    '\\u0000',
    '%00',
    '"',
    "'",
    '--',
    '\u0085',
    '\ufffd',
    '{"a":1}',
    '[gallery]',
    '$1',
    '<p>',
    '</p>',
    '<br>',
    '<!-- wp:paragraph -->',
    '<!-- /wp:paragraph -->',
  ];
  test('four-byte characters, line endings, bidi marks: any text stays identical byte for byte', async () => {
    const random = seededRandom(16);
    for (let n = 0; n < 60; n++) {
      const content = randomText(random, bits, 1 + Math.floor(random() * 40));
      const { status, sent, read } = await store(who.administrator, content);
      expect([n, status, sent, read]).toEqual([n, 201, content, content]);
    }
  });

  test('refuses null bytes and lone surrogates by name, and stores the replacement character unchanged', async () => {
    const posts = async () => (await get().read.selectFrom('post').select('id').execute()).length;
    for (const user of [who.administrator, who.author]) {
      const before = await posts();
      for (const bad of ['a\0b', '\0', `${'x'.repeat(9000)}\0`])
        expect(await store(user, bad)).toMatchObject({ status: 400, code: 'rest_invalid_param' });
      for (const half of ['a\ud800b', '\udc00', '😀\ude00\ud83d😀'])
        expect(await store(user, half)).toMatchObject({ status: 400, code: 'rest_invalid_json' });
      expect(await posts()).toBe(before);
      expect(await store(user, 'a\ufffdb')).toMatchObject({
        status: 201,
        sent: 'a\ufffdb',
        read: 'a\ufffdb',
      });
    }
  });
});
