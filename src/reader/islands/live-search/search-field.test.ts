import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveSearch, searchCache, stepHighlight } from './search-field.tsx';
import type { SearchReply } from './search-field.tsx';

const replyTo = (query: string): SearchReply => ({
  td_search_query: query,
  td_total_in_list: 1,
  td_data: `<ul>${query}</ul>`,
});
const request = vi.fn(async (query: string) => replyTo(query));
const show = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  searchCache.clear();
  request.mockClear();
  show.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

test('sends one request after 100 ms without input', async () => {
  const search = createLiveSearch({ request, show });
  for (const text of ['h', 'ho', 'hou']) {
    search.type(text);
    await vi.advanceTimersByTimeAsync(99);
  }
  expect(request).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(request.mock.calls).toEqual([['hou']]);
  expect(show).toHaveBeenCalledWith({ reply: replyTo('hou'), status: 'idle' });
});

test('[SRCH-15] sends no request for an empty text', async () => {
  const search = createLiveSearch({ request, show });
  for (const text of ['h', '', ' ']) search.type(text);
  await vi.advanceTimersByTimeAsync(1000);
  expect(request).not.toHaveBeenCalled();
  expect(show).toHaveBeenLastCalledWith({ status: 'idle' });
});

test('[SRCH-16] caches a late reply to an older text without showing it', async () => {
  const answers = new Map<string, (reply: SearchReply) => void>();
  const slow = (query: string) => new Promise<SearchReply>((resolve) => answers.set(query, resolve));
  const search = createLiveSearch({ request: slow, show });
  search.type('ab');
  await vi.advanceTimersByTimeAsync(100);
  search.type('abc');
  await vi.advanceTimersByTimeAsync(100);
  answers.get('ab')?.(replyTo('ab'));
  await vi.advanceTimersByTimeAsync(0);
  expect(show).not.toHaveBeenCalledWith({ reply: replyTo('ab'), status: 'idle' });
  answers.get('abc')?.(replyTo('abc'));
  await vi.advanceTimersByTimeAsync(0);
  expect(show).toHaveBeenLastCalledWith({ reply: replyTo('abc'), status: 'idle' });
  expect(searchCache.has('ab')).toBe(true);
});

test('[SRCH-17] sends no request for a text that was searched before', async () => {
  const search = createLiveSearch({ request, show });
  for (const text of ['abc', 'abcd', 'abc']) {
    search.type(text);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(request.mock.calls).toEqual([['abc'], ['abcd']]);
  expect(show).toHaveBeenLastCalledWith({ reply: replyTo('abc'), status: 'idle' });
});

test('[SRCH-18] the two searches of a page cache replies separately', async () => {
  for (const keyPrefix of ['', 'tdb-']) createLiveSearch({ request, show, keyPrefix }).type('abc');
  await vi.advanceTimersByTimeAsync(100);
  expect([...searchCache.keys()]).toEqual(['abc', 'tdb-abc']);
});

test('a block with its own settings shares no replies with others', async () => {
  const cache = new Map<string, SearchReply>();
  createLiveSearch({ request, show, keyPrefix: 'tdb-', cache }).type('abc');
  await vi.advanceTimersByTimeAsync(100);
  expect([[...cache.keys()], searchCache.size]).toEqual([['tdb-abc'], 0]);
});

test('reports a failed search, and sends it again next time', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  request.mockRejectedValueOnce(new Error('offline'));
  const search = createLiveSearch({ request, show });
  search.type('abc');
  await vi.advanceTimersByTimeAsync(100);
  expect(warn).toHaveBeenCalledOnce();
  expect(show).toHaveBeenLastCalledWith({ status: 'failed' });
  expect(searchCache.size).toBe(0);
  search.type('abc');
  await vi.advanceTimersByTimeAsync(100);
  expect(show).toHaveBeenLastCalledWith({ reply: replyTo('abc'), status: 'idle' });
  warn.mockRestore();
});

test('a search without a reply fails after ten seconds, and is sent again next time', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  request.mockReturnValueOnce(new Promise(() => undefined));
  const search = createLiveSearch({ request, show });
  search.type('abc');
  await vi.advanceTimersByTimeAsync(100 + 9999);
  expect(show).toHaveBeenLastCalledWith({ status: 'waiting' });
  await vi.advanceTimersByTimeAsync(1);
  expect(show).toHaveBeenLastCalledWith({ status: 'failed' });
  search.type('abc');
  await vi.advanceTimersByTimeAsync(100);
  expect(show).toHaveBeenLastCalledWith({ reply: replyTo('abc'), status: 'idle' });
  expect(vi.getTimerCount()).toBe(0);
  warn.mockRestore();
});

test('shows the loading state after 200 ms, and keeps the last results while waiting', async () => {
  const slow = (query: string) =>
    new Promise<SearchReply>((resolve) =>
      setTimeout(() => resolve(replyTo(query)), query === 'ab' ? 150 : 400),
    );
  const search = createLiveSearch({ request: slow, show });
  search.type('ab');
  await vi.advanceTimersByTimeAsync(100 + 150);
  expect(show.mock.calls).toEqual([[{ reply: replyTo('ab'), status: 'idle' }]]);
  search.type('abc');
  await vi.advanceTimersByTimeAsync(100 + 199);
  expect(show).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(show).toHaveBeenLastCalledWith({ reply: replyTo('ab'), status: 'waiting' });
  await vi.advanceTimersByTimeAsync(200);
  expect(show).toHaveBeenLastCalledWith({ reply: replyTo('abc'), status: 'idle' });
});

test('a late reply does not reopen results that were closed', async () => {
  let answer: (reply: SearchReply) => void = () => undefined;
  const search = createLiveSearch({ request: () => new Promise((resolve) => (answer = resolve)), show });
  search.type('ab');
  await vi.advanceTimersByTimeAsync(100);
  search.clear();
  answer(replyTo('ab'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(show.mock.calls).toEqual([[{ status: 'idle' }]]);
});

test('the highlight wraps around at both ends', () => {
  expect([stepHighlight(-1, 1, 3), stepHighlight(0, 1, 3), stepHighlight(2, 1, 3)]).toEqual([0, 1, 0]);
  expect([stepHighlight(-1, -1, 3), stepHighlight(1, -1, 3), stepHighlight(0, -1, 3)]).toEqual([2, 0, 2]);
  expect(stepHighlight(-1, 1, 0)).toBe(-1);
});
