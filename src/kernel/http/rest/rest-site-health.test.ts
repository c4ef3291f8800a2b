import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { findActor } from '../../../modules/users/roles.ts';
import type { RestRequest } from './rest-request.ts';
import { siteHealth } from '../../../site/rest/wp-site-health-v1.ts';

const names = [
  'background-updates',
  'loopback-requests',
  'https-status',
  'dotorg-communication',
  'authorization-header',
  'page-cache',
];
const paths = names.map((name) => `/wp-site-health/v1/tests/${name}`);

onBothDatabases('Site Health over REST', (get) => {
  const rest = useRestApp(get);
  const who = { administrator: 0, editor: 0, subscriber: 0 };
  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['administrator', 'editor', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
    });
  });

  test('administrators get every WordPress test, and others its error', async () => {
    for (const path of [...paths, '/wp-site-health/v1/directory-sizes']) {
      for (const [userId, status] of [
        [who.editor, 403],
        [who.subscriber, 403],
      ] as const) {
        const refused = await rest.getAs(userId, path);
        expect([path, refused.status, refused.json['code'], refused.json['data']]).toEqual([
          path,
          status,
          'rest_forbidden',
          { status },
        ]);
      }
      const visitor = await rest.get(path);
      expect([path, visitor.status, visitor.json['code']]).toEqual([path, 401, 'rest_forbidden']);
      expect((await rest.sendAs(who.administrator, 'POST', path, {})).json).toMatchObject({
        code: 'rest_no_route',
      });
    }
    for (const [nth, path] of paths.entries()) {
      const { status, json } = await rest.getAs(who.administrator, path);
      expect([status, json]).toEqual([
        200,
        {
          test: names[nth]?.replaceAll('-', '_'),
          label: expect.stringMatching(/^[A-Z]/),
          status: expect.stringMatching(/^(?:good|recommended)$/),
          badge: { label: expect.stringMatching(/^(?:Security|Performance)$/), color: 'blue' },
          description: expect.stringMatching(/^<p>.*\.<\/p>$/),
          actions: '',
        },
      ]);
    }
    expect((await rest.getAs(who.administrator, '/wp-site-health/v1/tests/nothing')).json).toMatchObject({
      code: 'rest_no_route',
    });
    expect(rest.faults).toEqual([]);
  });

  test('judges HTTPS and the Authorization header by the site and the request', async () => {
    const actor = await findActor(get().read, who.administrator);
    const check = async (path: string, siteUrl: string, applicationPassword?: string) => {
      const request = {
        actor,
        applicationPassword,
        site: { content: { siteUrl } },
      } as unknown as RestRequest;
      const answered = await siteHealth
        .find((route) => route.path === path)
        ?.answer('GET', request, {}, () => new Map());
      return answered?.answer.kind === 'plain'
        ? (Object(answered.answer.body)['status'] as unknown)
        : undefined;
    };
    const [https, header] = [
      '/wp-site-health/v1/tests/https-status',
      '/wp-site-health/v1/tests/authorization-header',
    ];
    expect([await check(https, 'https://site.example'), await check(https, 'http://site.example')]).toEqual([
      'good',
      'recommended',
    ]);
    expect([
      await check(header, 'https://site.example'),
      await check(header, 'https://site.example', 'id'),
    ]).toEqual(['recommended', 'good']);
  });

  test('directory sizes are those of the media folder and the database', async () => {
    const readSizes = async () =>
      (await rest.getAs(who.administrator, '/wp-site-health/v1/directory-sizes')).json;
    const before = await readSizes();
    mkdirSync(join(rest.dataDir, 'media', '2026', '11'), { recursive: true });
    writeFileSync(join(rest.dataDir, 'media', '2026', '11', 'film.mp4'), Buffer.alloc(3 * 2 ** 20));
    const after = await readSizes();
    const raw = (json: typeof after, name: string) => Number(json[name]?.['raw']);
    expect([raw(before, 'uploads_size'), after['uploads_size']]).toEqual([
      0,
      { size: '3.00 MB', debug: '3.00 MB (3145728 bytes)', raw: 3 * 2 ** 20 },
    ]);
    expect(raw(after, 'database_size')).toBeGreaterThan(100_000);
    expect([raw(after, 'total_size'), Number(after['raw'])]).toEqual(
      Array(2).fill(raw(after, 'uploads_size') + raw(after, 'database_size')),
    );
  });
});
