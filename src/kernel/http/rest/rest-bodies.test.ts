import { beforeAll, expect, test } from 'vitest';
import { onDrawnDatabase } from '../../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { accountTables, dumpTables } from '../../../../test/harness/dump-tables.ts';
import { inParts } from '../../../../test/harness/in-parts.ts';
import { pathInMatrix } from '../../../../test/harness/read-matrix.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import type { Json } from '../../../../test/harness/rest-app.ts';
import { jsonFault } from './read-body.ts';
import { restMethods } from './rest-reply.ts';
import { takesFile } from './rest-route.ts';
import { restRouteList } from '../../../site/rest/rest-routes.ts';

test('accepts well-formed bodies without duplicates, whatever their texts contain', () => {
  for (const text of [
    '{}',
    '{"a":{"a":[{"a":1},{"a":2}]}}',
    '{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\"}',
    '["a","a"]',
    '{"a":"b","b":"a"}',
    '',
    '{',
    '"\\',
    '}}]]',
    `{"a":"${'['.repeat(2000)}"}`,
  ]) {
    expect([text.slice(0, 40), jsonFault(text)]).toEqual([text.slice(0, 40), undefined]);
  }
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"b":{"a" :1, "a"\n:2}}',
    '[{"__proto__":1,"__proto__":2}]',
  ]) {
    expect([text, jsonFault(text)]).toEqual([text, expect.stringContaining('twice')]);
  }
  expect(jsonFault('['.repeat(513))).toContain('deeper');
  for (const text of [`[${'{},'.repeat(60_000)}1]`, `[${'1,'.repeat(110_000)}1]`])
    expect(jsonFault(text)).toContain('More than');
  expect(jsonFault(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toContain('deeper');
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

onDrawnDatabase('request bodies of REST', (get, place) => {
  const rest = useRestApp(get);
  const who = { editor: 0, subscriber: 0 };
  let post = 0;
  beforeAll(() =>
    get().write(async (tx) => {
      for (const role of ['editor', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
      post = await makePost(tx, {});
    }),
  );
  const send = (userId: number, payload: string, type = 'application/json', path = `/wp/v2/posts/${post}`) =>
    rest.send('PATCH', path, { headers: { 'x-test-actor': String(userId), 'content-type': type }, payload });

  test('accepts a long post but no other long body, and returns 413 to every caller above the limit', async () => {
    const content = '<p>Many words.</p>\n'.repeat(250_000).slice(0, 4_900_000);
    const long = await send(who.editor, JSON.stringify({ content }));
    expect([long.status, String(long.json['content']?.['raw']) === content]).toEqual([200, true]);
    expect((await send(who.editor, JSON.stringify({ content: 'x'.repeat(5_000_001) }))).json['code']).toBe(
      'rest_invalid_param',
    );
    for (const [userId, payload, path] of [
      [who.editor, JSON.stringify({ content: 'x'.repeat(11_000_000) }), `/wp/v2/posts/${post}`],
      [who.subscriber, JSON.stringify({ content: 'x'.repeat(2_000_000) }), `/wp/v2/posts/${post}`],
      [who.editor, JSON.stringify({ name: 'x'.repeat(2_000_000) }), '/wp/v2/tags/1'],
    ] as const) {
      const { status, json } = await send(userId, payload, 'application/json', path);
      expect([status, json['code'], json['data']]).toEqual([413, 'rest_body_too_large', { status: 413 }]);
    }
  });

  test('a multipart form equals any other form, and routes without uploads ignore its files', async () => {
    const term = await get().write((tx) => makeTerm(tx, { name: 'In parts' }));
    const excerpt = 'Many words. '.repeat(300).trim();
    const { type, payload } = inParts([
      ['title', 'In parts: é 😀 & = %41'],
      ['excerpt', excerpt],
      ['categories[]', String(term)],
      ['file', ['a.bin', Buffer.from([0, 255, 254])]],
    ]);
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const headers = { 'x-test-actor': String(who.editor), 'content-type': type };
      const { status, json } = await rest.send(method, `/wp/v2/posts/${post}`, { headers, payload });
      expect([
        method,
        status,
        json['title']?.['raw'],
        String(json['excerpt']?.['raw']) === excerpt,
        json['categories'],
      ]).toEqual([method, 200, 'In parts: é 😀 & = %41', true, [term]]);
    }
    const cases = [
      ['too much', inParts([['name', 'x'.repeat(1_100_000)]]), 413],
      [
        'a field twice',
        inParts([
          ['name', 'a'],
          ['name', 'b'],
        ]),
        400,
      ],
      ['a long list', inParts(Array.from({ length: 200 }, () => ['tags[]', 'x'] as const)), 200],
      ['too many', inParts(Array.from({ length: 1001 }, (_, n) => [`f${n}`, 'x'] as const)), 413],
      ['nothing of any use', inParts([['x', 'y'.repeat(200_000)]]), 200],
    ] as const;
    for (const [what, sent, status] of cases) {
      const headers = { 'x-test-actor': String(who.editor), 'content-type': sent.type };
      expect([
        what,
        (await rest.send('PATCH', `/wp/v2/categories/${term}`, { headers, payload: sent.payload })).status,
      ]).toEqual([what, status]);
    }
  });

  test('deep, duplicate, broken and foreign bodies change nothing', async () => {
    const before = await rest.getAs(who.editor, `/wp/v2/posts/${post}?context=edit&_fields=revision,title`);
    const cases: [string, Promise<{ status: number }>, number][] = [
      [
        'nested 10,000 deep',
        send(who.editor, `{"meta":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
        400,
      ],
      ['ten megabytes of brackets', send(who.editor, '['.repeat(10_000_000)), 400],
      ['a name twice', send(who.editor, '{"title":"a","title":"b"}'), 400],
      ['a name twice below', send(who.editor, '{"title":{"raw":"a","raw":"b"}}'), 400],
      ['a list', send(who.editor, '[]'), 400],
      ['text', send(who.editor, '"x"'), 400],
      ['half an object', send(who.editor, '{"title":'), 400],
      ['plain text', send(who.editor, 'title=x', 'text/plain'), 415],
      ['parts that end early', send(who.editor, '--x\r\n', 'multipart/form-data; boundary=x'), 400],
      ['parts without a boundary', send(who.editor, 'title=x', 'multipart/form-data'), 400],
      ['no type that is one', send(who.editor, '{"title":"x"}', 'nonsense'), 415],
    ];
    for (const [what, sent, status] of cases) expect([what, (await sent).status]).toEqual([what, status]);
    expect((await send(who.editor, '{}', 'nonsense')).json).toMatchObject({
      code: 'rest_unsupported_media_type',
      message: expect.stringContaining('Send application/json'),
    });
    expect(
      (await rest.getAs(who.editor, `/wp/v2/posts/${post}?context=edit&_fields=revision,title`)).json,
    ).toEqual(before.json);
    expect(
      rest.faults.filter(
        (fault) => !(fault instanceof Error && 'status' in fault) && !/Media Type/.test(String(fault)),
      ),
    ).toEqual([]);
  });

  test('refuses bytes that are not UTF-8 in a body, a multipart field or the URL, and stores nothing in their place', async () => {
    const before = await dumpTables(get(), accountTables);
    const sendTo = (payload: Buffer | string, type: string, path = `/wp/v2/posts/${post}`) =>
      rest.send('POST', path, {
        headers: { 'x-test-actor': String(who.editor), 'content-type': type },
        payload,
      });
    const [form, json] = ['application/x-www-form-urlencoded', 'application/json'];
    const part = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nCaf'),
      Buffer.from([0xe9]),
      Buffer.from(
        '\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nText\r\n--x--\r\n',
      ),
    ]);
    const cases: [string, Promise<{ status: number; json: Json }>, string][] = [
      ['JSON in Latin 1', sendTo(Buffer.from('{"title":"Caf\xe9"}', 'latin1'), json), 'rest_invalid_json'],
      [
        'half a character',
        sendTo(
          Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')]),
          json,
        ),
        'rest_invalid_json',
      ],
      ['a name in Latin 1', sendTo(Buffer.from('{"titl\xe9":"a"}', 'latin1'), json), 'rest_invalid_json'],
      ['a form in Latin 1', sendTo(Buffer.from('title=Caf\xe9', 'latin1'), form), 'rest_invalid_encoding'],
      ['a form that says so by escapes', sendTo('title=Caf%E9', form), 'rest_invalid_encoding'],
      ['a surrogate in escapes', sendTo('title=%ED%A0%80', form), 'rest_invalid_encoding'],
      ['a byte too many', sendTo('title=%C3%A9%A9', form), 'rest_invalid_encoding'],
      ['an address', sendTo('', form, `/wp/v2/posts/${post}?title=Caf%E9`), 'rest_invalid_encoding'],
      ['a part', sendTo(part, 'multipart/form-data; boundary=x', '/wp/v2/media'), 'rest_invalid_multipart'],
    ];
    for (const [what, sent, code] of cases) {
      const { status, json: body } = await sent;
      expect([what, status, body['code']]).toEqual([what, 400, code]);
    }
    expect((await sendTo(Buffer.from('{"title":"\xe9"}', 'latin1'), json)).json['data']).toMatchObject({
      json_error_code: 5,
      json_error_message: 'Malformed UTF-8 characters, possibly incorrectly encoded',
    });
    expect(await dumpTables(get(), accountTables)).toEqual(before);
    // Lone surrogates anywhere, reported as PHP does; escaped backslashes and complete pairs are valid.
    for (const [sent, where] of [
      ['{"title":"a\\ud83d"}', 'title'],
      ['{"title":{"raw":"\\uDE00\\ud83d"}}', 'title.raw'],
      ['{"meta":{"footnotes":["\\ud800"]}}', 'meta.footnotes.0'],
      ['{"ti\\udfffle":"a"}', 'ti\ufffdle'],
    ] as const) {
      const { status, json: body } = await sendTo(sent, json);
      expect([
        sent,
        status,
        body['code'],
        body['data']?.['json_error_code'],
        body['data']?.['json_error_message'],
      ]).toEqual([sent, 400, 'rest_invalid_json', 10, expect.stringContaining(`Unicode escape: "${where}"`)]);
    }
    expect(await dumpTables(get(), accountTables)).toEqual(before);
    expect((await sendTo('{"title":"\\ud83d\\ude00 \\\\ud83d \\ufffd"}', json)).json['title']?.['raw']).toBe(
      '😀 \\ud83d \ufffd',
    );
    // U+FFFD is a valid character: escaped, literal, in a part, and in a batch request's path.
    for (const sent of ['title=%EF%BF%BD%C3%A9', Buffer.from('title=\ufffdé')])
      expect((await sendTo(sent, form)).json['title']?.['raw']).toBe('\ufffdé');
    const lines = [
      '--x',
      'Content-Disposition: form-data; name="title"',
      'Content-Type: text/plain; charset=utf-8',
      '',
      '\ufffdé',
      '--x',
      'Content-Disposition: form-data; name="file"; filename="dot.png"',
      '',
      '@',
      '--x--',
      '',
    ];
    const [head = '', tail = ''] = lines.join('\r\n').split('@');
    const uploaded = await sendTo(
      Buffer.concat([Buffer.from(head), onePixel, Buffer.from(tail)]),
      'multipart/form-data; boundary=x',
      '/wp/v2/media',
    );
    expect([uploaded.status, uploaded.json['title']?.['raw']]).toEqual([201, '\ufffdé']);
    const batch = await sendTo(
      JSON.stringify({ requests: [{ method: 'POST', path: `/wp/v2/posts/${post}?title=\ufffdé` }] }),
      json,
      '/batch/v1',
    );
    expect(batch.json['responses']?.['0']?.['body']?.['title']?.['raw']).toBe('\ufffdé');
    const fine = await sendTo('title=Caf%C3%A9+%F0%9F%98%80+%25E9+100%', form);
    expect([fine.status, fine.json['title']?.['raw']]).toEqual([200, 'Café 😀 %E9 100%']);
  });

  test('every writing method refuses them alike, names the limit, and writes nothing', async () => {
    // Invalid bodies are rejected before the database is queried.
    if (place().dialect !== 'sqlite') return;
    const root = await get().write((tx) => makeUser(tx, { login: 'root', roles: ['administrator'] }));
    const deep = `{"meta":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`;
    const ten = `{"name":"${'x'.repeat(10_600_000)}"}`;
    const tenOf = new Set([
      'POST /wp/v2/comments',
      'POST /wp/v2/users',
      'PUT /wp/v2/settings',
      'POST /wp/v2/menus',
    ]);
    const before = await dumpTables(get(), accountTables);
    for (const { path, methods } of restRouteList()) {
      const named: Readonly<Record<string, string>> = {
        user_id: String(root),
        name: path.includes('block-renderer')
          ? 'core/archives'
          : path.includes('/backups/')
            ? 'broadsheet-20260101-000000-manual.tar.gz'
            : 'editor',
      };
      const address = pathInMatrix(path).replaceAll(
        /\{(\w+)\}/g,
        (_whole, name: string) => named[name] ?? '9'.repeat(30),
      );
      for (const method of restMethods) {
        const declared = methods[method];
        if (method === 'GET' || !declared) continue;
        const sendBody = async (payload: string, type = 'application/json') => {
          const headers = { 'x-test-actor': String(root), 'content-type': type };
          const { status, json, text } = await rest.send(method, address, { headers, payload });
          return [status, json['code'], text];
        };
        const label = `${method} ${path}`;
        // A file can be anything; parameters with it are validated as elsewhere.
        if (!takesFile(declared.body)) {
          expect([label, await sendBody(deep)]).toEqual([
            label,
            [400, 'rest_invalid_json', expect.stringMatching(/deeper than \d+ levels/)],
          ]);
          expect([label, await sendBody('{"twice":1,"twice":2}')]).toEqual([
            label,
            [400, 'rest_invalid_json', expect.stringContaining('twice')],
          ]);
          expect([label, await sendBody('x=1', 'text/plain')]).toEqual([
            label,
            [415, 'rest_unsupported_media_type', expect.stringContaining('application/json')],
          ]);
        }
        // No item has an id of thirty digits.
        if (path.includes('[\\d]') && !path.includes('user_id')) {
          const required = Object.fromEntries(
            declared.required.map((name) => [name, name === 'action' ? 'create-image-subsizes' : '1']),
          );
          const [status] = await sendBody(JSON.stringify({ ...required, force: true }));
          expect([label, status]).toEqual([label, 404]);
        }
        // A few routes accept ten megabytes: the limit is by size, whatever the route.
        if (tenOf.has(label))
          expect([label, await sendBody(ten)]).toEqual([
            label,
            [413, 'rest_body_too_large', expect.stringMatching(/\d+ (?:KB|MB|bytes)/)],
          ]);
      }
    }
    expect(await dumpTables(get(), accountTables)).toEqual(before);
  });

  test('clients that can only send POST name the method in a header or a query parameter', async () => {
    const as = { 'x-test-actor': String(who.editor), 'content-type': 'application/json' };
    const path = `/wp/v2/posts/${post}`;
    const patched = await rest.send('POST', path, {
      headers: { ...as, 'x-http-method-override': 'PATCH' },
      payload: '{"title":"By header"}',
    });
    expect(patched.json['title']).toMatchObject({ raw: 'By header' });
    const trashed = await rest.send('POST', `${path}?_method=DELETE`, { headers: as, payload: '{}' });
    expect(trashed.json).toMatchObject({ id: post, status: 'trash' });
  });
});
