import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { useAccountSite } from '../harness/account-site.ts';
import { onDatabase, onDrawnDatabase } from '../harness/databases.ts';
import { ajax } from '../harness/served-site.ts';
import { startSocialNetwork } from '../harness/social-network.ts';
import type { SocialNetwork } from '../harness/social-network.ts';

/** Logs in users that the network vouches for. */
async function letIn(
  { site, createPerson: addPerson }: ReturnType<typeof useAccountSite>,
  network: SocialNetwork,
): Promise<void> {
  // Another user has it already, so the role of new users exists.
  await addPerson(['subscriber']);
  await site.database.write((tx) =>
    saveSettings(tx, {
      social_login: true,
      social_login_app_id: '123',
      social_login_app_secret: 'secret',
      social_login_graph_url: network.graph,
      users_can_register: true,
    }),
  );
}

onDrawnDatabase('names from a social network', (_get, place) => {
  const accounts = useAccountSite(place);
  let network: SocialNetwork;
  beforeAll(async () => void (network = await startSocialNetwork()));
  afterAll(() => network.close());

  test('a long one is cut between two characters', async () => {
    const { database, url } = accounts.site;
    await letIn(accounts, network);
    network.vouch('123', { id: '7', name: `${'a'.repeat(249)}😀`, email: 'seven@mail.example' });
    const { body } = await ajax(url, {
      action: 'td_ajax_fb_login_user',
      access_token: 'good-token',
      redirect_to: '',
    });
    expect(JSON.parse(body)).toMatchObject({ error: '' });
    const made = await database.read
      .selectFrom('user')
      .select('display_name')
      .where('email', '=', 'seven@mail.example')
      .execute();
    expect(made).toEqual([{ display_name: 'a'.repeat(249) }]);
  });
});

onDatabase('postgres', 'a user’s first log-in by a social network', (get, place) => {
  const accounts = useAccountSite(place);
  let network: SocialNetwork;
  beforeAll(async () => void (network = await startSocialNetwork()));
  afterAll(() => network.close());

  test('in several windows at once, has one account', async () => {
    const { url } = accounts.site;
    await letIn(accounts, network);
    for (const [id, email] of [
      ['8', ''],
      ['9', 'nine@mail.example'],
    ] as const) {
      network.vouch('123', { id, name: 'Of many windows', email });
      const come = () =>
        ajax(url, { action: 'td_ajax_fb_login_user', access_token: 'good-token', redirect_to: '' });
      const replies = await Promise.all(Array.from({ length: 6 }, come));
      expect(replies.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
        replies.map(() => expect.objectContaining({ error: '' })),
      );
      const made = await get()
        .read.selectFrom('user_meta')
        .select('user_id')
        .where('key', '=', 'social_login_id')
        .where('value', '=', id)
        .execute();
      expect(made).toHaveLength(1);
    }
  });
});
