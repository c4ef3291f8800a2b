import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { during } from '../../../test/harness/during.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import {
  addRedirect,
  deleteRedirect,
  findFirstRedirect,
  findPattern,
  findRedirect,
  findSourceToChange,
  listRedirects,
  updateRedirect,
} from './store.ts';
import type { RedirectInput } from './check-redirect.ts';
import { sourcesFor } from './model.ts';
import { redirectsToCsv } from './redirect-csv.ts';

onBothDatabases('redirects', (get) => {
  const add = (source: string, target: string, status?: RedirectInput['status']) =>
    get().write((tx) => addRedirect(tx, { source, target, status }));

  test('are found by their exact path, query included', async () => {
    const emitted: Emission[] = [];
    const stop = get().bus.listen((emissions) => emitted.push(...emissions));
    const id = await add('/old/', '/new/');
    stop();
    expect(emitted).toEqual([]); // redirects are looked up per request, so no caches are invalidated
    expect(await findRedirect(get().read, '/old/')).toMatchObject({
      id,
      source: '/old/',
      target: '/new/',
      status: 301,
    });
    await add('/old/?page=2', 'https://archive.example.com/two', 308);
    expect((await findRedirect(get().read, '/old/?page=2'))?.target).toBe('https://archive.example.com/two');
    for (const path of ['/old', '/Old/', '/old/?page=3', '/'])
      expect(await findRedirect(get().read, path), path).toBeUndefined();
  });

  test('may declare a page gone', async () => {
    await add('/gone/', '', 410);
    expect(await findRedirect(get().read, '/gone/')).toMatchObject({ status: 410, target: '' });
    await expect(add('/gone-2/', '/somewhere/', 410)).rejects.toThrow('no target');
  });

  test('lead to a path of this site or a web URL, with a known status', async () => {
    for (const target of [
      '',
      'new/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://',
      '/a b/',
      '/a\r\nSet-Cookie: x',
    ]) {
      await expect(add('/from/', target), target).rejects.toMatchObject({ status: 400 });
    }
    for (const source of ['', 'from/', '//host/', 'https://example.com/', '/', '/a#b']) {
      await expect(add(source, '/to/'), source).rejects.toMatchObject({ status: 400 });
    }
    await expect(add('/from/', '/to/', 303 as 302)).rejects.toThrow('301, 302, 307, 308, 410');
    expect(await findRedirect(get().read, '/from/')).toBeUndefined();
  });

  test('never lead back to themselves, not even through others', async () => {
    await expect(add('/loop/', '/loop/')).rejects.toThrow('leads back to itself');
    await expect(add('/loop/', '/loop/#part')).rejects.toThrow('leads back to itself');
    await add('/a/', '/b/');
    await add('/b/', '/c/');
    await expect(add('/c/', '/a/')).rejects.toThrow('The redirect from "/c/" to "/a/" leads back to itself.');
  });

  test('nor in another spelling that readers can request', async () => {
    for (const [source, target] of [
      ['/slash', '/slash/'],
      ['/slash/', '/slash#part'],
      ['/grüße/', '/gr%C3%BC%C3%9Fe/'],
      ['/gr%C3%BC%C3%9Fe', '/grüße/'],
      ['/capital/', '/Capital'],
      ['/ähre/', '/%C3%84hre/'],
      ['/query?x=1', '/query/?x=1'],
      ['/query/?x=ü', '/query?x=%C3%BC'],
      ['/dots/', '/dots/more/../'],
    ] as const)
      await expect(add(source, target), source).rejects.toThrow('leads back to itself');
    const ids = [await add('/here/', '/there'), await add('/far/', '/Here#part')];
    for (const target of ['/here', '/HERE/', '/far', '/Far/'])
      await expect(add('/there/', target), target).rejects.toThrow('leads back to itself');
    // Lower case is not a spelling of upper case, and another query is another address.
    ids.push(await add('/Capital/', '/capital/'), await add('/query/?x=1', '/query/?x=2'));
    for (const id of ids) await get().write((tx) => deleteRedirect(tx, id));
  });

  test('a literal asterisk is %2A: the redirect applies to * in an address, and is no pattern', async () => {
    const found = async (path: string) => (await findFirstRedirect(get().read, sourcesFor(path)))?.target;
    const id = await add('/2%2a4/', '/eight/');
    expect(await findRedirect(get().read, '/2%2A4/')).toMatchObject({ id });
    for (const path of ['/2*4/', '/2%2A4', '/2%2a4/']) expect(await found(path), path).toBe('/eight/');
    expect(await findPattern(get().read, '/2x4/')).toBeUndefined();
    expect(await findRedirect(get().read, '/2%2a4/ ')).toMatchObject({ id });
    expect(await get().write((tx) => findSourceToChange(tx, '/2%2a4/'))).toMatchObject({ id });
    await expect(add('/2%2A4/', '/x/')).rejects.toMatchObject({ status: 409 });
    for (const target of ['/2*4', '/2%2A4/', '/2%2a4'])
      await expect(add('/eight/', target), target).rejects.toThrow('leads back to itself');
    await get().write((tx) => updateRedirect(tx, id, { source: '/2%2A4/', target: '/8/' }));
    expect([await found('/2*4/'), await findPattern(get().read, '/2x4/')]).toEqual(['/8/', undefined]);
    const { redirects } = await listRedirects(get().read, { limit: 9, search: '2*4' });
    expect(redirectsToCsv(redirects)).toContain('/2%2A4/,/8/,301');
    const pattern = await add('/2*4/', '/even/*');
    expect([await found('/2*4/'), await found('/2x4/')]).toEqual(['/8/', undefined]);
    expect(await findPattern(get().read, '/2x4/')).toMatchObject({ target: '/even/x' });
    for (const one of [id, pattern]) await get().write((tx) => deleteRedirect(tx, one));
  });

  test('are searched in any case and spelling, beyond ASCII', async () => {
    const ids = [await add('/gr%C3%BC%C3%9Fe/', '/Ångström/'), await add('/ÄHRE/', '/x%20y/')];
    const search = async (text: string) =>
      (await listRedirects(get().read, { limit: 9, search: text })).redirects.map(({ id }) => id);
    for (const text of ['GRÜ', 'grüße', '/gr%C3%BC', 'ångström', 'ÅNG', '%c3%9f'])
      expect(await search(text), text).toEqual([ids[0]]);
    for (const text of ['ähre', 'Ähre', '%C3%84hre', 'x y'])
      expect(await search(text), text).toEqual([ids[1]]);
    for (const id of ids) await get().write((tx) => deleteRedirect(tx, id));
  });

  test('of two concurrent redirects to each other the later one is refused', async () => {
    const back = await during(
      get(),
      (tx) => addRedirect(tx, { source: '/east/', target: '/west/' }),
      () => add('/west/', '/east/'),
    );
    expect(back).toMatchObject({ message: 'The redirect from "/west/" to "/east/" leads back to itself.' });
    await get().write(async (tx) => deleteRedirect(tx, (await findRedirect(tx.db, '/east/'))?.id ?? 0));
  });

  test('are unique by path, can be changed and deleted, and are listed', async () => {
    await expect(add('/a/', '/d/')).rejects.toMatchObject({ status: 409 });
    const a = (await findRedirect(get().read, '/a/'))?.id ?? 0;
    await get().write((tx) => updateRedirect(tx, a, { source: '/a/', target: '/d/', status: 302 }));
    expect(await findRedirect(get().read, '/a/')).toMatchObject({ target: '/d/', status: 302 });
    await expect(
      get().write((tx) => updateRedirect(tx, a, { source: '/b/', target: '/d/' })),
    ).rejects.toMatchObject({ status: 409 });
    await expect(
      get().write((tx) => updateRedirect(tx, 999_999, { source: '/z/', target: '/d/' })),
    ).rejects.toMatchObject({ status: 404 });
    await get().write((tx) => deleteRedirect(tx, a));
    const listed = await listRedirects(get().read, { limit: 2, offset: 1 });
    expect([listed.total, listed.redirects.map(({ source }) => source)]).toEqual([4, ['/gone/', '/old/']]);
  });
});
