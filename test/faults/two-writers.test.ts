import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { seededRandom } from '../harness/random.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';
import { paragraph } from '../harness/writing.ts';
import { long, report, seed } from './effort.ts';

const seeds = Array.from({ length: long ? 10 : 1 }, (_, index) => seed + index);
const steps = long ? 60 : 14;
/** Milliseconds until the editor must respond; the machine is busy. */
const patience = 30_000;
/** Milliseconds to try a button before checking the open dialogs again. */
const glance = 2000;

const browser = useChromium();
let place: TestDatabase;
let database: Database;
let server: RealServer;
const people = { m: 0, r: 0 };

beforeAll(async () => {
  place = await makeTestDatabase('sqlite');
  database = await openSiteDatabase({ dataDir: place.dataDir, maxConnections: 2 });
  await database.write(async (tx) => {
    people.m = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
    people.r = await makeUser(tx, { login: 'ruth', roles: ['editor'], displayName: 'Ruth Vane' });
  });
  server = await startRealServer(place);
});
afterAll(async () => {
  await server?.stop();
  await database?.close();
  await place?.drop();
});

/** A user at a window. */
interface Writer {
  readonly name: 'm' | 'r';
  page: Page;
  isOffline: boolean;
  /** Text typed in this window that is not yet reported as saved. */
  fresh: string[];
  readonly acknowledged: Set<string>;
}

const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');
const standing = (page: Page) => page.locator('.standing').textContent({ timeout: patience });
const dialogs = (page: Page) => page.locator('.lock-dialog, .conflict');

/** All that this browser stores. */
const storedInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answerOf = (request: IDBRequest) =>
      new Promise<unknown>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error('The browser storage is unavailable.')));
      });
    const opened = (await answerOf(indexedDB.open('broadsheet-writing', 1))) as IDBDatabase;
    const all = opened.objectStoreNames.contains('copies')
      ? await answerOf(opened.transaction('copies').objectStore('copies').getAll())
      : [];
    opened.close();
    return JSON.stringify(all);
  });

/** All that the server stores of a post: its text, its revisions and autosaves. */
async function storedOnServer(post: number): Promise<string> {
  const texts = await database.read.selectFrom('post').select('content').where('id', '=', post).execute();
  const revisions = await database.read
    .selectFrom('revision')
    .select('content')
    .where('post_id', '=', post)
    .execute();
  return [...texts, ...revisions].map(({ content }) => content).join('\n');
}

