import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { registerPostType } from '../../src/modules/types/registry.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { adminPages } from '../../src/site/admin/admin-route.ts';
import { builtAdmin } from '../harness/built-admin.ts';
import { onDatabase } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

interface Boot {
  readonly site: { readonly language: string; readonly direction: string; readonly dates: string };
  readonly user: { readonly name: string; readonly capabilities: readonly string[] };
  readonly types: readonly {
    readonly name: string;
    readonly isArticle: boolean;
    readonly mayBeFront: boolean;
  }[];
}

onDatabase('sqlite', 'the newsroom', (_get, place) => {
  let site: ServedSite;
  let admin = { build: '', state: '' };
  const cookies: Record<string, string> = {};
  const get = (path: string, who = 'editor', headers: Record<string, string> = {}) =>
    rawRequest(site.url, path, { headers: { cookie: cookies[who] ?? '', ...headers } });
  const writeState = (content: object) => {
    mkdirSync(admin.state, { recursive: true });
    writeFileSync(join(admin.state, 'admin.json'), JSON.stringify(content));
  };

  beforeAll(async () => {
    admin = builtAdmin(join(place().dataDir, 'newsroom'));
    site = await serveSite(place(), {}, { admin });
    for (const role of ['administrator', 'editor', 'contributor', 'subscriber']) {
      const id = await site.database.write((tx) =>
        makeUser(tx, { roles: [role], displayName: `</script><b>${role}` }),
      );
      cookies[role] = (await site.signIn(id)).cookie;
    }
  });
  afterAll(() => site.close());

  test('[IMP-11] [ROUTE-12] editors get the newsroom’s document with its own policy; visitors are sent to log in', async () => {
    const { status, body, headers } = await get('/wp-admin/edit.php?post_type=page');
    const policy = String(headers['content-security-policy']);
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'private, no-store',
      'noindex',
    ]);
    expect(policy).toMatch(/script-src 'sha256-[^']+' 'sha256-[^']+' 'strict-dynamic';/);
    expect([policy.includes('trusted-types'), policy.includes(`frame-src 'self' blob:;`)]).toEqual([
      false,
      true,
    ]);
    const boot = JSON.parse(/id="boot">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as Boot;
    expect([
      boot.user.name,
      boot.user.capabilities.includes('edit_pages'),
      boot.types.map(({ name }) => name).slice(0, 2),
    ]).toEqual(['</script><b>editor', true, ['post', 'page']]);
    expect(body).not.toContain('<b>editor');
    expect((await get('/wp-admin/', 'nobody')).headers.location).toBe(
      '/wp-login.php?redirect_to=%2Fwp-admin%2F&reauth=1',
    );
    expect((await get('/wp-admin/', 'subscriber')).headers.location).toBe('/wp-admin/profile.php');
    expect((await get('/wp-admin/', 'contributor')).status).toBe(200);
  });

  test('the editor gets a type’s definition: subscribers are notified of one’s own articles, too', async () => {
    const takeBack = registerPostType({
      name: 'review',
      labels: { plural: 'Reviews', singular: 'Review' },
      isArticle: true,
    });
    try {
      const { body } = await get('/wp-admin/');
      const { types } = JSON.parse(/id="boot">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as Boot;
      const those = (is: 'isArticle' | 'mayBeFront') =>
        types.filter((type) => type[is]).map(({ name }) => name);
      expect([those('isArticle'), those('mayBeFront')]).toEqual([['post', 'review'], ['page']]);
    } finally {
      takeBack();
    }
  });

  test.each([
    ['he-IL', 'he-IL', 'rtl', '22 בפבר׳ 2026, 21:05'],
    ['en-GB', 'en-GB', 'ltr', '22 Feb 2026, 21:05'],
    ['de', 'de', 'ltr', '22.02.2026, 21:05'],
    ['ko-KR', 'en', 'ltr', '22 Feb 2026, 9:05 pm'],
    ['en-US', 'en-US', 'ltr', 'Feb 22, 2026, 9:05 PM'],
  ])(
    'on a site in %s it uses %s, lists available translations, and uses the local clock',
    async (language, spoken, direction, moment) => {
      await site.database.write((tx) => saveSettings(tx, { site_language: language }));
      const { body } = await get('/wp-admin/');
      const dir = spoken === 'he-IL' ? ' dir="rtl"' : '';
      expect(body).toMatch(new RegExp(`^<!doctype html>\n<html lang="${spoken}"${dir} data-scheme=`));
      const siteInfo = (JSON.parse(/id="boot">(.*?)<\/script>/s.exec(body)?.[1] ?? '') as Boot).site;
      expect(siteInfo).toMatchObject({ language, direction });
      const written = new Intl.DateTimeFormat(siteInfo.dates, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'UTC',
      }).format(Date.UTC(2026, 1, 22, 21, 5));
      expect(written.replace(/\s/g, ' ')).toBe(moment);
    },
  );

  test.each([
    ['fr_FR', 'fr-FR', 'Corbeille'],
    ['pt_PT', 'pt-PT', 'Lixeira'],
    ['de_DE_formal', 'de-DE', 'Papierkorb'],
    ['ko_KR', 'en', undefined],
    ['en_AU', 'en-AU', undefined],
    ['sv_SE', 'en', undefined],
    ['', 'tr', 'Çöp'],
  ])('for a user with the locale “%s” on a Turkish site it speaks %s', async (locale, spoken, trash) => {
    const id = await site.database.write(async (tx) => {
      await saveSettings(tx, { site_language: 'tr' });
      const user = await makeUser(tx, { roles: ['editor'] });
      await updateUser(tx, user, { locale });
      return user;
    });
    const { cookie } = await site.signIn(id);
    const { body } = await rawRequest(site.url, '/wp-admin/', { headers: { cookie } });
    expect(body).toContain(`<html lang="${spoken}" data-scheme=`);
    const words = JSON.parse(/id="words">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as {
      readonly words?: Readonly<Record<string, string>>;
    };
    expect(words.words?.['Trash']).toBe(trash);
  });

  test('no page below /wp-admin/ can be framed, and neither can errors and redirects there', async () => {
    const pages = [...adminPages.keys()]
      .filter((page) => page.startsWith('GET '))
      .map((page) => page.slice(4));
    expect(pages).toEqual(
      expect.arrayContaining([
        '/wp-admin/',
        '/wp-admin/profile.php',
        '/wp-admin/second-factor.php',
        '/wp-admin/import.php',
      ]),
    );
    const others = [
      '/wp-admin',
      '/wp-admin/profile.php?done=account_saved',
      '/wp-admin/second-factor.php?',
      '/wp-admin/comment.php?c=1',
      '/wp-admin/no-such-page.php',
      '/wp-admin/no/such/page',
      '/wp-admin/install.php',
      '/wp-admin/%2e%2e/profile.php',
      '/wp-admin//profile.php',
      '/wp-admin/assets/none.js',
      '/wp-admin/authorize-application.php?app_name=A',
      '/wp-admin/authorize-application.php?app_name=A&success_url=javascript:x',
    ];
    const statuses = new Set<number>();
    for (const path of [...pages, ...others]) {
      for (const who of ['administrator', 'editor', 'contributor', 'subscriber', 'nobody']) {
        for (const method of ['GET', 'HEAD']) {
          const { status, headers } = await rawRequest(site.url, path, {
            method,
            headers: { cookie: cookies[who] ?? '', accept: 'text/html' },
          });
          statuses.add(status);
          const rules = String(headers['content-security-policy']).match(/frame-ancestors [^;]*/g);
          expect([method, path, who, rules, headers['x-frame-options']]).toEqual([
            method,
            path,
            who,
            [`frame-ancestors 'none'`],
            'DENY',
          ]);
        }
      }
    }
    expect([...statuses].toSorted()).toEqual([200, 301, 302, 400, 403, 404]);
    expect((await get('/wp-login.php')).headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  test('its files are sent precompressed and immutable, and no others are served', async () => {
    const { headers, body } = await get('/wp-admin/assets/admin-a1.js', 'nobody', {
      'accept-encoding': 'gzip, br',
    });
    expect([body, headers['content-encoding'], headers['content-type'], headers['cache-control']]).toEqual([
      'as brotli',
      'br',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect(
      (await get('/wp-admin/assets/admin-a1.css', 'nobody', { 'accept-encoding': 'gzip, br' })).headers[
        'content-encoding'
      ],
    ).toBeUndefined();
    expect(
      (await get('/wp-admin/assets/admin-a1.js', 'nobody', { 'accept-encoding': 'br;q=0, *' })).headers[
        'content-encoding'
      ],
    ).not.toBe('br');
    for (const name of [
      'none.js',
      '..%2Fadmin-assets.json',
      'admin-a1.js.br',
      '%2e%2e%2fadmin-assets.json',
      'admin-assets.json',
      `${'a'.repeat(300)}.js`,
      '%00.js',
    ]) {
      expect([name, (await get(`/wp-admin/assets/${name}`)).status]).toEqual([name, 404]);
    }
  });

  test('during the build its page shows the progress, and reloads automatically', async () => {
    rmSync(join(admin.build, 'admin-assets.json'));
    const shown = async () => {
      const { status, body, headers } = await get('/wp-admin/');
      const words = body.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, ' ');
      return [status, headers['refresh'], /Step \d of 2|No build is running|npm ci failed/.exec(words)?.[0]];
    };
    try {
      expect(await shown()).toEqual([503, '15', 'No build is running']);
      writeState({ step: 'installing', pid: process.pid });
      expect(await shown()).toEqual([503, '5', 'Step 1 of 2']);
      writeState({ step: 'building', pid: process.pid });
      expect(await shown()).toEqual([503, '5', 'Step 2 of 2']);
      writeState({ step: 'failed', reason: 'npm ci failed in /srv', pid: 1 });
      expect(await shown()).toEqual([503, '15', 'npm ci failed']);
      writeState({ step: 'building', pid: 2 ** 22 + 1 }); // beyond Linux' maximum pid: killed
      expect(await shown()).toEqual([503, '15', 'No build is running']);
      expect((await get('/wp-admin/', 'nobody')).status).toBe(302);
      expect((await get('/wp-admin/profile.php')).status).toBe(200);
    } finally {
      builtAdmin(join(place().dataDir, 'newsroom'));
    }
    expect((await get('/wp-admin/')).status).toBe(200);
  });
});
