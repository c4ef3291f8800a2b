import { expect, test } from 'vitest';
import { takesPasskeys } from '../../src/modules/accounts/passkeys.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { makeAuthenticator } from '../harness/authenticator.ts';
import type { Authenticator, Lies } from '../harness/authenticator.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { ajax } from '../harness/served-site.ts';
import {
  codesIn,
  cookiesOf,
  hiddenIn,
  isSignedIn,
  password,
  noticeIn,
  useAccountSite,
} from '../harness/account-site.ts';

const setUp = '/wp-admin/second-factor.php';
const siteUrl = 'https://paper.example';

test('browsers allow passkeys with https and a name, and on localhost', () => {
  const addresses = [
    'https://paper.example',
    'http://localhost:3000',
    'http://paper.localhost',
    'http://paper.example',
    'https://127.0.0.1',
    'http://127.0.0.1:3000',
    'https://[::1]',
    'http://localhost.example',
    'https://10.0.0.1:8443',
  ];
  expect(addresses.filter(takesPasskeys)).toEqual([
    'https://paper.example',
    'http://localhost:3000',
    'http://paper.localhost',
  ]);
});

onDrawnDatabase('passkeys', (_get, place) => {
  const accounts = useAccountSite(place, { siteUrl });
  const { get, logIn, isIn } = accounts;
  const sendTo = (path: string, fields: Record<string, string>, cookie = '') =>
    accounts.sendTo(path, fields, cookie === '' ? {} : { cookie });
  const call = (fields: Record<string, string>, cookie = '', headers: Record<string, string> = {}) =>
    ajax(
      accounts.site.url,
      { action: 'broadsheet_passkey', ...fields },
      { ...headers, ...(cookie === '' ? {} : { cookie }) },
    );
  const optionsFor = async (use: string, cookie = '') =>
    (JSON.parse((await call({ use }, cookie)).body) as { options: object }).options;
  const signIn = async (machine: Authenticator, lies?: Lies) =>
    call({ use: 'sign-in', credential: machine.show(await optionsFor('sign-in'), lies) });

  async function createPerson() {
    const person = await accounts.createPerson();
    return { ...person, nonce: hiddenIn((await get(setUp, person.cookie)).body, '_wpnonce') };
  }
  const add = (
    person: { cookie: string; nonce: string },
    credential: string,
    more: Record<string, string> = {},
  ) =>
    sendTo(
      setUp,
      {
        section: 'passkey',
        _wpnonce: person.nonce,
        name: 'My phone',
        current: password,
        credential,
        ...more,
      },
      person.cookie,
    );
  async function keeper() {
    const person = await createPerson();
    const machine = makeAuthenticator(siteUrl);
    const added = await add(person, machine.register(await optionsFor('register', person.cookie)));
    return { ...person, machine, codes: codesIn(added.body) };
  }

  test('a passkey is created in the profile, logs in without a password, is listed with its last use, and removed', async () => {
    const { id, login, cookie, nonce } = await createPerson();
    const elsewhere = cookiesOf(await logIn(login));
    const machine = makeAuthenticator(siteUrl);
    const added = await add({ cookie, nonce }, machine.register(await optionsFor('register', cookie)));
    // A session by password alone is ended.
    expect([await isIn(elsewhere), await isIn(cookie), isSignedIn(added)]).toEqual([false, true, false]);
    expect([added.status, noticeIn(added), codesIn(added.body).length]).toEqual([
      200,
      'Your passkey has been added. You can now log in with it.',
      10,
    ]);
    await expect.poll(() => accounts.mail.mails.map(({ to }) => to)).toEqual([[`${login}@mail.example`]]);
    expect((await get(setUp, cookie)).body).toMatch(/<b[^>]*>My phone<\/b>[\s\S]*Never used/);
    const inside = await signIn(machine);
    expect([JSON.parse(inside.body), await isIn(cookiesOf(inside))]).toEqual([
      { error: '', message: '', redirect: '' },
      true,
    ]);
    expect((await get(setUp, cookie)).body).toMatch(/<b[^>]*>My phone<\/b>[\s\S]*Last used/);
    // A passkey counts as both factors; a password alone as neither.
    const first = await logIn(login);
    expect([isSignedIn(first), first.headers.location]).toEqual([false, '/wp-login.php?action=second-step']);
    const second = makeAuthenticator(siteUrl);
    const more = await add({ cookie, nonce }, second.register(await optionsFor('register', cookie)), {
      name: 'Key <b>',
    });
    expect([more.headers.location, (await get(setUp, cookie)).body.includes('>Key &lt;b&gt;</b>')]).toEqual([
      `${setUp}?done=account_passkey_added`,
      true,
    ]);
    expect([isSignedIn(await signIn(second)), await isIn(cookiesOf(inside))]).toEqual([true, true]);
    const remove = (end: string, current = password) =>
      sendTo(setUp, { section: 'passkey-gone', _wpnonce: nonce, end, current }, cookie);
    expect([
      (await remove(machine.id, 'wrong')).status,
      (await remove(machine.id)).status,
      (await remove(machine.id)).status,
    ]).toEqual([400, 303, 400]);
    expect([isSignedIn(await signIn(machine)), isSignedIn(await signIn(second))]).toEqual([false, true]);
    expect((await remove(second.id)).status).toBe(303);
    expect(isSignedIn(await logIn(login))).toBe(true);
    for (const table of ['passkey', 'recovery_code'] as const) {
      expect(
        await accounts.site.database.read
          .selectFrom(table)
          .select('user_id')
          .where('user_id', '=', id)
          .execute(),
      ).toEqual([]);
    }
    await expect.poll(() => accounts.mail.mails.at(-1)?.text.includes('was turned off')).toBe(true);
  });

  test('a created passkey survives a wrong password or name, and a new one replaces it', async () => {
    const person = await createPerson();
    const offer = async () =>
      (await optionsFor('register', person.cookie)) as { readonly user: { readonly id: string } };
    const options = await offer();
    const credential = makeAuthenticator(siteUrl).register(options);
    const credentialIn = ({ body }: { readonly body: string }) =>
      decodeEntities(hiddenIn(body, 'credential'));
    const [wrong, nameless] = [
      await add(person, credential, { current: 'wrong' }),
      await add(person, credential, { name: ' ' }),
    ];
    expect([wrong.status, credentialIn(wrong), nameless.status, credentialIn(nameless)]).toEqual([
      400,
      credential,
      400,
      credential,
    ]);
    const [offered, others] = [
      (await offer()).user.id,
      ((await optionsFor('register', (await createPerson()).cookie)) as typeof options).user.id,
    ];
    expect([
      offered === options.user.id,
      offered === others,
      Buffer.from(offered, 'base64url').toString('base64url'),
    ]).toEqual([true, false, offered]);
    expect((await add(person, credentialIn(wrong))).status).toBe(200);
    // A refused credential would be resent forever.
    const used = await add(person, credential);
    expect([used.status, credentialIn(used)]).toEqual([400, '']);
  });

  test('a long name is cut between two characters', async () => {
    const person = await createPerson();
    const credential = makeAuthenticator(siteUrl).register(await optionsFor('register', person.cookie));
    await add(person, credential, { name: `${'a'.repeat(99)}😀` });
    expect(/<b[^>]*>(a{99}[^<]*)</.exec((await get(setUp, person.cookie)).body)?.[1]).toBe('a'.repeat(99));
  });

  test('a passkey as a second factor, in addition to recovery codes', async () => {
    const { login, machine, codes } = await keeper();
    const half = cookiesOf(await logIn(login));
    const page = await get('/wp-login.php?action=second-step', half);
    expect([page.body.includes('account-passkey'), page.body.includes('Recovery code')]).toEqual([
      true,
      true,
    ]);
    const shown = machine.show(await optionsFor('second-step', half));
    const done = await call({ use: 'second-step', credential: shown }, half);
    expect(await isIn(cookiesOf(done))).toBe(true);
    expect(isSignedIn(await call({ use: 'second-step', credential: shown }, half))).toBe(false);
    expect(
      (
        await sendTo(
          '/wp-login.php?action=second-step',
          { code: codes[0] ?? '' },
          cookiesOf(await logIn(login)),
        )
      ).status,
    ).toBe(303);
  });

  test('ten ways around it fail, without effect on another user', async () => {
    const bystander = await keeper();
    const { machine, login, cookie, nonce } = await keeper();
    const other = await keeper();
    const lies: Lies[] = [
      { origin: 'https://paper.example.evil.example' },
      { origin: 'http://paper.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.from('made up').toString('base64url') },
      { unverified: true },
      { forged: true },
      { type: 'webauthn.create' },
      { userHandle: 'AAAA' },
    ];
    for (const lie of lies) {
      const reply = await signIn(machine, lie);
      expect([lie, isSignedIn(reply), (JSON.parse(reply.body) as { error: string }).error]).toEqual([
        lie,
        false,
        'The passkey was not accepted. Try again, or log in with your password.',
      ]);
    }
    accounts.pass(24 * 3_600_000);
    // One assertion twice, also concurrently; and a challenge for another purpose.
    const shown = machine.show(await optionsFor('sign-in'));
    const both = await Promise.all([1, 2].map(() => call({ use: 'sign-in', credential: shown })));
    expect([
      both.filter(isSignedIn).length,
      isSignedIn(await call({ use: 'sign-in', credential: shown })),
    ]).toEqual([1, false]);
    const half = cookiesOf(await logIn(login));
    for (const [use, as, held] of [
      ['register', 'sign-in', cookie],
      ['second-step', 'sign-in', half],
      ['sign-in', 'second-step', half],
    ] as const) {
      expect([
        use,
        as,
        isSignedIn(await call({ use: as, credential: machine.show(await optionsFor(use, held)) }, held)),
      ]).toEqual([use, as, false]);
    }
    accounts.pass(24 * 3_600_000);
    expect([
      isSignedIn(await signIn(machine, { counter: 1 })),
      isSignedIn(await signIn(machine, { counter: 100 })),
      isSignedIn(await signIn(machine, { counter: 100 })),
    ]).toEqual([false, true, false]);
    // Another user's second factor, and key.
    const options = await optionsFor('second-step', half);
    expect(
      isSignedIn(await call({ use: 'second-step', credential: other.machine.show(options) }, half)),
    ).toBe(false);
    const elsewhere = cookiesOf(await logIn(login));
    expect(
      isSignedIn(
        await call({ use: 'second-step', credential: machine.show(options, { counter: 200 }) }, elsewhere),
      ),
    ).toBe(false);
    // A key registered already, with this account or another; another user's offer; without a password or a name.
    const same = makeAuthenticator(siteUrl, other.machine.id);
    expect((await add({ cookie, nonce }, same.register(await optionsFor('register', cookie)))).status).toBe(
      400,
    );
    const fresh = makeAuthenticator(siteUrl);
    expect(
      (await add({ cookie, nonce }, fresh.register(await optionsFor('register', other.cookie)))).status,
    ).toBe(400);
    const offered = fresh.register(await optionsFor('register', cookie));
    for (const more of [
      { current: '' },
      { current: 'wrong' },
      { name: ' ' },
      { _wpnonce: other.nonce },
    ] as Record<string, string>[]) {
      expect([more, [400, 403].includes((await add({ cookie, nonce }, offered, more)).status)]).toEqual([
        more,
        true,
      ]);
    }
    for (const lie of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { unverified: true },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
    ]) {
      expect([
        lie,
        (await add({ cookie, nonce }, fresh.register(await optionsFor('register', cookie), lie))).status,
      ]).toEqual([lie, 400]);
    }
    expect([
      (await add({ cookie, nonce }, offered)).status,
      (await add({ cookie, nonce }, offered)).status,
    ]).toEqual([303, 400]);
    // Only the owner removes a passkey, and forms of other sites are refused.
    expect(
      (
        await sendTo(
          setUp,
          { section: 'passkey-gone', _wpnonce: nonce, end: other.machine.id, current: password },
          cookie,
        )
      ).status,
    ).toBe(400);
    const foreign = await call(
      { use: 'sign-in', credential: other.machine.show(await optionsFor('sign-in')) },
      '',
      { origin: 'https://evil.example' },
    );
    expect([isSignedIn(foreign), foreign.body.includes('another site')]).toEqual([false, true]);
    expect(JSON.parse((await call({ use: 'register' })).body)).toMatchObject({
      error: expect.stringContaining('expired'),
    });

    expect([
      isSignedIn(await signIn(other.machine)),
      isSignedIn(await signIn(bystander.machine)),
      await isIn(bystander.cookie),
    ]).toEqual([true, true, true]);
  });

  test('an invalid passkey gets a response, and is throttled', async () => {
    const { cookie, nonce, machine } = await keeper();
    const right = machine.show(await optionsFor('sign-in'));
    const bad = [
      '{',
      'null',
      '[]',
      '"x"',
      '{}',
      '['.repeat(10_000),
      'x'.repeat(40_000),
      right.replace('public-key', 'other'),
      right.replace(/"signature":"[^"]*"/, '"signature":"AA"'),
      right.replace(/"authenticatorData":"[^"]*"/, '"authenticatorData":""'),
      right.replace(/"clientDataJSON":"[^"]*"/, '"clientDataJSON":"AAAA"'),
      right.replace(/"userHandle":"[^"]*"/, '"userHandle":["x"]'),
      JSON.stringify({ __proto__: 1, id: "' or 1=1", rawId: 'x' }),
    ];
    for (const credential of bad) {
      accounts.pass(3_600_000);
      const reply = await call({ use: 'sign-in', credential });
      expect([credential.slice(0, 60), reply.status, isSignedIn(reply)]).toEqual([
        credential.slice(0, 60),
        200,
        false,
      ]);
      expect([credential.slice(0, 60), (await add({ cookie, nonce }, credential)).status]).toEqual([
        credential.slice(0, 60),
        400,
      ]);
    }
    accounts.pass(24 * 3_600_000);
    const errors: string[] = [];
    for (let n = 0; n < 23; n++)
      errors.push(
        (JSON.parse((await call({ use: 'sign-in', credential: '{}' })).body) as { error: string }).error,
      );
    expect(errors.filter((error) => error.includes('Too many attempts'))).toHaveLength(3);
  });
});
