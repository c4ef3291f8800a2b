import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countsAge } from '../../src/blocks/front-lists.server.ts';
import { everything } from '../../src/kernel/db/invalidation.ts';
import type { Emission } from '../../src/kernel/db/invalidation.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { restMethods } from '../../src/kernel/http/rest/rest-reply.ts';
import { restRouteList } from '../../src/site/rest/rest-routes.ts';
import { emptyItems, emptyLists } from '../../src/site/rest/wp-v2-empty-collections.ts';
import { wordPressWidgets } from '../../src/site/rest/wp-v2-widgets.ts';
import { addressesOf, makeWorld, repliesOf, shownBy } from '../fixtures/cached-world.ts';
import type { World } from '../fixtures/cached-world.ts';
import { commandsOfNoPage, queuesWithoutPages, readByPost, writers } from '../fixtures/writers.ts';
import type { Desk, Writer } from '../harness/writer.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { isDrawn } from '../harness/drawn.ts';
import { eachBlock } from '../harness/every-block.ts';
import { CachedSite } from '../harness/cached-site.ts';
import { pathInMatrix } from '../harness/read-matrix.ts';
import { useRestApp } from '../harness/rest-app.ts';

const source = (path: string) => readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8');
const filesOf = (folder: string) =>
  readdirSync(new URL(`../../src/${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => file.replaceAll('\\', '/'));
const titleOf = ({ does, send, by }: Writer) => `${send ?? by}: ${does}`;

/** Functions that call `noteChange`, with the functions of the same file that call them. */
interface NotingCommand {
  readonly ways: readonly { readonly name: string; readonly id: string }[];
}

function commandsIn(file: string, text: string): NotingCommand[] {
  const [domain = ''] = file.split('/');
  const functions = text.split(/^(?=(?:export )?(?:async )?(?:function|const) \w+)/m).map((part) => ({
    part,
    name: /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(part)?.[1] ?? '',
  }));
  const idOf = (name: string) =>
    `${domain}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return functions
    .filter(({ part }) => /\bnoteChange\(/.test(part))
    .map(({ name }) => {
      const names = new Set([name]);
      for (const one of names) {
        for (const other of functions) if (new RegExp(`\\b${one}\\(`).test(other.part)) names.add(other.name);
      }
      return { ways: [...names].map((one) => ({ name: one, id: idOf(one) })) };
    });
}

test('every route that writes, every command and every queue has its line', () => {
  const sent = writers.flatMap(({ send, covers = [] }) => [
    ...(send === undefined ? [] : [send.split('?')[0] ?? '']),
    ...covers,
  ]);
  // Writes of WordPress' lists that are always empty, and of its widgets, are refused.
  const refused: ReadonlySet<unknown> = new Set([...emptyLists, ...emptyItems, ...wordPressWidgets]);
  const routes = restRouteList()
    .filter((route) => !refused.has(route))
    .flatMap((route) =>
      restMethods
        .filter((name) => name !== 'GET' && route.methods[name])
        .map((method) => ({ method, path: pathInMatrix(route.path), route })),
    );
  // PUT and PATCH do the same as POST.
  const performed = (path: string, method: string) => {
    const pattern = new RegExp(
      `^${method.replace(/^(?:PUT|PATCH)$/, 'POST')} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`,
    );
    return sent.some((one) => pattern.test(one));
  };
  const missing = routes
    .filter(({ method, path }) => !performed(path, method))
    .map(({ method, path }) => `${method} ${path}`);
  expect(missing.filter((one) => !readByPost.has(one))).toEqual([]);
  // User actions are logged: a command is a function that logs, or calls one in the same file.
  const commands = filesOf('modules')
    .filter((file) => !file.startsWith('activity/'))
    .flatMap((file) => commandsIn(file, source(`modules/${file}`)));
  const ofRest = [
    ...filesOf('modules')
      .filter((file) => /\/rest\b/.test(file))
      .map((file) => `modules/${file}`),
    ...filesOf('site/rest').map((file) => `site/rest/${file}`),
  ];
  const calledByRest = new Set(ofRest.flatMap((file) => source(file).match(/\w+/g) ?? []));
  const named = new Set([...writers.map(({ by }) => by), ...commandsOfNoPage]);
  const isCovered = ({ ways }: NotingCommand) =>
    ways.some(({ id, name }) => named.has(id) || calledByRest.has(name));
  expect(commands.filter((command) => !isCovered(command)).map(({ ways }) => ways[0]?.id)).toEqual([]);
  const ids = new Set(commands.flatMap(({ ways }) => ways.map(({ id }) => id)));
  expect([...commandsOfNoPage].filter((id) => !ids.has(id))).toEqual([]);
  const queues = [...source('site-queues.ts').matchAll(/\b(\w+Queue)\(site\b/g)].map(([, name = '']) => name);
  expect(queues.filter((name) => !named.has(name) && !queuesWithoutPages.has(name))).toEqual([]);
});

/** Tags that pages depend on, and tags that writers emit, on the first database. Where the other has the same, its pages are */
const onFirst = new Map<string, readonly string[]>();
const tagsOf = (emissions: readonly Emission[]) =>
  emissions.map(({ tag, urgency }) => `${tag} ${urgency}`).toSorted();

onBothDatabases('effects of writers', (get, place) => {
  const rest = useRestApp(get);
  let replies: Database;
  beforeAll(async () => void (replies = await openSiteDatabase({ ...place(), maxConnections: 2 })));
  afterAll(() => replies.close());
  const knowing = useRestApp(() => replies);
  let world: World;
  let desk: Desk;
  let site: CachedSite;
  beforeAll(async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5); // draws the same on both databases
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 15, 12) }); // random lists depend on the clock
    world = await get().write(makeWorld);
    desk = {
      database: get(),
      ids: world,
      send: async (method, path, payload, headers = { 'content-type': 'application/json' }) => {
        const { status, json, text } = await rest.send(method, path, {
          headers: { 'x-test-actor': String(world.admin), ...headers },
          ...(payload === undefined ? {} : { payload }),
        });
        if (status >= 300)
          throw new Error(`${method} ${path} is answered with ${status}: ${text.slice(0, 300)}`);
        return json;
      },
    };
    site = new CachedSite(get(), world.host);
    await site.cache(
      addressesOf(world),
      new Map([...eachBlock(shownBy(world))].map(([name, markup]) => [`block ${name}`, markup])),
    );
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const run = async (writer: Writer) => {
    const made = await writer.run(desk);
    const id =
      typeof made === 'number'
        ? made
        : typeof made === 'object' && made !== null && 'id' in made
          ? Number(made.id)
          : undefined;
    if (writer.as !== undefined && id !== undefined)
      desk = { ...desk, ids: { ...desk.ids, [writer.as]: id } };
  };

  // A single long test: later writers change what earlier ones created.
  test('changes the page for all later requests', async () => {
    const isFirst = onFirst.size === 0;
    const wrong: string[] = [];
    const unlike = (title: string, tags: readonly string[]) => {
      if (isFirst) onFirst.set(title, tags);
      else if (tags.join() !== onFirst.get(title)?.join())
        wrong.push(`${title}: ${tags.join()} instead of ${onFirst.get(title)?.join()}`);
    };
    for (const [renderKey, tags] of site.tags) unlike(renderKey, tags);
    for (const [index, writer] of writers.entries()) {
      const title = titleOf(writer);
      if (!isFirst) {
        unlike(title, tagsOf(await site.emissionsOf(() => run(writer))));
        continue;
      }
      const also =
        writer.lags || isDrawn('writers after which all is compared', index, 18)
          ? 'all'
          : isDrawn('writers after which blocks are compared', index, 6)
            ? 'blocks'
            : 'some';
      const { changed, stale, dropped, emitted, lost } = await site.follow(() => run(writer), also);
      unlike(title, tagsOf(emitted));
      const inTime = (expiresAt: number) => writer.lags === true && expiresAt <= Date.now() + countsAge;
      const says = (what: string) => void wrong.push(`${title}: ${what}`);
      for (const one of stale) if (!inTime(one.expiresAt)) says(`${one.key} is ${one.difference}`);
      if (writer.silent && dropped.length + changed.length > 0)
        says(`${[...changed, ...dropped].join()} hear of it`);
      if (!writer.silent && !writer.unseen && changed.length === 0) says('nothing changes');
      if (writer.removes !== undefined) {
        const shown = lost.filter(({ text }) => text.includes(writer.removes ?? ''));
        if (shown.length === 0) says(`nothing showed "${writer.removes}"`);
        for (const { key: renderKey, urgency } of shown)
          if (urgency !== 'remove') says(`${renderKey} still shows removed content`);
      }
      if (also !== 'all') continue;
      replies.bus.publish([everything]); // so that it knows nothing
      for (const path of repliesOf(world))
        if ((await rest.get(path)).text !== (await knowing.get(path)).text) says(`${path} is another`);
      if (!writer.lags) continue;
      vi.setSystemTime(Date.now() + countsAge + 1);
      for (const one of (await site.follow(async () => undefined, 'all')).stale)
        says(`${one.key} is ${one.difference}, ten minutes later`);
    }
    expect(wrong).toEqual([]);
  });
});
