import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { cookiesOf, codesIn, hiddenIn, password, noticeIn, useAccountSite } from '../harness/account-site.ts';
import { makeAuthenticator } from '../harness/authenticator.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { isDrawn } from '../harness/drawn.ts';
import { ajax } from '../harness/served-site.ts';
import { totpCode } from '../harness/totp-code.ts';

/** A hook that runs after a password is verified and before it is used. */
const hashes = vi.hoisted((): { concurrentWrite?: (() => Promise<unknown>) | undefined } => ({}));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    verify: async (...args: Parameters<typeof real.verify>) => {
      const isRight = await real.verify(...args);
      await hashes.concurrentWrite?.();
      return isRight;
    },
  };
});

const profile = '/wp-admin/profile.php?forms';
const setUp = '/wp-admin/second-factor.php';
const siteUrl = 'https://paper.example';
const stepMs = 30_000;
const secretIn = (body: string) =>
  /class="account-secret">([A-Z2-7 ]+)</.exec(body)?.[1]?.replaceAll(' ', '') ?? '';
/** The sections of a page whose forms require the password. */
const askingIn = (body: string) =>
  body
    .split('<form')
    .slice(1)
    .map((form) => form.split('</form>', 1)[0] ?? '')
    .filter((form) => form.includes('name="current"'))
    .map((form) => hiddenIn(form, 'section'));

onDrawnDatabase('actions confirmed by a password', (_get, place) => {
  const accounts = useAccountSite(place, { siteUrl });
  const { get, sendTo } = accounts;
  beforeEach(() => {
    hashes.concurrentWrite = undefined;
    // A TOTP step lasts thirty seconds; the clock is stopped so that no step changes between generating and checking.
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => void vi.useRealTimers());

  /** A user with a passkey, optionally with an app; and the data of each form. */
  async function createPerson(withApp: boolean) {
    const person = await accounts.createPerson();
    const options = async () => {
      const { body } = await ajax(
        accounts.site.url,
        { action: 'broadsheet_passkey', use: 'register' },
        { cookie: person.cookie },
      );
      return (JSON.parse(body) as { options: object }).options;
    };
    const page = await get(setUp, person.cookie);
    const secret = secretIn(page.body);
    const machine = makeAuthenticator(siteUrl);
    const send = (path: string, fields: Record<string, string>, nonce: string) =>
      sendTo(path, { current: password, _wpnonce: nonce, ...fields }, { cookie: person.cookie });
    const nonce = hiddenIn(page.body, '_wpnonce');
    const first = await send(
      setUp,
      { section: 'passkey', name: 'Phone', credential: machine.register(await options()) },
      nonce,
    );
    expect(codesIn(first.body)).toHaveLength(10);
    const sealed = hiddenIn(page.body, 'sealed');
    if (withApp)
      expect(
        (await send(setUp, { section: 'on', sealed, code: totpCode(secret, Date.now() - stepMs) }, nonce))
          .status,
      ).toBe(200);
    const pages = [
      [profile, await get(profile, person.cookie)],
      [setUp, await get(setUp, person.cookie)],
    ] as const;
    const fields = async (section: string): Promise<Record<string, string>> => {
      switch (section) {
        case 'email':
          return { email: `${person.login}@other.example` };
        case 'password':
          return { pass1: 'another horse 2', pass2: 'another horse 2' };
        case 'on':
          return { sealed, code: totpCode(secret, Date.now()) };
        case 'off':
          return { code: totpCode(secret, Date.now()) };
        case 'passkey':
          return { name: 'Key', credential: makeAuthenticator(siteUrl).register(await options()) };
        case 'passkey-gone':
          return { end: machine.id };
        default:
          return {};
      }
    };
    return {
      ...person,
      pages,
      send: async (path: string, section: string) => {
        const sent = await fields(section);
        return () =>
          send(
            path,
            { section, ...sent },
            hiddenIn((path === profile ? pages[0] : pages[1])[1].body, '_wpnonce'),
          );
      },
    };
  }

  const stateOf = async (id: number) => {
    const { read } = accounts.site.database;
    return [
      await read.selectFrom('user').select(['email', 'password_hash']).where('id', '=', id).execute(),
      await read.selectFrom('second_factor').select('user_id').where('user_id', '=', id).execute(),
      await read.selectFrom('passkey').select('credential').where('user_id', '=', id).execute(),
      await read
        .selectFrom('recovery_code')
        .select('hash')
        .where('user_id', '=', id)
        .orderBy('hash')
        .execute(),
      await read.selectFrom('account_token').select('id').where('user_id', '=', id).execute(),
    ];
  };

  const changes = {
    'another password': async (id: number) => {
      const { encoded } = await hashPassword('someone else 3');
      await accounts.site.database.write((tx) =>
        tx.db.updateTable('user').set({ password_hash: encoded }).where('id', '=', id).execute(),
      );
    },
    'their session ended': async (id: number) => {
      await accounts.site.database.write((tx) =>
        tx.db.deleteFrom('session').where('user_id', '=', id).execute(),
      );
    },
    'their account gone': async (id: number) => {
      await accounts.site.database.write((tx) => deleteUser(tx, id));
    },
  };

  for (const [turn, [what, change]] of Object.entries(changes).entries()) {
    test(`is not done where it has ${what} by then: every form that requires the current password`, async () => {
      const seen: string[] = [];
      for (const withApp of [true, false]) {
        const { pages } = await createPerson(withApp);
        for (const [path, page] of pages) {
          for (const section of new Set(askingIn(page.body))) {
            if (seen.includes(`${path} ${section}`)) continue;
            seen.push(`${path} ${section}`);
            if (!isDrawn(`proved again on ${place().dialect}`, seen.length + turn, 3)) continue;
            const person = await createPerson(withApp);
            const send = await person.send(path, section);
            let before: unknown;
            hashes.concurrentWrite = async () => {
              hashes.concurrentWrite = undefined;
              await change(person.id);
              before = await stateOf(person.id);
            };
            const reply = await send();
            expect([
              section,
              [400, 401].includes(reply.status),
              cookiesOf(reply).includes('logged_in'),
            ]).toEqual([section, true, false]);
            expect([section, noticeIn(reply)]).toEqual([
              section,
              expect.stringMatching(
                /current password is incorrect|have been logged out|This code is incorrect/,
              ),
            ]);
            expect([section, await stateOf(person.id)]).toEqual([section, before]);
          }
        }
      }
      expect(seen.toSorted()).toEqual([
        `${profile} email`,
        `${profile} password`,
        `${setUp} codes`,
        `${setUp} off`,
        `${setUp} on`,
        `${setUp} passkey`,
        `${setUp} passkey-gone`,
      ]);
    });
  }

  test('is done where nothing has changed', async () => {
    for (const [path, section] of [
      [setUp, 'codes'],
      [setUp, 'off'],
      [profile, 'email'],
      [profile, 'password'],
    ] as const) {
      const person = await createPerson(true);
      const reply = await (await person.send(path, section))();
      expect([section, [200, 303].includes(reply.status)]).toEqual([section, true]);
    }
  });
});
