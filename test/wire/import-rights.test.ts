import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../src/modules/accounts/account-token.ts';
import { findUserByLogin } from '../../src/modules/users/reader.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { authorXml, inPieces, wxr } from '../fixtures/wxr.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { startMailServer } from '../harness/mail-server.ts';
import type { MailServer } from '../harness/mail-server.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

onDrawnDatabase('capabilities of users in an export', (get, place) => {
  let site: ServedSite;
  let mail: MailServer;
  const post = (action: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    rawRequest(site.url, `/wp-login.php?action=${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const lost = async (name: string) => {
    const { status, body } = await post('lostpassword', { user_login: name });
    return [status, /<p class="account-notice[^>]*>([^<]*)</.exec(body)?.[1]];
  };
  const sent = [200, expect.stringContaining('Check your email')];
  const refused = [
    400,
    'This imported account has not been activated yet. Ask the site administrator for an invitation.',
  ];

  beforeAll(async () => {
    mail = await startMailServer();
    site = await serveSite(place(), { smtpUrl: mail.url });
    await get().write(async (tx) => {
      await makeUser(tx, {
        login: 'boss',
        email: 'boss@here.example',
        roles: ['administrator'],
        displayName: 'The boss',
      });
      // As a network creates accounts: without a password, which the user may set.
      await makeUser(tx, { login: 'social', email: 'social@here.example', roles: ['subscriber'] });
    });
  });
  afterAll(async () => {
    await site.close();
    await mail.close();
  });

  test('[AUTH-09] an exported address opens no account: its owner is invited first; existing accounts keep their data', async () => {
    const parts = [
      authorXml('stranger', 77, 'A stranger'),
      authorXml('BOSS', 78, 'Somebody else'),
      authorXml('social', 79),
    ];
    await importWxr(get(), inPieces(wxr([{ id: 9, creator: 'stranger' }], { parts })));
    expect([await lost('stranger'), await lost('STRANGER@example.org')]).toEqual([refused, refused]);
    const called = await rawRequest(site.url, '/wp-admin/admin-ajax.php', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        action: 'td_mod_remember_pass',
        forgot_email: 'stranger@example.org',
      }).toString(),
    });
    expect(JSON.parse(called.body)).toMatchObject({ error: refused[1] });
    expect(await findUserByLogin(get().read, 'boss')).toMatchObject({
      email: 'boss@here.example',
      displayName: 'The boss',
      roles: ['administrator'],
    });
    // Existing users who are only named in the export were not imported.
    expect([await lost('boss'), await lost('social')]).toEqual([sent, sent]);
    await expect
      .poll(() => mail.mails.map(({ to }) => to[0]).toSorted())
      .toEqual(['boss@here.example', 'social@here.example']);
    const { id = 0 } = (await findUserByLogin(get().read, 'stranger')) ?? {};
    const key = await get().write((tx) => createToken(tx, { kind: 'invitation', userId: id }));
    const chosen = { pass1: 'correct horse 1', pass2: 'correct horse 1', display_name: 'A stranger' };
    expect((await post('rp', chosen, { cookie: `wp-resetpass-broadsheet=${key}` })).status).toBe(303);
    expect(await lost('stranger')).toEqual(sent); // imported users can reset a password like all others
  });
});
