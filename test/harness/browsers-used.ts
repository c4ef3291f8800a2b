import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';

interface Use {
  /** As reported over CDP: `HeadlessChrome/156.0.8078.108` is the shell, `Chrome/…` the whole browser. */
  readonly product: string;
  readonly file: string;
}

const listOf = (runFolder: string) => join(runFolder, 'browsers.jsonl');

/** Records that a test file uses a browser. Workers append lines to one file. */
export async function noteBrowser(runFolder: string, browser: Browser, file: string): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  const { product } = await session.send('Browser.getVersion');
  await session.detach();
  appendFileSync(listOf(runFolder), `${JSON.stringify({ product, file } satisfies Use)}\n`);
}

function nameOf(product: string): string {
  const [name = '', version = ''] = product.split('/');
  const known = { HeadlessChrome: 'Chromium headless shell', Chrome: 'Chromium, whole browser,' }[name];
  return `${known ?? name} ${version}`;
}

/** A summary line: each browser with the number of test files that used it. Undefined if no test used one. */
export function browsersLine(uses: readonly Use[]): string | undefined {
  const files = new Map<string, Set<string>>();
  for (const { product, file } of uses) files.set(product, (files.get(product) ?? new Set()).add(file));
  const mostUsed = [...files].toSorted(([, a], [, b]) => b.size - a.size);
  const parts = mostUsed.map(
    ([product, { size }]) => `${nameOf(product)} (${size} ${size === 1 ? 'file' : 'files'})`,
  );
  return parts.length === 0 ? undefined : `Browser: ${parts.join('; ')}`;
}

export function browsersUsed(runFolder: string): readonly Use[] {
  const list = listOf(runFolder);
  return existsSync(list)
    ? readFileSync(list, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Use)
    : [];
}
