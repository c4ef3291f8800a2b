import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readClientAssets } from './client-assets.server.ts';

const dist = mkdtempSync(join(tmpdir(), 'broadsheet-assets-'));
writeFileSync(join(dist, 'client-loader.js'), 'run()');
writeFileSync(join(dist, 'client-head.js'), 'dark()');
writeFileSync(join(dist, 'client-push-worker.js'), 'show()');
writeFileSync(
  join(dist, 'client-assets.json'),
  JSON.stringify({
    modules: {
      ticker: { url: '/assets/ticker-1.js', kind: 'behaviour' },
      search: { url: '/assets/search-1.js', kind: 'island' },
      react: { url: '/assets/react-1.js', kind: 'runtime' },
    },
    fonts: { 'serif-basic': '/assets/serif-basic-1.woff2' },
    lateStyles: {
      plain: '/assets/late-1.css',
      rare: '/assets/late-2.css',
      italics: '/assets/late-3.css',
      both: '/assets/late-4.css',
    },
  }),
);
afterAll(() => rmSync(dist, { recursive: true }));

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('hashes match the scripts as the page contains them', () => {
  const assets = readClientAssets(dist);
  expect([assets.loaderScript, assets.loaderHash]).toEqual(['run()', sha256('run()')]);
  expect([assets.headScript, assets.headHash]).toEqual(['dark()', sha256('dark()')]);
  expect(assets.pushWorker).toBe('show()');
});

test('only a page with an island names the URL of React', () => {
  const { pageModules } = readClientAssets(dist);
  expect(pageModules(['ticker', 'unknown'])).toEqual({ ticker: '/assets/ticker-1.js' });
  expect(pageModules(['search'])).toEqual({ search: '/assets/search-1.js', react: '/assets/react-1.js' });
});

test('without a build all assets are empty', () => {
  const assets = readClientAssets(join(dist, 'nowhere'));
  expect([
    assets.loaderScript,
    assets.fontCss,
    assets.fontsOf('slab'),
    assets.lateStyles,
    assets.moduleUrl('ticker'),
    assets.pageModules(['ticker']),
  ]).toEqual([
    '',
    '',
    { rules: { first: '', rare: '', italics: '' }, preload: '', title: undefined },
    undefined,
    undefined,
    {},
  ]);
});
