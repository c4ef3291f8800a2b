import { describe, expect, test } from 'vitest';
import { atRest } from '../../../test/harness/at-rest.ts';
import { useChromium } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { pauseClock } from '../../../test/harness/paused-clock.ts';

const browser = useChromium();
const site = useFixtureSite();

/** A page with a paused clock. */
async function openPaused(url: string, options: Parameters<typeof browser.newPage>[0] = {}) {
  const page = await browser.newPage(options);
  await pauseClock(page);
  await page.goto(url);
  return page;
}

describe('copy-code', () => {
  const code = 'const a = "<b>";\nrun(a);';
  const marked = 'const a = <i>"&lt;b&gt;"</i>;\nrun(a);';
  const box =
    `<div data-behaviour="copy-code"><pre><code data-code>${marked}</code></pre><button type="button" data-copy ` +
    'style="visibility:hidden">Copy code</button></div>';
  const open = async (options = {}) => {
    const page = await openPaused(site.add({ body: box, modules: ['copy-code'] }), options);
    await expect.poll(() => page.textContent('pre')).toContain('Wait');
    return page;
  };

  test('[BOX-02] [BOX-03] replaces the code with a countdown whose number is red', async () => {
    const page = await open();
    expect(await page.textContent('pre')).toBe('Wait 20 sec before code appears... 20 sec.');
    expect(await page.getByText('run(a)').count()).toBe(0);
    expect(await page.isVisible('[data-copy]')).toBe(false);
    const color = await page.getByText(/^20$/).evaluate((element) => getComputedStyle(element).color);
    expect(color).toBe('rgb(255, 0, 0)');
  });

  test('[BOX-04] [BOX-05] counts down every 1.5 s and shows the code again below 0', async () => {
    const page = await open();
    const number = () => page.textContent('pre').then((text) => /(\d+) sec\.$/.exec(text ?? '')?.[1]);
    await page.clock.runFor(1499);
    expect(await number()).toBe('20');
    await page.clock.runFor(1);
    expect(await number()).toBe('19');
    await page.clock.runFor(1500);
    expect(await number()).toBe('18');
    await page.evaluate(() => (document.documentElement.lang = 'fa'));
    await page.clock.runFor(1500);
    expect(await page.textContent('pre')).toMatch(/ ۱۷ sec\.$/);
    await page.evaluate(() => (document.documentElement.lang = 'en'));
    await page.clock.runFor(17 * 1500);
    expect(await number()).toBe('0');
    await page.clock.runFor(1499);
    expect(await number()).toBe('0');
    await page.clock.runFor(1);
    expect(await page.textContent('pre')).toBe(code);
    expect(await page.innerHTML('[data-code]')).toBe(marked);
    await page.clock.runFor(60_000);
    expect(await page.textContent('pre')).toBe(code);
  });

  test.each(['[data-code]', '[data-copy]'])(
    '[BOX-06] [BOX-07] [BOX-08] a click on %s copies the code and reads Copied! for 1.2 s',
    async (label) => {
      const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
      await page.clock.runFor(21 * 1500);
      const original = await page.textContent(label);
      await page.click(label);
      await expect.poll(() => page.textContent(label)).toBe('Copied!');
      await page.click(label);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
      await page.clock.runFor(1199);
      expect(await page.textContent(label)).toBe('Copied!');
      await page.clock.runFor(1);
      await expect.poll(() => page.textContent(label)).toBe(original);
      expect(await page.innerHTML('[data-code]')).toBe(marked);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    },
  );

  test('[BOX-01] a page without a box has no countdown and loads no code for one', async () => {
    const page = await browser.newPage();
    await page.goto(site.add({ body: '<p>Nothing here</p>' }));
    expect(await page.textContent('body')).not.toContain('Wait 20 sec');
    expect(site.paths.filter((path) => path.startsWith('/assets/') && path.endsWith('.js'))).toEqual([]);
  });
});

