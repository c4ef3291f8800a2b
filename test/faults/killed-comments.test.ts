import { once } from 'node:events';
import { expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { letPass } from '../harness/let-pass.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { seededRandom } from '../harness/random.ts';
import { startRealServer } from '../harness/real-server.ts';
import { rawRequest } from '../harness/served-site.ts';
import { sendComments, wrongComments } from './comment-senders.ts';
import type { CommentSenders } from './comment-senders.ts';
import { long, report, seed } from './effort.ts';
import { isQuiet, problemsOf } from './problems-of.ts';

const kills = long ? 20 : 3;

onDrawnDatabase('a server that is killed while readers comment', (get, place) => {
  test(`${kills} times: every acknowledged comment is stored, none twice, and all counts are right`, async () => {
    const random = seededRandom(seed);
    const start = () => startRealServer(place(), { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' });
    const posts = await get().write(async (tx) => {
      await saveSettings(tx, {
        comment_previously_approved: false,
        comments_notify: false,
        moderation_notify: false,
      });
      return [
        await makePost(tx, { commentStatus: 'open' }),
        await makePost(tx, { commentStatus: 'open' }),
        await makePost(tx, { commentStatus: 'open' }),
      ];
    });
    let server = await start();
    const all: CommentSenders[] = [];
    for (let round = 0; round < kills; round++) {
      const areHeld = round % 2 === 1;
      await get().write((tx) => saveSettings(tx, { comment_moderation: areHeld }));
      const senders = sendComments(server.url, posts);
      all.push(senders);
      await expect
        .poll(() => senders.acknowledged.filter(({ isHeld }) => isHeld === areHeld).length, { interval: 10 })
        .toBeGreaterThan(10);
      await letPass(random() * (long ? 4000 : 800));
      const exited = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await Promise.all([exited, senders.stop()]);
      // Every sender with a complete response got an address.
      expect([...senders.refusals.keys()].filter((status) => status !== 0)).toEqual([]);

      await expect.poll(() => isQuiet(get()), { interval: 5 }).toBe(true);
      server = await start();
      expect(await wrongComments(get(), all)).toEqual([]);
      expect(await problemsOf(get(), place().dataDir)).toEqual([]);
      const newest = senders.acknowledged.at(-1);
      expect((await rawRequest(server.url, newest?.address.split('#')[0] ?? '')).body).toContain(
        newest?.content,
      );
    }
    expect(await server.stop()).toBe(0);
    const counted = all.flatMap(({ acknowledged }) => acknowledged);
    const { there } = await get()
      .read.selectFrom('comment')
      .select((eb) => eb.fn.countAll<number>().as('there'))
      .executeTakeFirstOrThrow();
    report(`killed-comments on ${place().dialect}`, {
      kills,
      'comments acknowledged': counted.length,
      'of them held': counted.filter(({ isHeld }) => isHeld).length,
      'cut off': all.reduce((sum, { unacknowledged }) => sum + unacknowledged.size, 0),
      'of the cut off there all the same': Number(there) - counted.length,
    });
  });
});
