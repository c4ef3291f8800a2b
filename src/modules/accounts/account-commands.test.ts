import { beforeAll, expect, test } from 'vitest';
import { makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { defaultSettings } from '../settings/settings.ts';
import { endUserSessions } from '../users/user-commands.ts';
import type { Actor } from '../../kernel/permission.ts';
import {
  updateApplicationPassword,
  revokeApplicationPasswords,
} from '../users/application-password-commands.ts';
import { copyConfirmation, dropConfirmation } from './confirmations.ts';
import { removePasskey } from './passkey-commands.ts';
import { removeSecondFactor } from './code-app-commands.ts';
import { requestEmail, endOwnSessions } from './own-account.ts';
import { sendLink } from './send-link.ts';

const site = { settings: defaultSettings, siteUrl: 'https://site.example', sendsMail: false };
type Act = (tx: Tx, actor: Actor | undefined, input: never) => Promise<unknown>;

onBothDatabases('input of account commands', (get) => {
  let actors: Actors;
  let userId: number;
  const act = (work: (tx: Tx) => Promise<unknown>) => get().write(work);

  beforeAll(async () => {
    actors = await makeActors(get());
    userId = await get().write((tx) => makeUser(tx));
  });

  test('only users who can change every account create links for others and remove their second factor', async () => {
    expect(
      await whoMay(actors, (actor) =>
        act((tx) => sendLink(tx, actor, { id: userId, kind: 'password' }, site)),
      ),
    ).toBe('administrator');
    await expect(
      act((tx) => removeSecondFactor(tx, actors.administrator, { id: userId }, site)),
    ).rejects.toMatchObject({ code: 'no_second_factor' });
    expect(
      await whoMay(actors, async (actor, name) => {
        const done = act((tx) => removeSecondFactor(tx, actor, { id: userId }, site));
        await (name === 'administrator' ? done.catch(() => undefined) : done);
      }),
    ).toBe('administrator');
  });

  const hostile: readonly (readonly [string, Act, unknown])[] = [
    ['sendLink', (tx, actor, input) => sendLink(tx, actor, input, site), { id: '1', kind: 'password' }],
    ['sendLink', (tx, actor, input) => sendLink(tx, actor, input, site), { id: 1, kind: 'registration' }],
    [
      'sendLink',
      (tx, actor, input) => sendLink(tx, actor, input, site),
      { id: 1, kind: 'password', to: 'evil@elsewhere.example' },
    ],
    ['removeSecondFactor', (tx, actor, input) => removeSecondFactor(tx, actor, input, site), { id: 0.5 }],
    ['removePasskey', (tx, actor, input) => removePasskey(tx, actor, input, site), { credential: 'a\0b' }],
    [
      'requestEmail',
      (tx, actor, input) => requestEmail(tx, actor, input, site),
      { email: 'a\0b@elsewhere.example' },
    ],
    ['copyConfirmation', (tx, actor, input) => copyConfirmation(tx, actor, input, site), 'a\0b'],
    ['dropConfirmation', dropConfirmation, 'a\0b'],
    [
      'endOwnSessions',
      (tx, actor, input) => endOwnSessions(tx, actor, input, { session: { token: '' } }),
      { which: 'a\0b' },
    ],
    ['endUserSessions', endUserSessions, { id: 1, session: 'a\0b' }],
    ['revokeApplicationPasswords', revokeApplicationPasswords, { userId: 1, id: 'a\0b' }],
    [
      'updateApplicationPassword',
      (tx, actor, input) =>
        updateApplicationPassword(tx, actor, input, () => {
          throw new Error('Not read.');
        }),
      {
        userId: 1,
        id: 'a\0b',
        name: 'x',
      },
    ],
  ];
  test.each(hostile)('%s explains errors in input that no form sends', async (_, command, input) => {
    await expect(act((tx) => command(tx, actors.administrator, input as never))).rejects.toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
    });
  });
});