describe('ticker', () => {
  const ticker = (
    config: { readonly start: string; readonly blockUid?: string; readonly posts?: readonly number[] },
    titles = ['One', 'Two', 'Three'],
  ) =>
    `<section data-behaviour="ticker" data-config='${JSON.stringify(config)}'><ul>` +
    titles
      .map(
        (title, index) => `<li data-ticker-item ${index > 0 ? 'hidden' : ''}><a href="#">${title}</a></li>`,
      )
      .join('') +
    '</ul><button type="button" data-ticker-step="-1">Previous</button><button type="button" data-ticker-step="1">Next</button>' +
    `${config.start === 'manual' ? '' : '<button type="button" data-ticker-pause aria-pressed="false">Pause</button>'}</section>`;
  // A string, because Vitest would rewrite import() in a function.
  const started = (page: Awaited<ReturnType<typeof openPaused>>, uid: string) =>
    expect.poll(() => page.evaluate(`window.broadsheet?.tickers?.get('${uid}')`));
  const shown = (page: Awaited<ReturnType<typeof openPaused>>, index = 0) =>
    page.locator('section').nth(index).locator('li:visible').allTextContents();

  test('[TICK-02] [TICK-05] titles change automatically, each after 3.5 s, in a loop', async () => {
    const page = await openPaused(
      site.add({ body: ticker({ blockUid: 'a', start: 'auto', posts: [1, 2, 3] }), modules: ['ticker'] }),
    );
    await started(page, 'a').toBeTruthy();
    const seen = [];
    for (let step = 0; step < 4; step++) {
      seen.push(...(await shown(page)));
      await page.clock.runFor(3500);
    }
    expect(seen).toEqual(['One', 'Two', 'Three', 'One']);
  });

  test('pauses while the pointer or the focus is inside', async () => {
    const page = await openPaused(
      site.add({
        body: ticker({ blockUid: 'a', start: 'auto', posts: [1, 2, 3] }) + '<p id="away">Away</p>',
        modules: ['ticker'],
      }),
    );
    await started(page, 'a').toBeTruthy();
    await page.hover('section');
    await page.clock.runFor(20_000);
    expect(await shown(page)).toEqual(['One']);
    await page.hover('#away');
    await page.clock.runFor(3501);
    expect(await shown(page)).toEqual(['Two']);
    await page.focus('section a:visible');
    await page.clock.runFor(20_000);
    expect(await shown(page)).toEqual(['Two']);
  });

  test('pauses when its button is pressed, and continues when it is pressed again', async () => {
    const page = await openPaused(
      site.add({
        body: ticker({ blockUid: 'a', start: 'auto', posts: [1, 2, 3] }) + '<p id="away">Away</p>',
        modules: ['ticker'],
      }),
    );
    await started(page, 'a').toBeTruthy();
    const pause = page.locator('[data-ticker-pause]');
    for (const [pressed, title] of [
      ['true', 'One'],
      ['false', 'Two'],
    ]) {
      await pause.click();
      expect(await pause.getAttribute('aria-pressed')).toBe(pressed);
      await pause.blur();
      await page.hover('#away');
      await page.clock.runFor(3501);
      expect(await shown(page)).toEqual([title]);
    }
  });

  test('stays paused with reduced motion until its button is pressed', async () => {
    const page = await openPaused(
      site.add({
        body: ticker({ blockUid: 'a', start: 'auto', posts: [1, 2, 3] }) + '<p id="away">Away</p>',
        modules: ['ticker'],
      }),
      { reducedMotion: 'reduce' },
    );
    await started(page, 'a').toBeTruthy();
    const pause = page.locator('[data-ticker-pause]');
    await expect.poll(() => pause.getAttribute('aria-pressed')).toBe('true');
    await page.clock.runFor(20_000);
    expect(await shown(page)).toEqual(['One']);
    await pause.click();
    await pause.blur();
    await page.hover('#away');
    await page.clock.runFor(3501);
    expect(await shown(page)).toEqual(['Two']);
  });

  test('follows a change to reduced motion, and does not restart what the reader paused', async () => {
    const page = await openPaused(
      site.add({
        body: ticker({ blockUid: 'a', start: 'auto', posts: [1, 2, 3] }) + '<p id="away">Away</p>',
        modules: ['ticker'],
      }),
      { reducedMotion: 'no-preference' },
    );
    await started(page, 'a').toBeTruthy();
    const pause = page.locator('[data-ticker-pause]');
    const pressed = (is: string) => expect.poll(() => pause.getAttribute('aria-pressed')).toBe(is);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await pressed('true');
    await page.clock.runFor(20_000);
    expect(await shown(page)).toEqual(['One']);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await pressed('false');
    await page.clock.runFor(3501);
    expect(await shown(page)).toEqual(['Two']);
    await pause.click();
    await pause.blur();
    await page.hover('#away');
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.clock.runFor(20_000);
      expect([await pause.getAttribute('aria-pressed'), await shown(page)]).toEqual(['true', ['Two']]);
    }
  });

  test('[TICK-03] a manual one waits for its buttons', async () => {
    const page = await openPaused(
      site.add({ body: ticker({ blockUid: 'a', start: 'manual', posts: [1, 2, 3] }), modules: ['ticker'] }),
    );
    await started(page, 'a').toBeTruthy();
    await page.clock.runFor(15_000);
    expect(await shown(page)).toEqual(['One']);
    await page.click('text=Next');
    expect(await shown(page)).toEqual(['Two']);
    await page.click('text=Previous');
    await page.click('text=Previous');
    expect(await shown(page)).toEqual(['Three']);
    await page.mouse.move(0, 0);
    await page.clock.runFor(15_000);
    expect(await shown(page)).toEqual(['Three']);
  });

  test('[TICK-04] two on a page keep separate items, and work separately', async () => {
    const items = [
      { blockUid: 'a', start: 'auto', posts: [1, 2, 3] },
      { blockUid: 'b', start: 'manual', posts: [4, 5] },
    ];
    const page = await openPaused(
      site.add({ body: items.map((item) => ticker(item)).join(''), modules: ['ticker'] }),
    );
    for (const item of items) await started(page, item.blockUid).toEqual(item);
    await page.clock.runFor(3500);
    expect([await shown(page, 0), await shown(page, 1)]).toEqual([['Two'], ['One']]);
  });

  test('refuses an item without blockUid, and starts the others', async () => {
    const body =
      ticker({ start: 'auto', posts: [1] }) + ticker({ blockUid: 'b', start: 'auto', posts: [2, 3] });
    const url = site.add({ body, modules: ['ticker'] });
    const page = await openPaused(url, { expectedMessages: /^uncaught: item\.blockUid is not defined$/ });
    await started(page, 'b').toBeTruthy();
    await page.clock.runFor(3500);
    expect([await shown(page, 0), await shown(page, 1)]).toEqual([['One'], ['Two']]);
  });
});

