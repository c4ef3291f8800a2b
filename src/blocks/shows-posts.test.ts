import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findBlock } from './registry.server.ts';

const folder = new URL('./', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[\w-]+\/loader\.server\.ts$|^core\/[\w-]+\.server\.tsx$/.test(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, folder), 'utf8') }));

test('blocks whose loaders name posts declare that they show some, so that they choose in document order', () => {
  const naming = sources.filter(({ text }) =>
    /\bcontext\.(?:noteShown|showOnce|showLast)\(|\bloadList\(/.test(text),
  );
  expect(naming.length).toBeGreaterThan(15);
  for (const { path } of naming) {
    const [place = '', name = ''] = path.split(/[./]/);
    const block = findBlock(place === 'core' ? `core/${name}` : `broadsheet/${place}`);
    expect([path, block?.definition.showsPosts]).toEqual([path, true]);
  }
});