/** One run: seeded actions of two users; every word reported as saved must be found. */
function play(post: number, random: () => number) {
  const done: string[] = [];
  const draw = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(random() * items.length)] ?? items[0];
  let words = 0;
  const all = new Set<Writer>();
  const look = async ({ page }: Writer) =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))); // as every 15 seconds

  const open = async (writer: Writer): Promise<void> => {
    all.add(writer);
    await writer.page.goto(`${server.url}/wp-admin/post.php?post=${post}&action=edit`);
    await ready(writer);
  };
  /** Waits for the text, and answers any dialog over it. */
  const ready = async (writer: Writer, choice: 'drawn' | 'mine' = 'drawn'): Promise<void> => {
    const { page } = writer;
    await canvas(page).locator('p').first().waitFor({ timeout: patience });
    let giveUp = Date.now() + patience;
    for (
      let openDialogs = await dialogs(page).count();
      openDialogs > 0;
      openDialogs = await dialogs(page).count()
    ) {
      if (Date.now() > giveUp)
        throw new Error(
          `No dialog can be answered: “${(await dialogs(page).allInnerTexts()).join('” and “')}”.\n${done.join('\n')}`,
        );
      const buttons = page.getByRole('button', {
        name: /^(?:Take over|Take over again|Keep mine|Keep theirs)$/,
      });
      // Of two open dialogs the later one is on top, and is answered first.
      const top = dialogs(page).filter({ has: buttons }).last();
      const names = await top
        .getByRole('button')
        .filter({ hasText: /^(?:Take over|Take over again|Keep mine|Keep theirs)$/ })
        .allTextContents();
      const name =
        names.includes('Keep mine') && choice === 'drawn' ? draw(['Keep mine', 'Keep theirs']) : names[0];
      if (name === undefined) continue;
      const dialog = (
        await dialogs(page)
          .filter({ has: page.getByRole('button', { name, exact: true }) })
          .elementHandles()
      ).at(-1);
      // It may have closed by itself, or another one covers it and must be answered first.
      const isAnswered = await top
        .getByRole('button', { name, exact: true })
        .click({ timeout: glance })
        .then(
          () => true,
          () => false,
        );
      if (!isAnswered) continue;
      done.push(`${writer.name}: ${name}`);
      // A takeover is reported.
      if (/^Take (?:over|it back)$/.test(name))
        for (const other of all)
          if (other !== writer && !other.isOffline) await look(other).catch(() => undefined);
      // The next dialog may be the same: the other user stored again.
      await dialog?.waitForElementState('hidden', { timeout: patience }).catch(async (error: unknown) => {
        throw new Error(
          `After ${name} there is still “${(await dialogs(page).allInnerTexts()).join('” and “')}”.\n${done.join('\n')}`,
          { cause: error },
        );
      });
      giveUp = Date.now() + patience;
      await canvas(page).locator('p').first().waitFor({ timeout: patience });
    }
  };
  const write = async (writer: Writer): Promise<void> => {
    const { page, name } = writer;
    const paragraphs = canvas(page).locator('p');
    const word = `${name}${++words}.`;
    const one = paragraphs.nth(Math.floor(random() * (await paragraphs.count())));
    // Not by a click: the block toolbar above covers it.
    await one.focus({ timeout: patience });
    await one.evaluate((element) => {
      const selection = element.ownerDocument.getSelection();
      selection?.selectAllChildren(element);
      selection?.collapseToEnd();
    });
    if (random() < 0.25) await page.keyboard.press('Enter');
    await page.keyboard.type(` ${word}`);
    const isThere = (await canvas(page).locator('body').textContent())?.includes(word);
    // A dialog over the text takes the focus, which users see.
    if (!isThere) expect([word, await dialogs(page).count()]).toEqual([word, 1]);
    else writer.fresh.push(word);
    done.push(`${name}: writes ${word}${isThere ? '' : ' into a dialog'}`);
  };
  /** Text stored by now, here or on the server, must not be lost. */
  const acknowledge = async (writer: Writer): Promise<void> => {
    const stored = (await storedInBrowser(writer.page)) + (await storedOnServer(post));
    for (const word of writer.fresh) if (stored.includes(word)) writer.acknowledged.add(word);
  };
  const store = async (writer: Writer): Promise<void> => {
    await writer.page.keyboard.press('Control+s');
    done.push(`${writer.name}: stores`);
    if (writer.isOffline) return;
    await expect
      .poll(async () => (await dialogs(writer.page).count()) > 0 || (await standing(writer.page)), {
        timeout: patience,
      })
      .toSatisfy((now) => now === true || /^(?:Saved|Unsaved changes|Autosaved at .*)$/.test(String(now)));
  };
  const crash = async (writer: Writer): Promise<void> => {
    const isAwaited = random() < 0.5;
    // The browser stores a copy within a second.
    if (isAwaited) {
      await expect
        .poll(
          async () => {
            const stored = (await storedInBrowser(writer.page)) + (await storedOnServer(post));
            return writer.fresh.filter((word) => !stored.includes(word));
          },
          { timeout: patience },
        )
        .toEqual([]);
    }
    await acknowledge(writer);
    writer.fresh = [];
    done.push(`${writer.name}: crashes${isAwaited ? '' : ' at once'}`);
    const again = await writer.page.context().newPage();
    await writer.page.close();
    writer.page = again;
    await open(writer);
  };
  const goOn = async (writer: Writer): Promise<void> => {
    const button = writer.page.getByRole('button', { name: 'Restore changes' }).first();
    if ((await button.count()) === 0) return;
    await button.click({ timeout: patience });
    done.push(`${writer.name}: continues with the found copy`);
    await ready(writer);
  };
  const restart = async (): Promise<void> => {
    done.push('the server is killed');
    const port = Number(new URL(server.url).port);
    const isGone = new Promise((resolve) => server.process.once('exit', resolve));
    server.process.kill('SIGKILL');
    await isGone;
    server = await startRealServer(place, {}, '127.0.0.1', port);
  };

  return {
    done,
    open,
    ready,
    write,
    store,
    crash,
    goOn,
    restart,
    acknowledge,
    draw,
    look,
    blur: async (writer: Writer) => writer.page.evaluate(() => window.dispatchEvent(new Event('blur'))),
    line: async (writer: Writer, isOffline: boolean) => {
      done.push(`${writer.name}: ${isOffline ? 'loses the line' : 'has the line again'}`);
      writer.isOffline = isOffline;
      await writer.page.context().setOffline(isOffline);
    },
  };
}

