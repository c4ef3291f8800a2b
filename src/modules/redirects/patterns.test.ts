import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { firstPattern, parsePatterns, staysOnSite } from './patterns.ts';
import { addRedirect, deleteRedirect, findPattern, updateRedirect } from './store.ts';

const from = (source: string, target: string, path: string) =>
  firstPattern(parsePatterns([{ id: 1, source, target, status: 301, createdAt: 0, revision: 1 }]), path)
    ?.target;

test.each([
  ['/blog/*', '/news/*', '/blog/a-story/', '/news/a-story/'],
  ['/blog/*', '/news/*', '/blog/2024/05/a-story', '/news/2024/05/a-story'],
  ['/blog/*', '/news/*', '/blog/', '/news/'],
  ['/blog/*', '/news/*', '/blog', '/news/'],
  ['/blog/*', '/news/*', '/blogs/a', undefined],
  ['/blog/*', '/*', '/blog/a/b/', '/a/b/'],
  ['/blog/*', '/archive/', '/blog/anything/', '/archive/'],
  ['/events/*/print', '/events/*/', '/events/harbour/print', '/events/harbour/'],
  ['/events/*/print', '/events/*/', '/events/harbour/print/', '/events/harbour/'],
  ['/events/*/print', '/events/*/', '/events/a/b/print', undefined],
  ['/events/*/print', '/events/*/', '/events//print', undefined],
  ['/event-*/', '/events/*/', '/event-12/', '/events/12/'],
  ['/event-*/', '/events/*/', '/event-12/tickets/', undefined],
  ['/grüße/*', '/karten/*', '/gr%C3%BC%C3%9Fe/caf%C3%A9', '/karten/caf%C3%A9'],
  ['/gr%c3%bc%c3%9fe/*', '/karten/*', '/grüße/x', '/karten/x'],
  ['/a/*', '/b/*', '/a/x%2Fy', '/b/x%2Fy'],
  ['/a/*', '/b/*', '/a/x*y', '/b/x%2Ay'],
  ['/a%2Ab/*', '/b/*', '/a*b/x', '/b/x'],
  ['/a%2ab/*', '/b/*', '/a%2Ab/x', '/b/x'],
])('[IMP-12] the pattern %s to %s leads %s to %s', (source, target, path, expected) => {
  expect(from(source, target, path)).toBe(expected);
});

test.each([
  ['/old/*', '/*', '/old//evil.example'],
  ['/old/*', '/*', '/old/%2Fevil.example'],
  ['/old/*', '/*', '/old/%2f%2fevil.example'],
  ['/old/*', '/*', '/old/%5Cevil.example'],
  ['/old/*', '/*', '/old/\\evil.example'],
  ['/old*', '*', '/old//evil.example'],
  ['/old*', '/x*', '/old/../..//evil.example'],
  ['/old/*', '/x/*', '/old/..//evil.example'],
  ['/old/*', '/x/*', '/old/%2e%2e//evil.example'],
  ['/old/*', '/x/*', '/old/..%2F/evil.example\\'],
  ['/old/*', '/*', '/old/\t/evil.example'],
  ['/old/*', '/*', '/old/%0d%0aSet-Cookie:%20a=b'],
  ['/old/*', '/*', '/old/https://evil.example/'],
])('[IMP-12] the pattern %s to %s keeps readers of %s on this site', (source, target, path) => {
  const result = from(source, target, path);
  if (result === undefined) return;
  expect(new URL(result, 'https://this.example').host).toBe('this.example');
  expect(result).not.toMatch(/^\/(?:[/\\]|%2f|%5c)|[\r\n\t\\]/i);
});

test('a target that browsers or proxies may read as another host does not stay on the site', () => {
  for (const target of ['//a.b/', '/\\a.b', '/%2Fa.b', '/%5ca.b', '/a/..//b.c', 'https://a.b/', '/a b'])
    expect(staysOnSite(target), target).toBe(false);
  for (const target of ['/', '/a/', '/a//b', '/a?x=//b', '/https://a.b'])
    expect(staysOnSite(target), target).toBe(true);
});

