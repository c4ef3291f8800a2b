// Takes screenshots: eight for the README and the guide to looks, or with --all every page worth a design review.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { findChromium } from './launch/find-programs.mjs';
import { lookNames } from '../src/lib/look/looks.ts';
import { broadsheet, startDemoServer } from '../test/harness/demo-server.ts';
import { startForeignSite } from './screenshots/foreign-sites.mjs';
import { startHardCases } from './screenshots/hard-site.mjs';
import { jury, looksJury, readme } from './screenshots/shots.mjs';

const usage = `Usage: npm run screenshots -- [--all | --looks] [--out DIR] [--sites DIR] [--import FILE.xml …] [--only TEXT]

Without --all and --looks: the pictures of the README and of the guide to looks, into docs/images.

  --all      everything: each kind of page, wide and narrow, light and dark, and hard cases; into ./screenshots
  --looks    each look with each site, kind of page, width and scheme at least once; into ./screenshots
  --out      where the pictures go
  --sites    folder of the sites' data, kept for the next run (default: a temporary one)
  --import   a WordPress export that joins the hard cases, like WordPress' theme unit test
  --only     pictures whose file names match this regular expression`;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const caller = process.env.INIT_CWD ?? process.cwd();
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    looks: { type: 'boolean', default: false },
    out: { type: 'string' },
    sites: { type: 'string' },
    import: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

/** Scrolls through the page to trigger lazy loading. */
const scrollThrough = async () => {
  for (let y = 0; y < document.body.scrollHeight; y += 500) {
    scrollTo(0, y);
    await new Promise((done) => setTimeout(done, 40));
  }
  scrollTo(0, 0);
};

/** The path of a post in the hard cases, found over REST by its slug. */
async function addressOf(url, { path, slug }) {
  if (!slug) return path.replace('{{year}}', String(new Date().getFullYear()));
  for (const type of ['posts', 'pages']) {
    const reply = await fetch(`${url}/wp-json/wp/v2/${type}?slug=${slug}`);
    const [post] = reply.ok ? await reply.json() : [];
    if (post) return new URL(post.link).pathname;
  }
  return `/${slug}/`;
}

async function openEditor(page, url, slug) {
  await page.goto(`${url}/wp-login.php`);
  await page.fill('[name=log]', 'admin');
  await page.fill('[name=pwd]', 'a password of the tests');
  await page.click('.account-form [type=submit]');
  await page.waitForURL(/\/wp-admin\//);
  const reply = await fetch(`${url}/wp-json/wp/v2/posts?slug=${slug}`);
  const [post] = await reply.json();
  await page.goto(`${url}/wp-admin/post.php?post=${post.id}&action=edit`);
  await page.frameLocator('iframe[name=editor-canvas]').locator('p[contenteditable=true]').first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Takes one screenshot; returns visible problems of the page. */
async function take(browser, url, shot, out) {
  const context = await browser.newContext({
    viewport: shot.viewport,
    deviceScaleFactor: shot.deviceScaleFactor ?? 1,
  });
  if (shot.scheme === 'dark') await context.addCookies([{ name: 'broadsheet_dark', value: '1', url }]);
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  if (shot.print) await page.emulateMedia({ media: 'print' });
  if (shot.edited) await openEditor(page, url, shot.edited);
  else {
    await page.goto(url + (await addressOf(url, shot)), { waitUntil: 'networkidle' });
    await page.mouse.move(1, 1); // as for a visitor, so that the footer loads
  }
  if (shot.full) await page.evaluate(scrollThrough);
  await shot.act?.(page);
  await page.waitForTimeout(400);
  const extent = await page.evaluate(() => document.documentElement.scrollWidth);
  if (extent > shot.viewport.width) faults.push(`${extent} px wide`);
  const picture = await page.screenshot({ fullPage: shot.full ?? false });
  await context.close();
  const file = join(out, shot.file);
  if (values.all || values.looks) await sharp(picture).png({ compressionLevel: 6 }).toFile(`${file}.png`);
  else await sharp(picture).webp({ quality: 78, effort: 6 }).toFile(`${file}.webp`);
  return faults;
}

function startSite(site, folder) {
  if (site === 'demo') return startDemoServer(join(folder, site));
  return site === 'hard'
    ? startHardCases(
        folder,
        values.import.map((file) => resolve(caller, file)),
      )
    : startForeignSite(folder, site);
}

async function main() {
  const isJury = values.all || values.looks;
  const out = values.out
    ? resolve(caller, values.out)
    : isJury
      ? resolve(caller, 'screenshots')
      : join(root, 'docs/images');
  const sitesFolder = values.sites
    ? resolve(caller, values.sites)
    : mkdtempSync(join(tmpdir(), 'broadsheet-screenshots-'));
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('There is no Chromium: install the package "chromium", or set CHROMIUM_PATH.');
  mkdirSync(out, { recursive: true });
  const shots = values.looks ? looksJury(lookNames) : values.all ? jury : readme;
  // Sorted by site and look, so that each look is applied once.
  const selected = shots
    .filter(({ file }) => new RegExp(values.only).test(file))
    .toSorted(
      (a, b) =>
        (a.site === b.site ? 0 : a.site < b.site ? -1 : 1) ||
        lookNames.indexOf(a.look) - lookNames.indexOf(b.look),
    );
  const servers = {};
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  try {
    let worn = '';
    for (const shot of selected) {
      const { site, look = lookNames[0] } = shot;
      servers[site] ??= await startSite(site, sitesFolder);
      if (worn !== `${site} ${look}`) await broadsheet(join(sitesFolder, site), 'theme', 'use', look);
      worn = `${site} ${look}`;
      const faults = await take(browser, servers[shot.site].url, shot, out);
      console.log([shot.file, ...faults].join('\n  '));
    }
  } finally {
    await browser.close();
    await Promise.all(Object.values(servers).map((server) => server.stop()));
    if (!values.sites) rmSync(sitesFolder, { recursive: true, force: true });
  }
}

if (values.help) console.log(usage);
else await main();
