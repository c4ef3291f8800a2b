import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { letPass } from '../../../test/harness/let-pass.ts';
import type { LockReply } from '../app/rest-types.ts';
import { awayCode, RestError } from '../app/rest-error.ts';
import { createTextLock } from './text-lock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const times = (count: number, act: string) => Array.from({ length: count }, () => act);

/** A window, and a server that answers within 50 ms with the current `answer`. */
function begin() {
  const events: string[] = [];
  const messages: string[] = [];
  const server: {
    holder: number;
    claimed: boolean;
    asking: LockReply['asking'];
    fault: RestError | undefined;
  } = {
    holder: 2,
    claimed: false,
    asking: 'no',
    fault: undefined,
  };
  let standing: 'there' | 'away' = 'there';
  const lock = createTextLock({
    id: () => 7,
    windowId: 'w',
    draft: {
      isDirty: () => false,
      saveLast: async () => void events.push('keeps'),
      handOn: async () => {
        await letPass(50);
        events.push('stores');
      },
    },
    rest: async <Body>(path: string, { body }: { readonly body?: unknown } = {}) => {
      events.push(
        `${(body as { readonly act: string }).act}${path === '/broadsheet/v1/posts/7/lock' ? '' : path}`,
      );
      await letPass(50);
      if (server.fault) throw server.fault;
      const mine = server.holder === 1;
      const reply: LockReply = {
        mine,
        holder: { id: server.holder, name: `N${server.holder}` },
        since: new Date().toISOString(),
        asked_by: null,
        claimed: server.claimed,
        asking: mine ? 'no' : server.asking,
      };
      return { body: reply as Body };
    },
    line: { standing: () => standing },
    notify: (message) => void messages.push(message),
    sendLast: (path, method) => void events.push(`${method} ${path}`),
    reopen: (id, former) => void events.push(`opens ${id} of ${former?.name}`),
  });
  return {
    lock,
    server,
    messages,
    events,
    setAway: (is: boolean) => (standing = is ? 'away' : 'there'),
    /** Events since the last call. */
    since: () => events.splice(0),
  };
}
const withdrawn = 'DELETE /broadsheet/v1/posts/7/lock?window=w';

test('[IMP-02] a takeover waits at most 20 s for the holder to save, then reopens the post and ends this window', async () => {
  const { lock, server, since } = begin();
  void lock.act('hold');
  await pass(100);
  expect([since(), lock.state().stage, lock.state().isClaiming]).toEqual([['hold'], 'elsewhere', false]);
  server.asking = 'waiting';
  void lock.act('claim');
  await pass(19_100);
  expect([since(), lock.state().isClaiming]).toEqual([['claim', ...times(19, 'hold')], true]);
  server.holder = 1;
  await pass(1000);
  expect([since(), lock.state().stage, lock.state().isClaiming]).toEqual([
    ['take', 'opens 7 of N2'],
    'writing',
    false,
  ]);
  void lock.act('hold');
  lock.end();
  await pass(60_000);
  expect(since()).toEqual([]);
});

test('[IMP-02] a claim restarts, with the same wait, when the lock passes to another user', async () => {
  const { lock, server, since } = begin();
  void lock.act('claim');
  await pass(10_500);
  expect(since()).toEqual(['claim', ...times(10, 'hold')]);
  server.holder = 3;
  await pass(1000);
  expect(since()).toEqual(['hold', 'claim']);
  await pass(19_000);
  expect(new Set(since())).toEqual(new Set(['hold']));
  await pass(2000);
  // If taking fails, the lock is claimed again, with the same wait.
  expect(since()).toContain('take');
  await pass(18_000);
  expect([new Set(since()), lock.state().isClaiming]).toEqual([new Set(['hold']), true]);
  lock.end();
});

test('[IMP-02] closing the window withdraws its claim or request, and a late reply opens nothing and leaves no lock', async () => {
  for (const request of ['claim', 'ask'] as const) {
    const { lock, server, since } = begin();
    server.asking = 'waiting';
    void lock.act(request);
    await pass(100);
    lock.end();
    await pass(60_000);
    expect(since()).toEqual([request, withdrawn]);
  }
  const requester = begin();
  void requester.lock.act('ask');
  await pass(100);
  requester.lock.end(); // the request was refused
  expect(requester.since()).toEqual(['ask']);

  const { lock, server, since } = begin();
  void lock.act('hold');
  await pass(100);
  server.holder = 1;
  void lock.act('hold');
  await pass(10);
  lock.end();
  await pass(100);
  expect([since(), lock.state().stage]).toEqual([['hold', 'hold', withdrawn], 'elsewhere']);
  const unheard = begin();
  unheard.server.fault = new RestError(0, awayCode, 'The server does not answer.');
  void unheard.lock.act('claim');
  await pass(10);
  unheard.lock.end();
  await pass(100);
  expect([unheard.since(), unheard.messages]).toEqual([['claim', withdrawn, withdrawn], []]);
});

test('[IMP-02] a refused claim ends and is reported once; nothing is sent while the server is away', async () => {
  const { lock, server, since, messages, setAway } = begin();
  void lock.act('claim');
  await pass(500);
  setAway(true);
  since();
  await pass(30_000);
  expect(since()).toEqual([]);
  setAway(false);
  server.fault = new RestError(409, 'post_trashed', 'It is in the trash.');
  await pass(30_000);
  expect([since(), messages, lock.state().isClaiming]).toEqual([['take'], ['It is in the trash.'], false]);
  void lock.act('claim');
  await pass(500);
  server.fault = undefined;
  void lock.act('claim');
  await pass(500);
  server.fault = new RestError(403, 'rest_cannot_edit', 'Not for you.');
  await pass(30_000);
  expect([since(), messages.slice(1), lock.state().isClaiming]).toEqual([
    ['claim', 'claim', 'hold'],
    ['It is in the trash.', 'Not for you.'],
    false,
  ]);
  void lock.act('hold'); // refused heartbeats are not reported
  await pass(500);
  expect(messages).toHaveLength(3);
});

test('[IMP-02] the holder saves before handing over the lock, and keeps a copy before showing that it was lost', async () => {
  const { lock, server, since } = begin();
  server.holder = 1;
  void lock.act('hold');
  await pass(100);
  server.claimed = true;
  void lock.act('hold');
  await pass(75);
  expect(since()).toEqual(['hold', 'hold']);
  server.claimed = false;
  server.holder = 2;
  await pass(500);
  expect([since(), lock.state().stage]).toEqual([['stores', 'give', 'keeps'], 'lost']);
});