onBothDatabases('patterns', (get) => {
  const ids: number[] = [];
  const add = async (source: string, target: string, status?: 301 | 410) => {
    const id = await get().write((tx) => addRedirect(tx, { source, target, status }));
    ids.push(id);
    return id;
  };
  const clear = async () => {
    for (const id of ids.splice(0)) await get().write((tx) => deleteRedirect(tx, id));
  };
  const leads = async (path: string) => (await findPattern(get().read, path))?.target;

  test('[IMP-12] of several patterns the longest applies', async () => {
    await add('/shop/*', '/store/*');
    await add('/shop/books/*', '/books/*');
    await add('/shop/books/*/print', '/print/*');
    await add('/s*', '/find/*');
    expect(await leads('/shop/books/moby-dick/print')).toBe('/print/moby-dick');
    expect(await leads('/shop/books/moby-dick')).toBe('/books/moby-dick');
    expect(await leads('/shop/cups/')).toBe('/store/cups/');
    expect(await leads('/shop')).toBe('/store/');
    expect(await leads('/summer/')).toBe('/find/ummer/');
    expect(await leads('/about/')).toBeUndefined();
    await clear();
  });

  test('[IMP-12] a changed pattern applies at once, and a source without * is no pattern', async () => {
    const id = await add('/shop/*', '/store/*');
    await get().write((tx) => updateRedirect(tx, id, { source: '/market/*', target: '/store/*' }));
    expect([await leads('/shop/a'), await leads('/market/a')]).toEqual([undefined, '/store/a']);
    await get().write((tx) => updateRedirect(tx, id, { source: '/market/a', target: '/store/' }));
    expect(await leads('/market/a')).toBeUndefined();
    await clear();
  });

  test('[IMP-12] a pattern may say that everything below an address is gone', async () => {
    await add('/forum/*', '', 410);
    expect(await findPattern(get().read, '/forum/thread/1')).toMatchObject({ status: 410, target: '' });
    await clear();
  });

  test.each([
    ['/a/*', 'https://evil.example/*'],
    ['/a/*', '//evil.example/*'],
    ['/a/*', '/\\evil.example/*'],
    ['/a/*', '/%2Fevil.example/*'],
    ['/a/*', '/%5cevil.example'],
    ['/a/*', '/x/..//*'],
    ['/a/*', 'javascript:alert(1)//*'],
    ['/a/*', '*'],
    ['/a/*', '/b/*/*'],
    ['/a/*', '/b/?next=*'],
    ['/a/*', '/b/#*'],
    ['/a/*', ''],
    ['/a/*/*', '/b/*'],
    ['/a/?x=*', '/b/*'],
    ['//*', '/b/*'],
    ['/a/*#x', '/b/'],
  ])('[IMP-12] the pattern %s to %s is refused', async (source, target) => {
    await expect(add(source, target)).rejects.toMatchObject({ status: 400 });
  });

  test('[IMP-12] patterns that form loops are refused, and those that end are not', async () => {
    for (const [source, target] of [
      ['/a/*', '/a/*'],
      ['/a/*', '/a/b/*'],
      ['/*', '/a/*'],
      ['/a*', '/ab*'],
    ] as const)
      await expect(add(source, target), source + target).rejects.toThrow('leads back to itself');
    await add('/a/*', '/b/*');
    for (const [source, target] of [
      ['/b/*', '/a/*'],
      ['/b/x', '/a/x'],
      ['/b/z*', '/a/z*'],
    ] as const)
      await expect(add(source, target), source + target).rejects.toThrow('leads back to itself');
    await clear();
    await add('/q/story', '/p/story');
    await expect(add('/p/*', '/q/*')).rejects.toThrow('leads back to itself');
    await add('/blog/*', '/*');
    await add('/news/*', '/news/latest/');
    expect(await leads('/blog/blog/x')).toBe('/blog/x');
    await clear();
  });
});
