import { expect, test } from 'vitest';
import type { TagWeight } from '../../blocks/load-context.ts';
import { everything } from '../../kernel/db/invalidation.ts';
import { ReplyStore } from './reply-store.ts';
import { storedReply } from './stored-reply.ts';

/** More than one emission processes at once. */
const many = 2000;
const shared = { tag: 'assignment:single:0', urgency: 'change' } as const;

async function pageAt(key: string, weight: TagWeight = 'primary') {
  return storedReply(
    { key, requestKey: key, device: 'desktop', isCall: false },
    {
      status: 200,
      contentType: 'text/html',
      body: key,
      store: true,
      tags: new Map([
        [shared.tag, weight],
        [`post:${key}`, 'primary'],
      ]),
    },
    {},
  );
}

async function storeOf(weight?: TagWeight) {
  const store = new ReplyStore(1e9);
  const pages = await Promise.all(Array.from({ length: many }, (_, n) => pageAt(`/${n}/`, weight)));
  for (const page of pages) store.set(page);
  return { store, pages };
}

test('pages about an item of a large change are never found again, even while it is processed in steps', async () => {
  const { store, pages } = await storeOf();
  store.invalidate(shared);
  expect(store.size).toBe(many); // nothing has been processed yet
  for (const path of ['/0/', '/999/', '/1999/'])
    expect([store.live(path), store.retired(path)?.key]).toEqual([undefined, path]);
  await store.swept();
  expect([store.size, pages.filter(({ key }) => store.retired(key)).length]).toEqual([0, many]);
});

test('pages that only list it are stale at once', async () => {
  const { store, pages } = await storeOf('secondary');
  store.invalidate(shared);
  expect(store.live('/1999/')).toMatchObject({ stale: true });
  await store.swept();
  expect([store.size, pages.every(({ stale }) => stale)]).toEqual([many, true]);
});

test('leaves a page alone that is rendered while a change processes the others', async () => {
  const { store } = await storeOf();
  store.invalidate(shared);
  const [again, first] = await Promise.all([pageAt('/1999/'), pageAt('/new/')]);
  store.set(again);
  store.set(first);
  await store.swept();
  expect([store.live('/1999/'), store.retired('/1999/'), store.live('/new/'), store.size]).toEqual([
    again,
    undefined,
    first,
    2,
  ]);
});

test('changes of many and of few pages apply in their order', async () => {
  const { store } = await storeOf();
  store.invalidate(shared);
  store.invalidate({ tag: 'post:/1999/', urgency: 'remove' });
  store.invalidate({ ...shared, urgency: 'remove' });
  const again = await pageAt('/1/');
  store.set(again);
  store.invalidate(shared);
  for (const path of ['/0/', '/1999/'])
    expect([store.live(path), store.retired(path)]).toEqual([undefined, undefined]);
  await store.swept();
  expect([store.live('/1/'), store.retired('/1/'), store.size, store.bytes]).toEqual([
    undefined,
    again,
    0,
    again.bytes,
  ]);
});

test('removing everything leaves nothing, whatever is running', async () => {
  const { store } = await storeOf();
  store.invalidate(shared);
  store.invalidate(everything);
  expect([store.size, store.bytes, store.live('/5/'), store.retired('/5/'), store.tagsFrom('')]).toEqual([
    0,
    0,
    undefined,
    undefined,
    [],
  ]);
  await store.swept();
  store.invalidate({ tag: '*', urgency: 'change' });
  store.set(await pageAt('/5/'));
  store.invalidate({ tag: '*', urgency: 'change' });
  expect([store.live('/5/'), store.retired('/5/')?.key]).toEqual([undefined, '/5/']);
});

test('a page evicted while a change is processed does not come back', async () => {
  const pages = await Promise.all(Array.from({ length: many }, (_, n) => pageAt(`/${n}/`)));
  const store = new ReplyStore(pages.reduce((sum, { bytes }) => sum + bytes, 0));
  for (const page of pages) store.set(page);
  store.invalidate(shared);
  const fresh = await Promise.all(Array.from({ length: many }, (_, n) => pageAt(`/fresh/${n}/`)));
  for (const page of fresh.slice(0, 10)) store.set(page);
  await store.swept();
  for (const page of fresh.slice(10)) store.set(page);
  expect(fresh.slice(-100).every((page) => store.live(page.key) === page)).toBe(true);
  expect(pages.filter(({ key }) => store.live(key))).toEqual([]);
});
