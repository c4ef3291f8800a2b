import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { createRole } from '../../src/modules/users/role-writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('previews of unsaved settings', (_get, place) => {
  let site: ServedSite;
  type Caller = Awaited<ReturnType<ServedSite['signIn']>>;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    site = await serveSite(place());
    const ids = await site.database.write(async (tx) => {
      await createRole(tx, {
        name: 'caretaker',
        label: 'Caretaker',
        capabilities: ['read', 'manage_options'],
      });
      await saveSettings(tx, { additional_css: 'body{color:#010203}' });
      await makePost(tx, { title: 'Ferries return', slug: 'ferries-return' });
      const made: [string, number][] = [];
      for (const role of ['administrator', 'caretaker', 'editor'])
        made.push([role, await makeUser(tx, { roles: [role] })]);
      return made;
    });
    for (const [role, id] of ids) callers.set(role, await site.signIn(id));
  });
  afterAll(() => site.close());

  const rest = async (method: string, path: string, body?: unknown, who = 'administrator') => {
    const { cookie = '', nonce = '' } = callers.get(who) ?? {};
    const reply = await rawRequest(site.url, `/wp-json/broadsheet/v1${path}`, {
      method,
      headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, json: JSON.parse(reply.body) as Record<string, unknown> };
  };
  const preview = (values: unknown, who?: string, path = '/') =>
    rest('POST', '/settings/preview', { path, values }, who);
  const html = async (values: unknown) => String((await preview(values)).json['html']);

  test('[IMP-12] show them, without scripts and with the unsaved Additional CSS inline', async () => {
    const shown = await html({ blogname: 'The Unsaved Times', ad_header: '<script>x()</script>' });
    expect([shown.includes('The Unsaved Times'), /<script/.test(shown)]).toEqual([true, false]);
    const styled = await html({ additional_css: 'p::before{content:"</style><i>"}body{color:#040506}' });
    expect(styled).toContain('#040506');
    expect(styled).not.toContain('</style><i>');
    expect(styled).not.toMatch(/<link[^>]*custom-/);
    expect(await html({})).toContain('#010203');
    const without = await html({ additional_css: null });
    expect([without.includes('#010203'), without.includes('custom-')]).toEqual([false, false]);
  });

  test('[IMP-12] are refused without capabilities, for code without unfiltered_html, and for invalid values', async () => {
    const code = { additional_css: 'p{}' };
    expect([
      (await preview({ blogname: 'Mine' }, 'editor')).status,
      (await preview({ blogname: 'Mine' }, 'caretaker')).status,
    ]).toEqual([403, 200]);
    expect(await preview(code, 'caretaker')).toMatchObject({ status: 403, json: { code: 'rest_forbidden' } });
    for (const values of [{ posts_per_page: 0 }, { nothing: 1 }, { additional_css: 1 }, 'x'])
      expect(await preview(values)).toMatchObject({ status: 400, json: { code: 'rest_invalid_param' } });
    expect((await preview({}, 'administrator', 'https://other.example/')).status).toBe(400);
  });

  test('[IMP-12] leave cached pages as they are', async () => {
    const page = () => rawRequest(site.url, '/');
    const cached = () => rest('GET', '/cached-pages?path=/');
    const before = [(await page()).body, await cached()];
    expect(before[1]).toMatchObject({ json: { state: 'cached' } });
    await html({ blogname: 'The Unsaved Times', additional_css: 'p{}', look: { base: 'tabloid' } });
    expect([await cached(), (await page()).body]).toEqual(before.toReversed());
  });
});
