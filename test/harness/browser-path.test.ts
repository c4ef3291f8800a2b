import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserPath, forcedKind } from './browser-path.ts';
import { browsersLine } from './browsers-used.ts';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'browser-path-'));
  for (const name of ['chromium', 'chromium-headless-shell', 'chrome']) writeFileSync(at(name), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the shell is used where it is installed, the whole browser elsewhere and for tests that need it', () => {
  expect(browserPath('shell', { CHROMIUM_PATH: at('chromium') })).toBe(at('chromium-headless-shell'));
  expect(browserPath('shell', { CHROMIUM_PATH: at('chrome') })).toBe(at('chrome'));
  expect(browserPath('shell', { CHROMIUM_PATH: at('chromium-headless-shell') })).toBe(
    at('chromium-headless-shell'),
  );
  expect(browserPath('whole', { CHROMIUM_PATH: at('chromium') })).toBe(at('chromium'));
  expect(() => browserPath('whole', { CHROMIUM_PATH: at('chromium-headless-shell') })).toThrow(
    'must be a whole Chromium',
  );
  expect(() => browserPath('shell', { CHROMIUM_PATH: at('missing') })).toThrow('set CHROMIUM_PATH');
});

test('BROADSHEET_BROWSER forces either browser, and is refused when its value or the browser is unknown', () => {
  const forced = (BROADSHEET_BROWSER: string, program: string) => ({
    BROADSHEET_BROWSER,
    CHROMIUM_PATH: at(program),
  });
  expect(browserPath('shell', forced('whole', 'chromium'))).toBe(at('chromium'));
  expect(browserPath('shell', forced('shell', 'chromium'))).toBe(at('chromium-headless-shell'));
  expect(browserPath('whole', forced('shell', 'chromium'))).toBe(at('chromium'));
  expect(browserPath('shell', forced('', 'chromium'))).toBe(at('chromium-headless-shell'));
  expect(() => browserPath('shell', forced('shell', 'chrome'))).toThrow('there is no');
  expect(() => browserPath('shell', forced('whole', 'chromium-headless-shell'))).toThrow(
    'must be a whole Chromium',
  );
  for (const value of ['Whole', 'firefox', ' ', 'shell,whole', 'constructor', '1'])
    expect(() => forcedKind({ BROADSHEET_BROWSER: value })).toThrow(`BROADSHEET_BROWSER is "${value}"`);
});

test('a run names each browser that it used, with its version and the number of its files', () => {
  expect(browsersLine([])).toBeUndefined();
  const shell = (file: string) => ({ product: 'HeadlessChrome/156.0.8078.108', file });
  expect(
    browsersLine([shell('a'), { product: 'Chrome/156.0.8078.108', file: 'b' }, shell('c'), shell('a')]),
  ).toBe(
    'Browser: Chromium headless shell 156.0.8078.108 (2 files); Chromium, whole browser, 156.0.8078.108 (1 file)',
  );
  expect(browsersLine([{ product: 'Edg/157.1', file: 'a' }])).toBe('Browser: Edg 157.1 (1 file)');
});
