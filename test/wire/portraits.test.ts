import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { removalJob } from '../../src/modules/media/queue.ts';
import { personData } from '../../src/modules/accounts/personal-data.ts';
import { portraitFiles } from '../../src/modules/portraits/portraits.ts';
import { findUser } from '../../src/modules/users/reader.ts';
import { deleteUser } from '../../src/modules/users/writer.ts';
import { cookiesOf, hiddenIn, noticeIn, useAccountSite } from '../harness/account-site.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makePost } from '../harness/factories.ts';
import { inParts } from '../harness/in-parts.ts';
import type { Parts } from '../harness/in-parts.ts';
import { rawRequest } from '../harness/served-site.ts';

const profile = '/wp-admin/profile.php?forms';

/** A PNG header with dimensions, but no pixels. */
function hollowPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

onDrawnDatabase('portraits', (_get, place) => {
  const accounts = useAccountSite(place);
  const { get, sendTo, createPerson: addPerson } = accounts;
  let jpeg = Buffer.alloc(0);
  const inSecret = {
    IFD0: { Copyright: 'inner-secret' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  };
  const onDisk = () =>
    readdirSync(join(place().dataDir, 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  const formOf = async (cookie: string) => {
    const { body } = await get(profile, cookie);
    return { _wpnonce: hiddenIn(body, '_wpnonce'), revision: hiddenIn(body, 'revision') };
  };
  const post = (parts: Parts, headers: Record<string, string>) => {
    const { type, payload } = inParts(parts);
    return rawRequest(accounts.site.url, profile, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body: payload,
    });
  };
  const upload = async (cookie: string, bytes: Buffer, name = 'me.jpg', more: Record<string, string> = {}) =>
    post(
      [
        ['section', 'portrait'],
        ...Object.entries({ ...(await formOf(cookie)), ...more }),
        ['portrait', [name, bytes]],
      ],
      { cookie },
    );
  const portraitOf = async (id: number) => (await findUser(accounts.site.database.read, id))?.portrait ?? '';
  const removals = async () =>
    (
      await accounts.site.database.read
        .selectFrom('job')
        .select('payload')
        .where('kind', '=', removalJob.name)
        .execute()
    ).flatMap(({ payload }) => removalJob.schema.parse(JSON.parse(payload)).paths);

  beforeAll(async () => {
    // Taller than wide, red above and blue below: mostly the lower part is cropped.
    const top = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#d02020' } })
      .png()
      .toBuffer();
    jpeg = await sharp({ create: { width: 300, height: 600, channels: 3, background: '#2020d0' } })
      .composite([{ input: top, top: 0, left: 0 }])
      .withExif(inSecret)
      .jpeg()
      .toBuffer();
  });

  test('a picture becomes a square without location data, is shown wherever users are, and is deleted with them', async () => {
    expect((await sharp(jpeg).metadata()).exif?.includes('inner-secret')).toBe(true);
    const [person, heir] = [await addPerson(), await addPerson()];
    const saved = await upload(person.cookie, jpeg, '../../evil.php');
    expect([saved.status, saved.headers.location]).toEqual([303, `${profile}&done=account_portrait_saved`]);
    const first = await portraitOf(person.id);
    const [large, small] = portraitFiles(first);
    const uploads = `${accounts.site.url}/wp-content/uploads/`;
    for (const [file, side] of [
      [large, 300],
      [small, 192],
    ] as const) {
      const reply = await fetch(uploads + file);
      const bytes = Buffer.from(await reply.arrayBuffer());
      const { width, height, format, exif, xmp, icc } = await sharp(bytes).metadata();
      expect([
        reply.headers.get('content-type'),
        format,
        width,
        height,
        exif,
        xmp,
        icc,
        bytes.includes('inner-secret'),
      ]).toEqual(['image/webp', 'webp', side, side, undefined, undefined, undefined, false]);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const reds = Array.from(
        { length: info.height },
        (_, y) => data[y * info.width * info.channels] ?? 0,
      ).filter((red) => red > 120).length;
      expect(Math.round((reds / side) * 4)).toBe(3);
    }
    const { postId, login } = await accounts.site.database.write(async (tx) => {
      const made = await makePost(tx, { title: 'Shown', slug: `shown-${person.id}`, authorId: person.id });
      await makeComment(tx, { postId: made, userId: person.id });
      return { postId: made, login: person.login };
    });
    const about = { section: 'about', displayName: 'Ada L.', url: 'https://ada.example', bio: 'Counts.' };
    const links =
      'https://www.instagram.com/ada?igsh=1\r\n\r\nkind.social/@ada\r\nhttps://www.instagram.com/ada';
    for (const wrong of [
      'http://x.com/ada',
      'javascript:alert(1)',
      Array.from({ length: 13 }, (_, n) => `x.com/a${n}`).join('\n'),
    ]) {
      const refused = await sendTo(
        profile,
        { ...about, ...(await formOf(person.cookie)), links: wrong },
        { cookie: person.cookie },
      );
      expect([
        wrong.slice(0, 20),
        refused.status,
        noticeIn(refused).startsWith('These URLs can’t be used'),
      ]).toEqual([wrong.slice(0, 20), 400, true]);
    }
    expect(
      (
        await sendTo(
          profile,
          { ...about, ...(await formOf(person.cookie)), links },
          { cookie: person.cookie },
        )
      ).status,
    ).toBe(303);
    const own = (await get(profile, person.cookie)).body;
    for (const part of [uploads + large, login, 'Author', 'Member since', 'https://kind.social/@ada']) {
      expect([part, own.includes(part)]).toEqual([part, true]);
    }
    const article = (await get(`/shown-${person.id}/`)).body;
    // Byline, author box and comment.
    expect(article.split(`${uploads}${small}`).length - 1).toBe(3);
    const same = ['https://ada.example', 'https://www.instagram.com/ada', 'https://kind.social/@ada'];
    for (const link of same.slice(1)) expect(article).toContain(`<a href="${link}" title=`);
    const written = (page: string) =>
      JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}') as {
        '@graph': { '@type': string; author?: unknown[]; mainEntity?: object }[];
      };
    expect(written(article)['@graph'].find((one) => one['@type'] === 'NewsArticle')?.author).toEqual([
      expect.objectContaining({ sameAs: same }),
    ]);
    const page = (await get(`/author/${(await findUser(accounts.site.database.read, person.id))?.slug}/`))
      .body;
    expect(page).toContain(uploads + large);
    expect(page).toContain('<a href="https://www.instagram.com/ada" rel="me" title="Instagram">');
    expect(written(page)['@graph'].find((one) => one['@type'] === 'ProfilePage')?.mainEntity).toMatchObject({
      sameAs: same,
    });
    const avatars = { 24: uploads + small, 48: uploads + small, 96: uploads + small };
    const json = async (path: string) => JSON.parse((await get(path)).body) as Record<string, unknown>;
    expect((await json(`/wp-json/wp/v2/users/${person.id}`))['avatar_urls']).toEqual(avatars);
    expect((await json(`/wp-json/wp/v2/posts/${postId}?_embed=author`))['_embedded']).toMatchObject({
      author: [{ avatar_urls: avatars }],
    });
    expect(await json(`/wp-json/wp/v2/comments?post=${postId}`)).toMatchObject([
      { author_avatar_urls: avatars },
    ]);
    let exported = '';
    const user = await findUser(accounts.site.database.read, person.id);
    if (user) for await (const part of personData(accounts.site.database.read, user)) exported += part;
    expect(JSON.parse(exported)).toMatchObject({
      account: { links: same.slice(1), portrait: `/wp-content/uploads/${large}` },
    });

    // It is replaced, removed, and then the account is deleted.
    expect((await upload(person.cookie, await sharp(jpeg).png().toBuffer(), 'me.gif')).status).toBe(303);
    const second = await portraitOf(person.id);
    expect([second === first, await removals()]).toEqual([false, portraitFiles(first)]);
    const stale = await upload(person.cookie, jpeg, 'me.jpg', { revision: '1' });
    expect([stale.status, await portraitOf(person.id)]).toEqual([409, second]);
    const gone = await sendTo(
      profile,
      { section: 'portrait-gone', ...(await formOf(person.cookie)) },
      { cookie: person.cookie },
    );
    expect([gone.headers.location, await portraitOf(person.id)]).toEqual([
      `${profile}&done=account_portrait_removed`,
      '',
    ]);
    expect((await get(`/shown-${person.id}/`)).body).not.toContain('/portraits/');
    await upload(person.cookie, jpeg);
    const third = await portraitOf(person.id);
    await accounts.site.database.write((tx) => deleteUser(tx, person.id, heir.id));
    expect(await removals()).toEqual([first, second, third].flatMap(portraitFiles));
  });

  test('files that are no portrait are refused with a reason, and leave nothing', async () => {
    const person = await addPerson(['subscriber']);
    const page = (await get(profile, person.cookie)).body;
    expect(page).toMatch(/<form[^>]+enctype="multipart\/form-data"/i);
    const before = onDisk();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>alert(1)</script></svg>',
    );
    const hostile: [string, Buffer, string][] = [
      ['nothing', Buffer.alloc(0), 'Choose an image'],
      ['drawing.svg', svg, 'This file is not a supported image'],
      ['drawing.jpg', svg, 'This file is not a supported image'],
      [
        'page.png',
        Buffer.from('<!doctype html><script>alert(1)</script>'),
        'This file is not a supported image',
      ],
      ['paper.pdf', Buffer.from('%PDF-1.7'), 'This file is not a supported image'],
      ['bomb.png', hollowPng(30_000, 30_000), 'This image is too large'],
      ['wide.png', hollowPng(500_000, 100), 'This image can'],
      ['many.png', hollowPng(8000, 7000), 'This image is too large'],
      ['cut.jpg', jpeg.subarray(0, jpeg.length / 2), 'This image can'],
      ['hollow.png', hollowPng(400, 400), 'This image can'],
      ['head.jpg', jpeg.subarray(0, 20), 'This image can'],
      ['dot.png', hollowPng(20, 20), 'This image is too small'],
      ['heavy.jpg', Buffer.concat([jpeg, Buffer.alloc(11 * 2 ** 20)]), 'This file is too large'],
    ];
    for (const [name, bytes, text] of hostile) {
      accounts.pass(3_600_000);
      const reply = await upload(person.cookie, bytes, name);
      expect([
        name,
        reply.status,
        noticeIn(reply).slice(0, text.length),
        reply.body.includes('aria-invalid="true"'),
      ]).toEqual([name, 400, text, true]);
    }
    await expect.poll(onDisk).toEqual(before);
    expect(await portraitOf(person.id)).toBe('');
    // A picture that is a page as well: nothing of the page remains.
    const both = Buffer.concat([jpeg, Buffer.from('<script>polyglot()</script>PK\x03\x04')]);
    expect((await upload(person.cookie, both, 'both.html')).status).toBe(303);
    const stored = await fetch(`${accounts.site.url}/wp-content/uploads/${await portraitOf(person.id)}`);
    expect([stored.status, Buffer.from(await stored.arrayBuffer()).includes('polyglot')]).toEqual([
      200,
      false,
    ]);
  });

  test('no portrait is accepted from another site, for another user, or without a nonce or session', async () => {
    const [person, other] = [await addPerson(), await addPerson()];
    const before = onDisk();
    const form = await formOf(person.cookie);
    const parts = (more: Record<string, string>): Parts => [
      ...Object.entries({ section: 'portrait', ...form, id: String(other.id), ...more }),
      ['portrait', ['me.jpg', jpeg]],
    ];
    for (const [headers, more] of [
      [{ cookie: person.cookie, origin: 'https://evil.example' }, {}],
      [{ cookie: person.cookie, 'sec-fetch-site': 'cross-site' }, {}],
      [{ cookie: other.cookie }, {}],
      [{ cookie: person.cookie }, { _wpnonce: '' }],
      [{ cookie: person.cookie }, { section: 'toString' }],
    ] as [Record<string, string>, Record<string, string>][]) {
      const reply = await post(parts(more), headers);
      expect([headers, more, reply.status]).toEqual([headers, more, 403]);
    }
    const visitor = await post(parts({}), {});
    expect([visitor.status, visitor.headers.location]).toEqual([
      303,
      '/wp-login.php?redirect_to=%2Fwp-admin%2Fprofile.php&reauth=1',
    ]);
    for (const broken of [
      [
        ['portrait', ['a.jpg', jpeg]],
        ['portrait', ['b.jpg', jpeg]],
      ],
      [['file', ['a.jpg', jpeg]]],
    ] as Parts[]) {
      expect((await post(broken, { cookie: person.cookie })).status).toBe(400);
    }
    const rest = (method: string, id: number) =>
      rawRequest(accounts.site.url, `/wp-json/broadsheet/v1/users/${id}/portrait`, {
        method,
        headers: {
          ...asRest,
          'content-type': 'image/jpeg',
          'content-disposition': 'attachment; filename="x.jpg"',
        },
        ...(method === 'POST' ? { body: jpeg } : {}),
      });
    const session = await accounts.site.signIn(person.id);
    const asRest = { cookie: session.cookie, 'x-wp-nonce': session.nonce };
    expect([
      (await rest('POST', other.id)).status,
      (await rest('DELETE', other.id)).status,
      (await rest('POST', 9_999_999)).status,
    ]).toEqual([403, 403, 403]);
    await expect.poll(onDisk).toEqual(before);
    expect([await portraitOf(person.id), await portraitOf(other.id)]).toEqual(['', '']);
    const taken = await rest('POST', person.id);
    expect([
      taken.status,
      Object.keys((JSON.parse(taken.body) as { avatar_urls: object }).avatar_urls),
    ]).toEqual([200, ['24', '48', '96']]);
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await upload(person.cookie, hollowPng(20, 20))).status);
    expect([statuses.slice(0, 9), statuses.at(-1)]).toEqual([Array.from({ length: 9 }, () => 400), 429]);
    expect((await rest('DELETE', person.id)).status).toBe(200);
    expect(await portraitOf(person.id)).toBe('');
    await expect.poll(() => readdirSync(join(place().dataDir, 'media', '.parts'))).toEqual([]);
    expect(cookiesOf(visitor)).toBe('');
  });
});
