import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeMedia, makePost, makeUser } from '../../../../test/harness/factories.ts';
import { inParts } from '../../../../test/harness/in-parts.ts';
import type { Parts } from '../../../../test/harness/in-parts.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { findMediaFiles } from '../../../modules/media/media-files.ts';
import { findPost } from '../../../modules/posts/reader.ts';

onBothDatabases('writing media over REST', (get) => {
  const rest = useRestApp(get);
  const who = { editor: 0, author: 0, contributor: 0, subscriber: 0, other: 0 };
  let jpeg = Buffer.alloc(0);

  beforeAll(async () => {
    jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
    await get().write(async (tx) => {
      for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
      who.other = await makeUser(tx, { login: 'other' });
    });
  });

  const send = (
    userId: number | undefined,
    payload: Buffer | string,
    headers: Record<string, string>,
    path = '/wp/v2/media',
  ) =>
    rest.send('POST', path, {
      headers: { ...(userId === undefined ? {} : { 'x-test-actor': String(userId) }), ...headers },
      payload,
    });
  const raw = (
    userId: number | undefined,
    name: string,
    bytes: Buffer | string = jpeg,
    more: Record<string, string> = {},
  ) =>
    send(userId, bytes, {
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${name}"`,
      ...more,
    });
  const parts = (userId: number, list: Parts) => {
    const { type, payload } = inParts(list);
    return send(userId, payload, { 'content-type': type });
  };
  const onDisk = () =>
    existsSync(join(rest.dataDir, 'media'))
      ? readdirSync(join(rest.dataDir, 'media'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
          .toSorted()
      : [];
  const made = async (userId = who.author) => Number((await raw(userId, 'made.jpg')).json['id']);

  test('stores a file sent as the body byte for byte, with its name from the header', async () => {
    const { status, headers, json, text } = await raw(who.author, 'A river.JPG');
    const id = Number(json['id']);
    expect([status, headers['location'], headers['etag']], text).toEqual([
      201,
      `${siteUrl}/wp-json/wp/v2/media/${id}`,
      '"1"',
    ]);
    expect(json).toMatchObject({
      type: 'attachment',
      status: 'inherit',
      author: who.author,
      title: { raw: 'A river' },
      media_type: 'image',
      mime_type: 'image/jpeg',
      post: null,
      media_details: { width: 40, height: 30, filesize: jpeg.length },
      source_url: expect.stringMatching(/\/wp-content\/uploads\/\d{4}\/\d\d\/a-river\.jpg$/),
    });
    const { file = '' } = (await findMediaFiles(get().read, [id])).get(id) ?? {};
    expect(readFileSync(join(rest.dataDir, 'media', file)).equals(jpeg)).toBe(true);
    const hashed = await raw(who.author, 'hashed.jpg', jpeg, {
      'content-md5': createHash('md5').update(jpeg).digest('hex'),
    });
    expect(hashed.status).toBe(201);
    const encoded = await send(who.author, 'words', {
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="x.txt"; filename*=UTF-8\'\'caf%C3%A9.txt',
    });
    expect(encoded.json['source_url']).toMatch(/cafe\.txt$/);
  });

  test('detects the type of a picture by its bytes, not by its name', async () => {
    for (const name of ['called.png', 'called.webp', 'called.jpeg']) {
      const { status, json } = await raw(who.author, name, jpeg, { 'content-type': 'image/gif' });
      expect([status, json['mime_type']]).toEqual([201, 'image/jpeg']);
      expect(String(json['source_url'])).toMatch(/\.jpe?g$/);
    }
  });

  test('accepts a multipart file with its fields', async () => {
    const post = await get().write((tx) => makePost(tx, { authorId: who.author }));
    const { status, json, text } = await parts(who.author, [
      ['title', 'The lake'],
      ['alt_text', 'Still water'],
      ['caption[raw]', 'x'],
      ['description', 'Seen from the shore'],
      ['post', String(post)],
      ['slug', 'the-lake'],
      ['comment_status', 'open'],
      ['file', ['lake.jpg', jpeg]],
    ]);
    expect(status, text).toBe(400); // a bracketed group is not a text field
    const taken = await parts(who.author, [
      ['title', 'The lake'],
      ['alt_text', 'Still water'],
      ['caption', 'Blue <b>hour</b>'],
      ['description', 'Seen from the shore'],
      ['post', String(post)],
      ['slug', 'the-lake'],
      ['comment_status', 'open'],
      ['file', ['lake.jpg', jpeg]],
    ]);
    expect([taken.status, taken.json], taken.text).toMatchObject([
      201,
      {
        title: { raw: 'The lake' },
        alt_text: 'Still water',
        caption: { raw: 'Blue <b>hour</b>' },
        description: { raw: 'Seen from the shore' },
        post,
        slug: 'the-lake',
        comment_status: 'open',
        source_url: expect.stringMatching(/lake\.jpg$/),
      },
    ]);
    expect(json['code']).toBe('rest_invalid_param');
  });

  test('changes its fields, and deletes it only permanently', async () => {
    const id = await made();
    const path = `/wp/v2/media/${id}`;
    const changed = await rest.sendAs(who.author, 'PATCH', path, {
      title: { raw: 'Named' },
      alt_text: 'Seen',
      caption: 'Said',
      description: { raw: 'Told' },
      slug: 'named',
    });
    expect([changed.status, changed.json]).toMatchObject([
      200,
      {
        title: { raw: 'Named' },
        alt_text: 'Seen',
        caption: { raw: 'Said' },
        description: { raw: 'Told' },
        slug: 'named',
        revision: 2,
      },
    ]);
    expect((await rest.sendAs(who.author, 'POST', path, { title: 'Late', revision: 1 })).json).toMatchObject({
      code: 'stale',
      data: { mine: { title: 'Late' }, theirs: { title: { raw: 'Named' }, revision: 2 } },
    });
    expect(
      (await rest.sendAs(who.author, 'PUT', path, { slug: 'named', alt_text: 'Seen' })).json['revision'],
    ).toBe(2);
    expect((await rest.sendAs(who.author, 'DELETE', path)).json).toMatchObject({
      code: 'rest_trash_not_supported',
      data: { status: 501 },
    });
    const deleted = await rest.sendAs(who.author, 'DELETE', `${path}?force=true`);
    expect([deleted.status, deleted.json]).toMatchObject([
      200,
      { deleted: true, previous: { id, title: { raw: 'Named' } } },
    ]);
    expect(await findPost(get().read, id)).toBeUndefined();
    expect((await rest.sendAs(who.author, 'DELETE', `${path}?force=true`)).status).toBe(404);
  });

  test('checks permissions: nothing that other users send reaches the disk', async () => {
    const post = await get().write((tx) => makePost(tx, { authorId: who.editor }));
    const id = await made(who.other);
    const before = onDisk();
    for (const [userId, status] of [
      [undefined, 401],
      [who.subscriber, 403],
      [who.contributor, 403],
    ] as const) {
      const refused = await raw(userId, 'x.jpg', Buffer.alloc(3_000_000));
      expect([refused.status, refused.json['code']]).toEqual([status, 'rest_cannot_create']);
    }
    const statusAndCode = async (userId: number, method: string, body?: unknown) => {
      const { status, json } = await rest.sendAs(userId, method, `/wp/v2/media/${id}`, body);
      return [status, json['code']];
    };
    expect(await statusAndCode(who.author, 'PATCH', { title: 'x' })).toEqual([403, 'rest_cannot_edit']);
    expect(await statusAndCode(who.author, 'DELETE', { force: true })).toEqual([403, 'rest_cannot_delete']);
    expect(await statusAndCode(who.other, 'PATCH', { author: who.author })).toEqual([
      403,
      'rest_cannot_edit_others',
    ]);
    expect(await statusAndCode(who.other, 'PATCH', { post })).toEqual([400, 'rest_invalid_param']);
    expect(
      (
        await parts(who.author, [
          ['author', String(who.editor)],
          ['file', ['x.jpg', jpeg]],
        ])
      ).json['code'],
    ).toBe('rest_cannot_edit_others');
    expect(
      (
        await parts(who.author, [
          ['post', String(post)],
          ['file', ['x.jpg', jpeg]],
        ])
      ).status,
    ).toBe(400);
    expect(onDisk()).toEqual(before);
    expect(
      (await rest.sendAs(who.editor, 'PATCH', `/wp/v2/media/${id}`, { author: who.author, post })).json,
    ).toMatchObject({ author: who.author, post });
  });

  test('[IMP-04] refuses bad uploads with WordPress’ errors, and leaves nothing behind', async () => {
    const before = onDisk();
    const form = (list: Parts) => parts(who.author, list);
    const cut = inParts([['file', ['cut.jpg', jpeg]]]);
    // A PNG of 30,000 by 30,000 pixels without data: 66 bytes that would decode to 2.7 GB.
    const bomb = Buffer.from(
      '89504e470d0a1a0a0000000d4948445200007530000075300802000000e9456fed0000000949444154789c63000000010001' +
        '5eff7df90000000049454e44ae426082',
      'hex',
    );
    const cases: [string, Promise<{ status: number; json: unknown; text: string }>, number, string][] = [
      ['no body', rest.sendAs(who.author, 'POST', '/wp/v2/media'), 400, 'rest_upload_no_data'],
      [
        'parameters only',
        rest.sendAs(who.author, 'POST', '/wp/v2/media', { title: 'x' }),
        400,
        'rest_upload_no_data',
      ],
      ['an empty file', raw(who.author, 'x.jpg', ''), 400, 'rest_upload_no_data'],
      [
        'no disposition',
        send(who.author, jpeg, { 'content-type': 'image/jpeg' }),
        400,
        'rest_upload_no_content_disposition',
      ],
      [
        'no name',
        send(who.author, jpeg, { 'content-type': 'image/jpeg', 'content-disposition': 'attachment' }),
        400,
        'rest_upload_invalid_disposition',
      ],
      [
        'another hash',
        raw(who.author, 'x.jpg', jpeg, { 'content-md5': 'a'.repeat(32) }),
        412,
        'rest_upload_hash_mismatch',
      ],
      ['a drawing', raw(who.author, 'x.svg', '<svg onload="x()"/>'), 400, 'rest_upload_sideload_error'],
      [
        'a drawing called a picture',
        raw(who.author, 'x.jpg', '<svg onload="x()"/>'),
        400,
        'rest_upload_sideload_error',
      ],
      [
        'a text called a picture',
        raw(who.author, 'x.jpg', 'no picture at all'),
        400,
        'rest_upload_sideload_error',
      ],
      [
        'an archive called a picture',
        raw(who.author, 'x.png', Buffer.from('PK\x03\x04 rest', 'latin1')),
        400,
        'rest_upload_sideload_error',
      ],
      [
        'a picture and a program',
        raw(who.author, 'x.jpg', Buffer.concat([jpeg, Buffer.from('<?php x();')])),
        400,
        'rest_upload_sideload_error',
      ],
      ['a bomb', raw(who.author, 'x.png', bomb), 400, 'picture_too_large'],
      ['a program called a film', raw(who.author, 'x.mp4', 'MZ and more'), 400, 'rest_upload_sideload_error'],
      ['a picture called a document', raw(who.author, 'x.pdf', jpeg), 400, 'rest_upload_sideload_error'],
      ['a page', raw(who.author, 'x.html', '<script>x()</script>'), 400, 'rest_upload_sideload_error'],
      ['a program', raw(who.author, 'x.jpg.php', '<?php'), 400, 'rest_upload_sideload_error'],
      [
        'no boundary',
        send(who.author, 'x', { 'content-type': 'multipart/form-data' }),
        400,
        'rest_invalid_multipart',
      ],
      [
        'parts that end early',
        send(who.author, cut.payload.subarray(0, -30), { 'content-type': cut.type }),
        400,
        'rest_invalid_multipart',
      ],
      [
        'two files',
        form([
          ['file', ['a.jpg', jpeg]],
          ['file', ['b.jpg', jpeg]],
        ]),
        400,
        'rest_invalid_multipart',
      ],
      ['a file of another name', form([['avatar', ['a.jpg', jpeg]]]), 400, 'rest_invalid_multipart'],
      [
        'a field twice',
        form([
          ['title', 'a'],
          ['file', ['a.jpg', jpeg]],
          ['title', 'b'],
        ]),
        400,
        'rest_invalid_multipart',
      ],
      ['no file', form([['title', 'a']]), 400, 'rest_upload_no_data'],
      [
        'a field that is too long',
        form([
          ['title', 'a'.repeat(200_000)],
          ['file', ['a.jpg', jpeg]],
        ]),
        413,
        'rest_invalid_multipart',
      ],
      [
        'too many fields',
        form([...Array.from({ length: 200 }, (_, n) => [`f${n}`, 'x'] as const), ['file', ['a.jpg', jpeg]]]),
        413,
        'rest_invalid_multipart',
      ],
      [
        'a number of 30 digits',
        form([
          ['post', '9'.repeat(30)],
          ['file', ['a.jpg', jpeg]],
        ]),
        400,
        'rest_invalid_param',
      ],
    ];
    for (const [what, sent, status, code] of cases) {
      const reply = await sent;
      expect([what, reply.status, (reply.json as { code?: unknown }).code], reply.text).toEqual([
        what,
        status,
        code,
      ]);
    }
    expect(onDisk()).toEqual(before);
    expect(
      rest.faults.filter(
        (fault) => !(fault instanceof Error && 'status' in fault && Number(fault.status) < 500),
      ),
    ).toEqual([]);
  });

  test('paths, scripts and look-alikes in names and texts have no effect', async () => {
    for (const name of [
      '../../../etc/passwd.jpg',
      '..\\\\..\\\\x.jpg',
      '%2e%2e%2fx.jpg',
      '.htaccess.jpg',
      'a<script>alert(1)</script>.jpg',
      `${'ü'.repeat(300)}.jpg`,
    ]) {
      const { status, json, text } = await raw(who.author, name);
      expect(status, `${name} ${text}`).toBe(201);
      expect(String(json['source_url'])).toMatch(/\/wp-content\/uploads\/\d{4}\/\d\d\/[^/<>"]+\.jpg$/);
      expect(JSON.stringify([json['title'], json['slug'], json['source_url']])).not.toContain('<script');
    }
    const script = 'x<script>alert(1)</script><img src=x onerror=x()>';
    const id = await made();
    const body = { title: script, caption: script, description: script, alt_text: script, slug: script };
    const { text } = await rest.sendAs(who.author, 'PATCH', `/wp/v2/media/${id}`, body);
    expect(text).not.toMatch(/<script|<[^>]*onerror/);
  });

  test('[IMP-04] shows writers unused files, duplicates and where a file is used', async () => {
    const [{ json: one }, { json: other }] = [
      await raw(who.author, 'twin.jpg'),
      await raw(who.author, 'again.jpg'),
    ];
    const [id, twin] = [Number(one['id']), Number(other['id'])];
    const draft = await get().write((tx) =>
      makePost(tx, {
        status: 'draft',
        title: 'Of an <b>editor</b>',
        authorId: who.editor,
        featuredMediaId: id,
      }),
    );
    const ids = async (only: string) =>
      (await rest.getAs(who.author, `/wp/v2/media?only=${only}&per_page=100`)).list.map((row) =>
        Number(row['id']),
      );
    const free = await ids('unused');
    expect([free.includes(twin), free.includes(id)]).toEqual([true, false]);
    expect(await ids('copies')).toEqual(expect.arrayContaining([id, twin]));
    const usesFor = async (userId: number) =>
      (await rest.getAs(userId, `/broadsheet/v1/media/${id}/uses`)).json;
    expect(await usesFor(who.editor)).toMatchObject({
      posts: [
        {
          id: draft,
          title: 'Of an <b>editor</b>',
          type: 'post',
          status: 'draft',
          ways: ['lead'],
          mayEdit: true,
        },
      ],
      total: 1,
      others: [],
    });
    expect(await usesFor(who.author)).toMatchObject({ posts: [], total: 1 });
    expect(await usesFor(who.other)).toMatchObject({ code: 'rest_forbidden_context' });
    expect((await rest.get('/wp/v2/media?only=unused')).json).toMatchObject({
      code: 'rest_invalid_param',
      data: { details: { only: { data: { status: 401 } } } },
    });
    await get().write((tx) =>
      tx.db
        .insertInto('job')
        .values({ kind: 'media-mentions', key: 'all', payload: '{}', due_at: 0, created_at: 0 })
        .execute(),
    );
    expect((await rest.getAs(who.author, '/wp/v2/media?only=unused')).json).toMatchObject({
      code: 'rest_media_uses_unknown',
      data: { status: 409 },
    });
    await get().write((tx) => tx.db.deleteFrom('job').where('kind', '=', 'media-mentions').execute());
  });

  test('reads and writes the creator of a picture and its focal point', async () => {
    const id = await made();
    const { status, json } = await rest.sendAs(who.author, 'POST', `/wp/v2/media/${id}`, {
      credit: 'Anna & <i>Co</i>',
      focal_point: { x: 0.25, y: 0.7 },
    });
    expect([status, json]).toMatchObject([
      200,
      { credit: { raw: 'Anna & <i>Co</i>' }, focal_point: { x: 0.25, y: 0.7 } },
    ]);
    for (const point of [{ x: 2, y: 0 }, { x: 0.5 }, 'x', [1]]) {
      expect(
        (await rest.sendAs(who.author, 'POST', `/wp/v2/media/${id}`, { focal_point: point })).json['code'],
      ).toBe('rest_invalid_param');
    }
  });

  test('[IMP-04] replaces a file under its URL, and refuses a stale, different or missing file', async () => {
    const first = (await raw(who.author, 'quay.jpg')).json;
    const [id, address] = [Number(first['id']), String(first['source_url'])];
    const blue = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#0000ff' } })
      .jpeg()
      .toBuffer();
    const replace = (
      userId: number | undefined,
      payload: Buffer | string,
      more: Record<string, string> = {},
      of = id,
    ) =>
      send(
        userId,
        payload,
        {
          'content-type': 'image/jpeg',
          'content-disposition': 'attachment; filename="../../other.html"',
          ...more,
        },
        `/broadsheet/v1/media/${of}/file`,
      );
    const before = onDisk();
    const refused = await Promise.all([
      replace(undefined, blue),
      replace(who.subscriber, blue),
      replace(who.other, blue),
      replace(who.author, ''),
      replace(who.author, 'words'),
      replace(who.author, await sharp(blue).webp().toBuffer()),
      replace(who.author, blue, {}, 987_654),
      replace(who.author, blue, { 'if-match': '"7"' }),
    ]);
    expect(refused.map(({ status, json }) => `${status} ${json['code']}`)).toEqual([
      '401 rest_cannot_create',
      '403 rest_cannot_create',
      '403 rest_cannot_edit',
      '400 rest_upload_no_data',
      '400 rest_upload_sideload_error',
      '400 rest_upload_sideload_error',
      '404 rest_post_invalid_id',
      '409 stale',
    ]);
    expect(onDisk()).toEqual(before);
    const { status, json, headers } = await replace(who.author, blue, { 'if-match': '"1"' });
    expect([status, headers['etag'], json['source_url']]).toEqual([200, '"2"', `${address}?v=1`]);
    expect(json).toMatchObject({
      id,
      title: { raw: 'quay' },
      media_details: { width: 60, height: 20, filesize: blue.length },
    });
    expect(onDisk()).toEqual(before);
    // Sizes keep their names, so browsers would show cached ones.
    const sizes = JSON.stringify({
      medium: { file: 'quay-30x10.webp', width: 30, height: 10, mime: 'image/webp' },
    });
    await get().write((tx) => tx.db.updateTable('media').set({ sizes }).where('post_id', '=', id).execute());
    const { json: shown } = await rest.sendAs(who.author, 'GET', `/wp/v2/media/${id}`);
    expect(shown['media_details']).toMatchObject({
      sizes: { medium: { source_url: expect.stringMatching(/\/quay-30x10\.webp\?v=1$/) } },
    });
    const { file = '' } = (await findMediaFiles(get().read, [id])).get(id) ?? {};
    expect(readFileSync(join(rest.dataDir, 'media', file)).equals(blue)).toBe(true);
  });

  test('a video has a library picture as poster, removed with that picture, and no other type has or can be one', async () => {
    const film = (
      await send(who.author, Buffer.from('1a45dfa3', 'hex'), {
        'content-type': 'video/webm',
        'content-disposition': 'attachment; filename="film.webm"',
      })
    ).json;
    const [id, picture, other] = [Number(film['id']), await made(), await made()];
    const change = (of: number, featured_media: unknown, userId = who.author) =>
      rest.sendAs(userId, 'POST', `/wp/v2/media/${of}`, { featured_media });
    const { status, json } = await change(id, picture);
    expect([status, json['featured_media']]).toEqual([200, picture]);
    const { json: shown } = await rest.send('GET', `/wp/v2/media/${id}?_embed=wp:featuredmedia`);
    expect(shown['_embedded']).toMatchObject({ 'wp:featuredmedia': [{ id: picture }] });
    const post = await get().write((tx) => makePost(tx, { authorId: who.author }));
    const hidden = await get().write(async (tx) =>
      makeMedia(tx, {
        authorId: who.editor,
        parentId: await makePost(tx, { authorId: who.editor, status: 'private' }),
      }),
    );
    for (const invalid of [id, post, hidden, 987_654, -1, 'x']) {
      const refused = await change(id, invalid);
      expect([invalid, refused.status]).toEqual([invalid, 400]);
    }
    expect((await change(other, picture)).json['code']).toBe('rest_invalid_featured_media');
    expect((await change(id, other, who.other)).status).toBe(403);
    await rest.sendAs(who.author, 'DELETE', `/wp/v2/media/${picture}?force=true`, {});
    expect((await rest.send('GET', `/wp/v2/media/${id}`)).json['featured_media']).toBe(0);
  });

  test('crops and rotates a picture into a new one with the same texts, and keeps the original', async () => {
    const halves = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#ff0000' } })
      .composite([
        {
          input: { create: { width: 100, height: 100, channels: 3, background: '#0000ff' } },
          left: 0,
          top: 0,
        },
      ])
      .png()
      .toBuffer();
    const first = (await raw(who.author, 'halves.png', halves)).json;
    const [id, src] = [Number(first['id']), String(first['source_url'])];
    await rest.sendAs(who.author, 'POST', `/wp/v2/media/${id}`, {
      title: 'Halves',
      alt_text: 'Two halves',
      caption: 'Left and right',
    });
    const edit = (body: Record<string, unknown>, userId = who.author, of = id) =>
      rest.sendAs(userId, 'POST', `/wp/v2/media/${of}/edit`, { src, ...body });
    const turn = { type: 'rotate', args: { angle: 90 } };
    const top = { type: 'crop', args: { left: 0, top: 0, width: 100, height: 50 } };
    const { status, headers, json, text } = await edit({ modifiers: [turn, top] });
    expect([status, headers['location']], text).toEqual([
      201,
      `${siteUrl}/wp-json/wp/v2/media/${json['id']}`,
    ]);
    expect(json).toMatchObject({
      author: who.author,
      title: { raw: 'Halves' },
      alt_text: 'Two halves',
      caption: { raw: 'Left and right' },
      mime_type: 'image/png',
      media_details: { width: 100, height: 100 },
      source_url: expect.stringContaining('halves-edited.png'),
      post: null,
    });
    // Rotated clockwise: the left side becomes the top.
    const { file = '' } =
      (await findMediaFiles(get().read, [Number(json['id'])])).get(Number(json['id'])) ?? {};
    const { data } = await sharp(join(rest.dataDir, 'media', file))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3), ...data.subarray(-3)]).toEqual([0, 0, 255, 0, 0, 255]);
    const mirrored = (
      await edit({ modifiers: [{ type: 'flip', args: { flip: { horizontal: true, vertical: false } } }] })
    ).json;
    const { file: other = '' } =
      (await findMediaFiles(get().read, [Number(mirrored['id'])])).get(Number(mirrored['id'])) ?? {};
    expect([
      ...(
        await sharp(join(rest.dataDir, 'media', other))
          .removeAlpha()
          .raw()
          .toBuffer()
      ).subarray(0, 3),
    ]).toEqual([255, 0, 0]);
    const older = await edit({ rotation: 270, x: 50, y: 0, width: 50, height: 100 });
    expect([
      older.status,
      older.json['media_details']?.['width'],
      older.json['media_details']?.['height'],
    ]).toEqual([201, 50, 200]);
    // Up to the corner, where both sides of the crop end in half a pixel.
    const odd = (
      await raw(who.author, 'odd.png', await sharp(halves).resize(50, 150, { fit: 'fill' }).png().toBuffer())
    ).json;
    const corner = {
      src: odd['source_url'],
      modifiers: [{ type: 'crop', args: { left: 1, top: 1, width: 99, height: 99 } }],
    };
    expect((await edit(corner, who.author, Number(odd['id']))).json['media_details']).toMatchObject({
      width: 49,
      height: 148,
    });

    const [before, faults] = [onDisk(), rest.faults.length];
    const refused: [Record<string, unknown>, number, string][] = [
      [{}, 400, 'rest_image_not_edited'],
      [{ src: `${siteUrl}/other.png`, modifiers: [turn] }, 404, 'rest_unknown_attachment'],
      [
        { modifiers: [{ type: 'crop', args: { left: 60, top: 0, width: 60, height: 100 } }] },
        400,
        'rest_image_crop_failed',
      ],
      [
        { modifiers: [{ type: 'crop', args: { left: 0, top: 0, width: 0, height: 100 } }] },
        400,
        'rest_image_crop_failed',
      ],
      [{ modifiers: [{ type: 'blur', args: {} }] }, 400, 'rest_invalid_param'],
      [{ modifiers: [] }, 400, 'rest_invalid_param'],
      [{ modifiers: [{ type: 'rotate', args: { angle: 1e9 } }] }, 400, 'rest_invalid_param'],
      [{ modifiers: 'x' }, 400, 'rest_invalid_param'],
      [{ modifiers: Array.from({ length: 21 }, () => turn) }, 400, 'rest_invalid_param'],
      [{ rotation: 360 }, 400, 'rest_invalid_param'],
      [{ x: 101, y: 0, width: 1, height: 1 }, 400, 'rest_invalid_param'],
      [{ src: undefined, rotation: 90 }, 400, 'rest_missing_callback_param'],
    ];
    for (const [body, expectedStatus, code] of refused) {
      const reply = await edit(body);
      expect([body, reply.status, reply.json['code']]).toEqual([body, expectedStatus, code]);
    }
    const others = [
      await edit({ modifiers: [turn] }, who.contributor),
      await edit({ modifiers: [turn] }, who.other),
      await edit({ modifiers: [turn] }, who.author, 999_999),
    ];
    expect(others.map((reply) => [reply.status, reply.json['code']])).toEqual([
      [403, 'rest_cannot_edit_image'],
      [403, 'rest_cannot_edit'],
      [404, 'rest_post_invalid_id'],
    ]);
    const words = (
      await send(who.author, 'words', {
        'content-type': 'text/plain',
        'content-disposition': 'attachment; filename="words.txt"',
      })
    ).json;
    const ofWords = await edit(
      { src: words['source_url'], modifiers: [turn] },
      who.author,
      Number(words['id']),
    );
    expect([ofWords.status, ofWords.json['code']]).toEqual([400, 'rest_cannot_edit_file_type']);
    expect(onDisk().filter((name) => !before.includes(name))).toEqual(['words.txt']);
    expect(rest.faults.length).toBe(faults);
  });
});