describe('slide', () => {
  test.each(['ltr', 'rtl'])(
    'buttons and swipes follow the reading direction, the counter shows the position, and the last one wraps to the first (%s)',
    async (dir) => {
      const page = await browser.newPage({
        viewport: { width: 375, height: 400 },
        hasTouch: true,
        isMobile: true,
        reducedMotion: 'reduce',
      });
      await page.goto(
        site.add({
          head:
            '<meta name="viewport" content="width=device-width"><style>body,ul{margin:0;padding:0}ul{display:flex;overflow-x:auto;scroll-snap-type:x mandatory}' +
            'li{flex:0 0 100%;height:200px;scroll-snap-align:start;list-style:none}</style>',
          body:
            `<section dir="${dir}" data-behaviour="slide"><ul data-slides>${'<li>One</li><li>Two</li><li>Three</li>'}</ul>` +
            '<button data-slide-step="-1">Back</button><span data-slide-count></span><button data-slide-step="1">On</button></section>',
          modules: ['slide'],
        }),
      );
      const is = async (place: number) => {
        await expect.poll(() => page.textContent('[data-slide-count]')).toBe(`${place} / 3`);
        await expect
          .poll(() =>
            page
              .locator('li')
              .nth(place - 1)
              .evaluate((slide) => Math.round(slide.getBoundingClientRect().left)),
          )
          .toEqual(0);
      };
      await is(1);
      for (const [button, place] of [
        ['On', 2],
        ['On', 3],
        ['On', 1],
        ['Back', 3],
        ['Back', 2],
        ['Back', 1],
      ] as const) {
        await page.getByText(button, { exact: true }).tap();
        await is(place);
      }
      const fingers = await page.context().newCDPSession(page);
      const swipe = (distance: number) =>
        fingers.send('Input.synthesizeScrollGesture', { x: 187, y: 100, xDistance: distance, speed: 2000 });
      const on = dir === 'ltr' ? -250 : 250;
      await swipe(on);
      await is(2);
      await swipe(-on);
      await is(1);
    },
  );
});

describe('lazy-image', () => {
  test('[LAZY-01] requests a picture when it comes within 300 px of the viewport', async () => {
    const body =
      '<main data-behaviour="lazy-image"><div style="height:1600px"></div><img class="lazy" data-src="/far.png" data-srcset="/far-2.png 2x" ' +
      'width="300" height="200" alt="">' +
      '<div style="height:3000px"></div><iframe class="lazy" data-src="/frame/" title="Frame"></iframe></main>';
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
    await page.goto(site.add({ body, modules: ['lazy-image'] }));
    await page.evaluate(() => scrollTo(0, 690));
    await atRest(page);
    expect(site.paths).not.toContain('/far.png');
    await page.evaluate(() => scrollTo(0, 720));
    await expect.poll(() => site.paths).toContain('/far.png');
    await expect
      .poll(() =>
        page.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
      )
      .toBe(1);
    expect(site.paths).not.toContain('/frame/');
    await page.evaluate(() => scrollTo(0, 9999));
    await expect.poll(() => site.paths).toContain('/frame/');
  });
});

describe('the loader', () => {
  test('imports nothing that content names, and no broken content stops other behaviours', async () => {
    const body = `<script type="application/json" id="broadsheet-page">{"modules":{"ticker":"/evil.js"}}</script>
      <script type="application/json" data-modules>{"foreign":"http://127.0.0.1:9/x.js","inner":"/wp-content/uploads/x.js","up":"/assets/../x.js"}</script>
      <script type="application/json" data-modules>{</script>
      <p data-behaviour="foreign inner up">x</p><main data-behaviour="lazy-image"><img class="lazy" data-src="/near.png" width="3" height="2" alt=""></main>`;
    const page = await browser.newPage({ expectedMessages: /No (?:foreign|inner|up)$/m });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(site.add({ body, modules: ['lazy-image'] }));
    await expect.poll(() => site.paths).toContain('/near.png');
    expect(requests.filter((url) => /evil|x\.js/.test(url))).toEqual([]);
  });
});
