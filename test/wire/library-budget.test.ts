import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { bundledLibrary } from '../../src/modules/templates/library/library.ts';
import { createSession, writeSession } from '../../src/modules/users/session.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { lookNames } from '../../src/lib/look/looks.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makeDemoDatabase } from '../harness/demo-site.ts';
import { drawn } from '../harness/drawn.ts';
import { makeUser } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';

/** Of all its inline styles, gzipped, in bytes. */
const styleBytes = (html: string) =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].reduce(
    (sum, [, text = '']) => sum + gzipSync(text).length,
    0,
  );

const year = new Date().getFullYear();
/** Rich pages of the demo, by kind. */
const pages: Readonly<Record<string, string>> = {
  single: '/the-last-cable-to-sorvik/',
  header: '/the-last-cable-to-sorvik/',
  footer: '/the-last-cable-to-sorvik/',
  category: '/category/technology/',
  tag: '/tag/maps/',
  author: '/author/ines-okafor/',
  date: `/${year}/`,
  search: '/?s=rain',
  404: '/no-such-page/',
  page: '/about/',
  home: '/',
  cpt_tax: '/type/video/',
};

describe('pages of the demo with the templates of the library', () => {
  let place: TestDatabase;
  let database: Database;
  let server: HostedServer;
  let cookie = '';

  beforeAll(async () => {
    place = await makeDemoDatabase();
    database = await openSiteDatabase({ dataDir: place.dataDir, maxConnections: 2 });
    server = await startHostedServer(place);
    const session = await database.write(async (tx) =>
      createSession(tx, await makeUser(tx, { roles: ['editor'] })),
    );
    const name = `wordpress_logged_in_${createHash('md5').update(server.url).digest('hex')}`;
    cookie = `${name}=${writeSession(createSigner(loadSecret(place.dataDir)), session)}`;
  });
  afterAll(async () => {
    await server?.stop();
    await database?.close();
    await place?.drop();
  });

  const withTemplate = async (path: string, name: string, device: string) => {
    const query = `${path.includes('?') ? '&' : '?'}template_preview=library:${name}&device=${device}`;
    const reply = await fetch(server.url + path + query, { headers: { cookie } });
    return { status: reply.status, html: await reply.text() };
  };

  const looks = [...lookNames.slice(0, 1), ...drawn('looks of the library', lookNames.slice(1), 3)];
  test.each(looks)('in the look %s their style sheets have at most 15 KB', async (look) => {
    const tagline = `In the look ${look}`;
    await database.write((tx) => saveSettings(tx, { look: { base: look }, blogdescription: tagline }));
    await expect.poll(async () => (await fetch(server.url)).text()).toContain(tagline);
    const seen: string[] = [];
    for (const { name, type, isMobile } of bundledLibrary().values()) {
      const path = pages[type];
      if (path === undefined) continue;
      const { status, html } = await withTemplate(path, name, isMobile ? 'phone' : 'desktop');
      expect([name, status]).toEqual([name, type === '404' ? 404 : 200]);
      expect(html).toContain('<body');
      expect(styleBytes(html), `${name}, in bytes`).toBeLessThanOrEqual(15 * 1024);
      seen.push(name);
    }
    expect(seen.length).toBeGreaterThan(40);
  });
});
