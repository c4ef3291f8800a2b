import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { testSigner } from '../../../test/harness/load-context.ts';
import { doWork } from '../../lib/proof-of-work.ts';
import { defaultSettings } from '../settings/settings.ts';
import type { Settings } from '../settings/settings.ts';
import { checkToken, readCaptchaPass, passLifeMs } from './captcha.ts';

const holder = { postId: 7, ip: '203.0.113.9' };
const start = Date.UTC(2026, 10, 20);
const warnings: string[] = [];

const check = (token: string, now = start, settings: Partial<Settings> = {}) =>
  checkToken(token, {
    settings: { ...defaultSettings, captcha: 'show', ...settings },
    signer: testSigner,
    holder,
    now,
    onWarning: (message) => void warnings.push(message),
  });
const passes = (pass: string, now: number, of = holder) =>
  readCaptchaPass(testSigner, pass, of, now) !== undefined;
/** A task with its solution. */
async function worked(): Promise<string> {
  const answer = await check('');
  const task = 'work' in answer ? (answer.work ?? '') : '';
  return `${task}:${doWork(task.split('.')[0] ?? '').join()}`;
}

test('a task and its pass are valid for ten minutes together, for one post and visitor', async () => {
  const token = await worked();
  const last = start + passLifeMs - 1;
  expect(passLifeMs).toBe(600_000);
  const answer = await check(token, last);
  const pass = 'pass' in answer ? answer.pass : '';
  expect([
    passes(pass, last),
    passes(pass, last + 1),
    passes(pass, start, { ...holder, postId: 8 }),
    passes(pass, start, { ...holder, ip: '203.0.113.10' }),
  ]).toEqual([true, false, false, false]);
  expect(await check(token, last + 1)).toMatchObject({ error: 'work unknown', work: expect.any(String) });
  expect(await check(token.replace(/,\d+$/, ''), start)).toEqual({ error: 'work wrong' });
});

test('a service has six seconds to reply, by its own clock and in real time', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const service = {
    captcha_site_key: 'key',
    captcha_verify_url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/siteverify`,
  };
  const began = performance.now();
  expect(await check('token', start, service)).toEqual({ error: 'captcha service unreachable' });
  expect(performance.now() - began).toBeGreaterThan(5990);
  expect(warnings).toHaveLength(1);

  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const answer = check('token', start, service);
  await new Promise((resolve) => silent.once('request', resolve));
  expect([timeout.mock.calls, await Promise.race([answer, 'still waiting'])]).toEqual([
    [[6000]],
    'still waiting',
  ]);
  patience.abort();
  expect(await answer).toEqual({ error: 'captcha service unreachable' });
  timeout.mockRestore();
  silent.closeAllConnections();
  silent.close();
});