test.for(seeds)(
  '[IMP-02] [IMP-11] two browsers with one text, edits, saves, take-overs, crashes and lost lines drawn from seed %i: no word is lost',
  {
    timeout: 600_000,
  },
  async (drawnFrom) => {
    const random = seededRandom(drawnFrom);
    const texts = Array.from({ length: 4 }, (_, index) => paragraph(`paragraph ${index}`)).join('\n\n');
    let post = 0;
    await database.write(
      async (tx) =>
        void (post = await makePost(tx, {
          title: 'Both',
          slug: `both-${drawnFrom}`,
          content: texts,
          authorId: people.m,
          status: drawnFrom % 2 ? 'publish' : 'draft',
        })),
    );
    const run = play(post, random);
    const start = async (name: Writer['name']): Promise<Writer> => ({
      name,
      isOffline: false,
      fresh: [],
      acknowledged: new Set(),
      page: await openNewsroom(
        browser,
        { url: server.url, dataDir: place.dataDir, write: async (work) => void (await database.write(work)) },
        '/wp-admin/edit.php',
        people[name],
        { expectedMessages: /./ },
      ),
    });
    const writers: [Writer, Writer] = [await start('m'), await start('r')];
    for (const writer of writers) await run.open(writer);
    for (let step = 0; step < steps; step++) {
      const writer = run.draw(writers);
      if (!writer.isOffline) await run.ready(writer);
      const act = random();
      if (act < 0.45) await run.write(writer);
      else if (act < 0.6) await run.store(writer);
      else if (act < 0.68) await run.look(writer);
      else if (act < 0.76) await run.blur(writer);
      else if (act < 0.84) await run.line(writer, !writer.isOffline);
      else if (act < 0.9) await run.goOn(writer);
      else if (act < 0.97) {
        if (!writer.isOffline) await run.crash(writer);
      } else await run.restart();
    }
    for (const writer of writers) if (writer.isOffline) await run.line(writer, false);
    // Each saves in turn, until nothing is unsaved.
    for (const writer of [...writers, ...writers]) {
      await run.ready(writer, 'mine');
      for (
        let found = 0;
        found < steps && (await writer.page.getByRole('button', { name: 'Restore changes' }).count()) > 0;
        found++
      ) {
        await run.goOn(writer);
        await run.store(writer);
        await run.ready(writer, 'mine');
      }
      await run.store(writer);
      await run.ready(writer, 'mine');
    }
    for (const writer of writers) {
      for (const word of writer.fresh) writer.acknowledged.add(word);
    }
    const stored = [
      await storedOnServer(post),
      ...(await Promise.all(writers.map(({ page }) => storedInBrowser(page)))),
    ].join('\n');
    const all = writers.flatMap(({ acknowledged }) => [...acknowledged]);
    const story = `Seed ${drawnFrom}:\n${run.done.join('\n')}`;
    expect(
      all.filter((word) => !stored.includes(word)),
      story,
    ).toEqual([]);
    // Only a user's choice between two versions removes a word from the text.
    const isChosen = run.done.some((step) => /Keep mine|Keep theirs/.test(step));
    const { content } = await database.read
      .selectFrom('post')
      .select('content')
      .where('id', '=', post)
      .executeTakeFirstOrThrow();
    if (!isChosen)
      expect(
        all.filter((word) => !content.includes(word)),
        story,
      ).toEqual([]);
    expect(all.length).toBeGreaterThan(2);
    report(`two writers, seed ${drawnFrom}`, {
      words: all.length,
      steps: run.done.length,
      choices: Number(isChosen),
    });
  },
);
