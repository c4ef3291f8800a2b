import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startQueues } from '../../src/kernel/jobs/job-queue.ts';
import type { RunningQueues } from '../../src/kernel/jobs/job-queue.ts';
import { mediaQueue } from '../../src/modules/media/jobs.ts';
import { SizeMaker } from '../../src/modules/media/size-maker.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

interface Size {
  readonly file: string;
  readonly filesize?: number;
  readonly source_url: string;
}
interface File {
  readonly id: number;
  readonly code?: string;
  readonly missing_image_sizes?: readonly string[];
  readonly media_details: {
    readonly file: string;
    readonly filesize: number;
    readonly sizes: Readonly<Record<string, Size>>;
    readonly image_meta?: Readonly<Record<string, unknown>>;
  };
}

const nothingSaid = {
  aperture: '0',
  credit: '',
  camera: '',
  caption: '',
  created_timestamp: '0',
  copyright: '',
  focal_length: '0',
  iso: '0',
  shutter_speed: '0',
  title: '',
  orientation: '0',
  keywords: [],
};
function plain(format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg', width = 1600, height = 1200) {
  const picture = sharp({ create: { width, height, channels: 3, background: '#447799' } });
  return picture[format]().toBuffer();
}

/** A JPEG with data of press agencies. */
function withIptc(jpeg: Buffer, datasets: readonly (readonly [number, string])[]): Buffer {
  const records = Buffer.concat(
    datasets.map(([dataset, text]) => {
      const body = Buffer.from(text, 'utf8');
      const head = Buffer.from([0x1c, 2, dataset, 0, 0]);
      head.writeUInt16BE(body.length, 3);
      return Buffer.concat([head, body]);
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(records.length);
  const body = Buffer.concat([
    Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'),
    length,
    records,
    Buffer.alloc(records.length % 2),
  ]);
  const head = Buffer.from([0xff, 0xed, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

onBothDatabases('sizes and camera data of uploads', (get, place) => {
  let site: ServedSite;
  let jobs: RunningQueues | undefined;
  const headers = { admin: {} as Record<string, string>, author: {} as Record<string, string> };
  beforeAll(async () => {
    site = await serveSite(place(), {}, { sizesWaitMs: 300_000 });
    for (const [login, role] of [
      ['admin', 'administrator'],
      ['author', 'author'],
    ] as const) {
      const { cookie, nonce } = await site.signIn(
        await get().write((tx) => makeUser(tx, { login, roles: [role] })),
      );
      headers[login] = { cookie, 'x-wp-nonce': nonce };
    }
  });
  afterAll(async () => site.close());
  afterEach(async () => {
    await jobs?.close();
    jobs = undefined;
  });
  const work = (maker?: () => SizeMaker) => {
    const {
      database,
      app: {
        sizes,
        server: { log },
      },
    } = site;
    jobs = startQueues([mediaQueue({ database, dataDir: place().dataDir, log, sizes }, maker && { maker })], {
      bus: database.bus,
      log,
    });
  };
  const sendRequest = async (
    method: string,
    path: string,
    {
      as = headers.admin,
      body,
      more = {},
    }: {
      readonly as?: Record<string, string>;
      readonly body?: Buffer | string;
      readonly more?: Record<string, string>;
    } = {},
  ) => {
    const sent =
      body === undefined ? {} : { body: new Blob([typeof body === 'string' ? body : Uint8Array.from(body)]) };
    const reply = await fetch(`${site.url}/wp-json/wp/v2/media${path}`, {
      method,
      headers: { ...as, ...more },
      ...sent,
    });
    return { status: reply.status, json: (await reply.json()) as File };
  };
  const upload = (body: Buffer, { name = 'river.jpg', query = '', more = {} } = {}) =>
    sendRequest('POST', query, {
      body,
      more: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name}"`,
        ...more,
      },
    });
  const process = (id: number, body: string, as = headers.admin) =>
    sendRequest('POST', `/${id}/post-process`, { as, body, more: { 'content-type': 'application/json' } });
  const subsizes = '{"action":"create-image-subsizes"}';
  const names = ({ media_details: { sizes } }: File) => Object.keys(sizes).toSorted();

  test('[MS-01] the reply to an upload has every size with the length of its file, and so has the file when it is read', async () => {
    work();
    const { status, json } = await upload(await plain());
    expect([status, json.missing_image_sizes]).toEqual([201, []]);
    expect(names(json)).toEqual(
      expect.arrayContaining([
        '1536x1536',
        'full',
        'large',
        'medium',
        'medium_large',
        'preview_fallback',
        'thumbnail',
      ]),
    );
    const folder = join(place().dataDir, 'media', dirname(json.media_details.file));
    for (const [name, { file, filesize }] of Object.entries(json.media_details.sizes)) {
      expect([name, filesize]).toEqual([name, statSync(join(folder, file)).size]);
    }
    expect(json.media_details.image_meta).toEqual(nothingSaid);
    const seen = (await sendRequest('GET', `/${json.id}`, { as: {} })).json;
    expect([seen.media_details, seen.missing_image_sizes]).toEqual([json.media_details, undefined]);
    for (const [format, name] of [
      ['png', 'a.png'],
      ['webp', 'b.webp'],
      ['avif', 'c.avif'],
      ['gif', 'd.gif'],
    ] as const) {
      const other = (await upload(await plain(format, 400, 300), { name })).json;
      expect([format, names(other).includes('medium'), other.missing_image_sizes]).toEqual([
        format,
        true,
        [],
      ]);
    }
    const tiny = (await upload(await plain('jpeg', 20, 20))).json;
    expect([names(tiny), tiny.missing_image_sizes]).toEqual([['full'], []]);
    expect((await upload(Buffer.from('Some words.'), { name: 'words.txt' })).status).toBe(201);
  });

  test('[MS-02] without the queue nothing waits: sizes are listed as missing, and post-process responds once they exist', async () => {
    const { status, json } = await upload(await plain());
    expect([status, names(json)]).toEqual([201, ['full']]);
    const missing = [
      '1536x1536',
      'large',
      'medium',
      'medium_2x',
      'medium_large',
      'preview',
      'thumbnail',
      'thumbnail_2x',
    ];
    expect([...(json.missing_image_sizes ?? [])].toSorted()).toEqual(missing);
    expect((await process(json.id, subsizes)).json.missing_image_sizes).toHaveLength(missing.length);
    work();
    const done = await process(json.id, subsizes);
    expect([
      done.status,
      done.json.missing_image_sizes,
      done.json.media_details.sizes['medium']?.filesize,
    ]).toEqual([200, [], expect.any(Number)]);
    const version = () =>
      site.database.read
        .selectFrom('media')
        .select('version')
        .where('post_id', '=', json.id)
        .executeTakeFirstOrThrow();
    const before = await version();
    expect((await process(json.id, subsizes)).status).toBe(200);
    expect(await version()).toEqual(before);
  });

  test('[MS-03] post-process is for users who can edit the file, and knows one action', async () => {
    const {
      json: { id },
    } = await upload(await plain('jpeg', 20, 20));
    const replies = await Promise.all([
      process(id, subsizes, {}),
      process(id, subsizes, headers.author),
      process(id, '{"action":"delete"}'),
      process(id, '{"action":["create-image-subsizes"]}'),
      process(id, '{}'),
      process(987_654, subsizes),
      process(id, subsizes),
    ]);
    expect(replies.map(({ status, json }) => `${status} ${json.code}`)).toEqual([
      '401 rest_cannot_edit',
      '403 rest_cannot_edit',
      '400 rest_invalid_param',
      '400 rest_invalid_param',
      '400 rest_missing_callback_param',
      '404 rest_post_invalid_id',
      '200 undefined',
    ]);
  });

  test('[MS-04] clients that prefer not to wait, or ask for other fields, are answered at once', async () => {
    const maker = new SizeMaker();
    const begun = Promise.withResolvers<undefined>();
    const go = Promise.withResolvers<undefined>();
    work(() =>
      Object.assign(Object.create(maker) as SizeMaker, {
        make: async (request: Parameters<SizeMaker['make']>[0]) => {
          begun.resolve(undefined);
          await go.promise;
          return maker.make(request);
        },
        close: () => maker.close(),
      }),
    );
    const { json } = await upload(await plain('jpeg', 400, 300), {
      more: { prefer: 'wait=1, respond-async' },
    });
    await begun.promise;
    expect(names(json)).toEqual(['full']);
    expect((await upload(await plain('jpeg', 400, 300), { query: '?_fields=id' })).status).toBe(201);
    const waits = process(json.id, subsizes);
    go.resolve(undefined);
    expect(names((await waits).json)).toContain('medium');
  });

  test('[MS-05] a failed attempt at the sizes ends the wait', async () => {
    work(() =>
      Object.assign(new SizeMaker(), { make: async () => ({ fault: 'It is no picture.', again: false }) }),
    );
    const { status, json } = await upload(await plain('jpeg', 400, 300));
    expect([status, names(json), json.missing_image_sizes?.length]).toEqual([201, ['full'], 3]);
  });

  test('[MS-06] camera data is exposed as in WordPress, without the location', async () => {
    const gps = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '52/1 31/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '13/1 24/1 0/1',
    };
    const exif = {
      IFD0: {
        ImageDescription: 'Quay <b>at</b> noon',
        Artist: 'Ada & Co',
        Copyright: 'Ada Media',
        Model: ' X-100 ',
        Orientation: '1',
      },
      IFD2: {
        FNumber: '56/10',
        ExposureTime: '1/60',
        ISOSpeedRatings: '400',
        FocalLength: '35/1',
        DateTimeDigitized: '2026:06:01 12:30:00',
      },
      IFD3: gps,
    };
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
      .withExif(exif)
      .jpeg()
      .toBuffer();
    const { json } = await upload(picture);
    const said = {
      aperture: '5.6',
      credit: 'Ada &amp; Co',
      camera: 'X-100',
      caption: 'Quay &lt;b&gt;at&lt;/b&gt; noon',
      created_timestamp: '1780317000',
      copyright: 'Ada Media',
      focal_length: '35',
      iso: '400',
      shutter_speed: '0.016666666666667',
      title: 'Quay &lt;b&gt;at&lt;/b&gt; noon',
      orientation: '1',
      keywords: [],
    };
    expect(json.media_details.image_meta).toEqual(said);
    expect((await sendRequest('GET', `/${json.id}`, { as: {} })).json.media_details.image_meta).toEqual(said);
    const stored = readFileSync(join(place().dataDir, 'media', json.media_details.file));
    expect([JSON.stringify(json).includes('GPS'), stored.includes('X-100')]).toEqual([false, false]);
    const press = withIptc(await plain('jpeg', 20, 20), [
      [105, 'Harbour opens'],
      [120, 'The harbour “opened” today.'],
      [80, 'Grace'],
      [25, 'harbour'],
      [25, 'ships'],
      [90, 'Secretville'],
      [101, 'Nowhere'],
      [55, '20260601'],
      [60, '123000+0000'],
    ]);
    expect((await upload(press)).json.media_details.image_meta).toEqual({
      ...nothingSaid,
      title: 'Harbour opens',
      caption: 'The harbour “opened” today.',
      credit: 'Grace',
      keywords: ['harbour', 'ships'],
      created_timestamp: '1780317000',
    });
  });

  test('[MS-07] damaged camera data harm nothing', async () => {
    const jpeg = await plain('jpeg', 20, 20);
    const tiffs = [
      Buffer.from('II*\0\xff\xff\xff\xff', 'latin1'),
      Buffer.from('MM\0*\0\0\0\x08\xff\xff', 'latin1'),
      Buffer.from('II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0', 'latin1'),
      Buffer.from('II*\0\x08\0\0\0\x01\0\x10\x01\x02\0\xff\xff\xff\xff\x00\0\0\0', 'latin1'),
      Buffer.alloc(0),
    ];
    for (const tiff of tiffs) {
      const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
      const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
      const { status, json } = await upload(
        Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]),
      );
      expect([tiff.toString('hex'), status, Object.keys(json.media_details.image_meta ?? {})]).toEqual([
        tiff.toString('hex'),
        201,
        Object.keys(nothingSaid),
      ]);
    }
    const zero = await sharp(jpeg)
      .withExif({ IFD2: { FNumber: '5/0', ExposureTime: '0/0', DateTimeDigitized: 'never' } })
      .jpeg()
      .toBuffer();
    expect((await upload(zero)).json.media_details.image_meta).toMatchObject({
      aperture: '0',
      shutter_speed: '0',
      created_timestamp: '0',
    });
    const stored = (await upload(jpeg)).json.id;
    await site.database.write((tx) =>
      tx.db
        .insertInto('post_meta')
        .values({ post_id: stored, key: '_image_meta', value: '{"iso":[1]' })
        .execute(),
    );
    expect((await sendRequest('GET', `/${stored}`)).json.media_details.image_meta).toEqual(nothingSaid);
  });
});
