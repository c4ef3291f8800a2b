import { expect, test } from 'vitest';
import { addHtml } from '../../../test/harness/add-html.ts';
import { atRest } from '../../../test/harness/at-rest.ts';
import { useChromium } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { pauseClock } from '../../../test/harness/paused-clock.ts';

const browser = useChromium();
const site = useFixtureSite();

const ticker = (uid: string) =>
  `<section data-behaviour="ticker" data-config='{"blockUid":"${uid}","start":"manual","posts":[1,2]}'><ul><li data-ticker-item>One</li><li data-ticker-item ` +
  'hidden>Two</li></ul></section>';
const pullDown = (uid: string, inside = '<summary>All</summary><ul><li><a href="#a">A</a></li></ul>') =>
  `<details id="${uid}" data-behaviour="pull-down" data-config='{"blockUid":"${uid}"}'>${inside}</details>`;
const modules = ['ticker', 'pull-down'];
/** Output of code entered in the console. */
const inConsole = (code: string) =>
  `(() => { try { ${code}; return 'nothing'; } catch (error) { return String(error); } })()`;

test('[ERR-01] [IMP-26] refuses an item without blockUid in the console, with this message', async () => {
  const page = await browser.newPage();
  await page.goto(site.add({ body: ticker('a') + pullDown('b'), modules }));
  await expect
    .poll(() =>
      page.evaluate(
        `window.broadsheet?.tickers?.get('a') && window.broadsheet.pullDowns?.get('b') && 'both'`,
      ),
    )
    .toBe('both');
  expect(await page.evaluate(`broadsheet.tickers.get('a')`)).toEqual({
    blockUid: 'a',
    start: 'manual',
    posts: [1, 2],
  });
  for (const registry of ['tickers', 'pullDowns']) {
    for (const item of ['{}', '{ blockUid: "" }', 'undefined']) {
      expect(await page.evaluate(inConsole(`broadsheet.${registry}.addItem(${item})`))).toBe(
        'Error: item.blockUid is not defined',
      );
    }
    expect(await page.evaluate(inConsole(`broadsheet.${registry}.addItem({ blockUid: 'mine' })`))).toBe(
      'nothing',
    );
    expect(await page.evaluate(`broadsheet.${registry}.get('mine')`)).toEqual({ blockUid: 'mine' });
  }
});

test('[ERR-02] [IMP-26] a pull-down without its containers, or with duplicates, is an error, and other widgets work', async () => {
  const logged: string[] = [];
  const page = await browser.newPage({ expectedMessages: /^uncaught: A pull-down has / });
  page.on('pageerror', ({ message }) => logged.push(message));
  const bad = [
    pullDown('none', '<summary>All</summary>'),
    pullDown('bare', '<ul></ul>'),
    pullDown('two', '<summary>All</summary><ul></ul><ul></ul>'),
  ];
  await page.goto(site.add({ body: bad.join('') + ticker('a') + pullDown('good'), modules }));
  await expect
    .poll(() => logged.toSorted())
    .toEqual(['A pull-down has more than one ul.', 'A pull-down has no summary.', 'A pull-down has no ul.']);
  await expect
    .poll(() => page.evaluate(`!!(broadsheet.tickers.get('a') && broadsheet.pullDowns.get('good'))`))
    .toBe(true);
});

test('a pull-down closes on Escape, on a click elsewhere, and when the focus leaves it', async () => {
  const page = await browser.newPage();
  await page.goto(site.add({ body: `${pullDown('a')}<button>Next</button><p>Elsewhere</p>`, modules }));
  await expect.poll(() => page.evaluate(`!!window.broadsheet?.pullDowns?.get('a')`)).toBe(true);
  const isOpen = () => page.locator('#a').evaluate((details: HTMLDetailsElement) => details.open);
  const open = async () => {
    await page.click('summary');
    expect(await isOpen()).toBe(true);
  };
  await open();
  await page.keyboard.press('Escape');
  expect([
    await isOpen(),
    await page.locator('summary').evaluate((element) => element === document.activeElement),
  ]).toEqual([false, true]);
  await open();
  await page.click('p');
  expect(await isOpen()).toBe(false);
  await open();
  await page.keyboard.press('Tab');
  expect(await isOpen()).toBe(true);
  await page.keyboard.press('Tab');
  expect(await isOpen()).toBe(false);
});

test('relative times in another language share one timer, however many parts of a page need it', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const { setInterval } = window;
    Object.assign(window, {
      clocks: 0,
      setInterval: (...given: Parameters<typeof setInterval>) => {
        (window as unknown as { clocks: number }).clocks++;
        return setInterval(...given);
      },
    });
  });
  const time = `<time datetime="${new Date(Date.now() - 3 * 3_600_000).toISOString()}" data-ago="ago">1 minute ago</time>`;
  await page.goto(
    site.add({
      body: [1, 2].map(() => `<p data-behaviour="relative-time">${time}</p>`).join(''),
      modules: ['relative-time'],
    }),
  );
  await expect.poll(() => page.locator('time').allTextContents()).toEqual(['3 hours ago', '3 hours ago']);
  await atRest(page);
  expect(await page.evaluate('clocks')).toBe(1);
});

test('updates relative times on load and every minute, also in content that is added later', async () => {
  const at = (time: number) => new Date(time).toISOString();
  const now = Date.UTC(2026, 10, 20, 12);
  const time = (id: string, moment: number) =>
    `<time id="${id}" datetime="${at(moment)}" data-ago="ago">1 minute ago</time>`;
  const page = await browser.newPage();
  await pauseClock(page, now);
  await page.goto(
    site.add({
      body: `<main data-behaviour="time-ago">${time('old', now - 3 * 3_600_000)}${time('new', now - 59 * 60_000)}</main>`,
      modules: ['time-ago'],
    }),
  );
  await expect.poll(() => page.textContent('#old')).toBe('3 hours ago');
  expect(await page.textContent('#new')).toBe('59 minutes ago');
  await page.clock.runFor(60_000);
  expect(await page.textContent('#new')).toBe('1 hour ago');
  await addHtml(page, 'body', 'beforeend', time('later', now - 86_400_000 * 2));
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('broadsheet:content', { detail: { root: document.body } })),
  );
  expect(await page.textContent('#later')).toBe('2 days ago');
});
