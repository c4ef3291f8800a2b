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
/** What nobody writes without `unfiltered_html`: code, forms, frames, what says how a page is made, and addresses of no known kind. */
const forbidden = /<(?:script|style|iframe|form|input|textarea|select|option|button|object|embed|svg|path|link|meta|math|mi|mn|mo|mrow)\b|\son\w+=|javascript:|="ttps:/i;

onBothDatabases('texts that come back from REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, author: 0 };
  beforeAll(() => get().write(async (tx) => {
    for (const role of ['administrator', 'author'] as const) who[role] = await makeUser(tx, { roles: [role] });
  }));
  /** What is stored of a text that somebody sends: status, and the text as it is sent back and as it is read later. */
  const keep = async (userId: number, content: string) => {
    const { status, json } = await rest.sendAs(userId, 'POST', '/wp/v2/posts?_fields=id,content.raw', { title: 'Kept', content });
    const read = status === 201 ? (await rest.getAs(userId, `/wp/v2/posts/${Number(json['id'])}?context=edit`)).json : json;
    return { status, code: json['code'], sent: String(json['content']?.['raw']), read: String(read['content']?.['raw']) };
  };

  test.skipIf(!existsSync(folder))('documents are the same by the byte; an author’s lose what is not allowed, and nothing else', async () => {
    const documents: string[] = [];
    for (const file of ['core-blocks.xml', 'theme-unit-test.xml']) {
      for await (const event of readWxr(createReadStream(`${folder}${file}`))) {
        if (event.kind === 'item' && event.item.content.trim() !== '') documents.push(event.item.content);
      }
    }
    expect(documents.length).toBeGreaterThan(50);
    const differing: string[] = [];
    let harmless = 0;
    for (const content of documents) {
      const whole = await keep(who.administrator, content);
      expect([whole.status, whole.sent === content, whole.read === content]).toEqual([201, true, true]);
      const part = await keep(who.author, content);
      expect([part.status, part.sent === part.read]).toEqual([201, true]);
      if (forbidden.test(content)) continue;
      harmless++;
      const [lines, kept] = [content.split('\n'), part.read.split('\n')];
      for (const [n, line] of lines.entries()) if (line !== kept[n]) differing.push(line, kept[n] ?? '');
      expect(kept.length).toBe(lines.length);
    }
    expect(differing).toEqual([]);
    expect(harmless).toBeGreaterThan(documents.length / 2);
  }, 120_000);

  const pieces = [
    'word ', '\r\n', '\r', '\n\n', '\t', '😀', '𝒜', '\u200f', '\u202e', '\u2066', '\u2028', '\ufeff', '\u00a0', '\u0301', 'é', 'ﬀ', '中', '&amp;', '&', '\\',
    '\\u0000', '%00', '"', '\'', '--', '\u0085', '\ufffd', '{"a":1}', '[gallery]', '$1', '<p>', '</p>', '<br>', '<!-- wp:paragraph -->',
    '<!-- /wp:paragraph -->',
  ];
  test('letters of four bytes, ends of lines, marks of direction: any text is the same by the byte', async () => {
    const random = seededRandom(16);
    for (let n = 0; n < 60; n++) {
      const content = randomText(random, pieces, 1 + Math.floor(random() * 40));
      const { status, sent, read } = await keep(who.administrator, content);
      expect([n, status, sent, read]).toEqual([n, 201, content, content]);
    }
  });

  test('a null byte is refused by name, and half a letter becomes the sign for one: nothing else of the text changes', async () => {
    const posts = async () => (await get().read.selectFrom('post').select('id').execute()).length;
    for (const user of [who.administrator, who.author]) {
      const before = await posts();
      for (const bad of ['a\0b', '\0', `${'x'.repeat(9000)}\0`]) expect(await keep(user, bad)).toMatchObject({ status: 400, code: 'rest_invalid_param' });
      expect(await posts()).toBe(before);
      for (const [half, kept] of [['a\ud800b', 'a\ufffdb'], ['\udc00', '\ufffd'], ['😀\ude00\ud83d😀', '😀\ufffd\ufffd😀']] as const) {
        expect(await keep(user, half)).toMatchObject({ status: 201, sent: kept, read: kept });
      }
    }
  });
});
