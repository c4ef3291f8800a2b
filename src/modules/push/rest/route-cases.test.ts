import type { RouteCases } from '../../../../test/harness/route-cases.ts';
import type { Writer } from '../../../../test/harness/writer.ts';
import type { Tx } from '../../../kernel/db/open-database.ts';
import { addNote } from '../notes.ts';
import { saveSubscription } from '../subscriptions.ts';

let made = 0;
const note = { title: 'Ferries return', body: '', url: '/', image: '', createdAt: 0 };
const ofScheduled = async (tx: Tx) => ({
  id: await addNote(tx, { ...note, dueAt: Date.now() + 86_400_000 }, false),
});
const ofQueued = async (tx: Tx) => ({ id: await addNote(tx, { ...note, dueAt: Date.now() }, true) });
const ofSubscriber = async (tx: Tx) => {
  const endpoint = `https://fcm.googleapis.com/fcm/send/case-${++made}`;
  await saveSubscription(tx, { endpoint, keys: { p256dh: 'p', auth: 'a' } }, 'https://example.test');
  const { id } = await tx.db
    .selectFrom('push_subscription')
    .select('id')
    .where('endpoint', '=', endpoint)
    .executeTakeFirstOrThrow();
  return { id };
};
/** Creates an item and deletes it. */
const deletes = (does: string, path: string, make: (tx: Tx) => Promise<{ readonly id: number }>): Writer => ({
  does,
  send: `DELETE ${path}/{item}`,
  silent: true,
  run: async ({ database, send }) => {
    const { id } = await database.write(make);
    return send('DELETE', `${path}/${id}`, undefined);
  },
});
const who = '-  +-----  rest_forbidden';
const item = 'note  +-----  rest_forbidden';

export const cases: RouteCases = {
  'GET /broadsheet/v1/push': who,
  'GET /broadsheet/v1/push/messages': who,
  'POST /broadsheet/v1/push/messages': {
    // Push is off on these sites.
    who: '-  -aaaaa  400 push_off, a=rest_forbidden',
    body: () => ({ title: 'Ferries return' }),
    writes: [],
  },
  'DELETE /broadsheet/v1/push/messages/{id}': {
    who: item,
    subject: ofScheduled,
    writes: [deletes('a scheduled message is canceled', '/broadsheet/v1/push/messages', ofScheduled)],
  },
  'POST /broadsheet/v1/push/messages/{id}/stop': {
    who: item,
    subject: ofQueued,
    body: () => ({}),
    writes: [],
  },
  'POST /broadsheet/v1/push/test': {
    who: '-  -aaaaa  404 push_not_subscribed, a=rest_forbidden',
    body: () => ({ title: 'Ferries return', endpoint: 'https://fcm.googleapis.com/fcm/send/none' }),
    writes: [],
  },
  'GET /broadsheet/v1/push/subscribers': who,
  'DELETE /broadsheet/v1/push/subscribers/{id}': {
    who: item,
    subject: ofSubscriber,
    writes: [deletes('a subscriber is removed', '/broadsheet/v1/push/subscribers', ofSubscriber)],
  },
};
