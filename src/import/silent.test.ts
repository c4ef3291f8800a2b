import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { inPieces, wxr } from '../../test/fixtures/wxr.ts';
import { saveSubscription } from '../modules/push/subscriptions.ts';
import { saveSettings } from '../modules/settings/store.ts';
import { updatePost } from '../modules/posts/writer.ts';
import { importWxr } from './import-wxr.ts';

onBothDatabases('push subscribers', (get) => {
  test('are not notified of imported posts, however new, nor of drafts that a later export publishes', async () => {
    await get().write(async (tx) => {
      await saveSettings(tx, { push_desktop: true });
      await saveSubscription(
        tx,
        {
          endpoint: 'https://fcm.googleapis.com/fcm/send/1',
          keys: {
            p256dh: createECDH('prime256v1').generateKeys('base64url'),
            auth: 'AAAAAAAAAAAAAAAAAAAAAA',
          },
        },
        'https://example.test',
      );
    });
    const now = new Date(Date.now() - 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const items = (status: string, title: string) => [
      { id: 1, title: 'New', dateGmt: now },
      { id: 2, title, status, dateGmt: now },
    ];
    for (const [status, title] of [
      ['draft', 'Written'],
      ['publish', 'Finished'],
    ] as const)
      await importWxr(get(), inPieces(wxr(items(status, title))));
    expect(
      await get().read.selectFrom('post').select(['id', 'title', 'status']).orderBy('id').execute(),
    ).toEqual([
      { id: 1, title: 'New', status: 'publish' },
      { id: 2, title: 'Finished', status: 'publish' },
    ]);
    const announced = () => get().read.selectFrom('push_message').select('post_id').execute();
    expect(await announced()).toEqual([]);
    // Written here, it would have been announced.
    await get().write((tx) => updatePost(tx, 2, { status: 'draft' }));
    await get().write((tx) => updatePost(tx, 2, { status: 'publish' }));
    expect(await announced()).toEqual([{ post_id: 2 }]);
  });
});
