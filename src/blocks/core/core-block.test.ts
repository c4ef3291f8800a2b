import { expect, test } from 'vitest';
import type { CoreBlock } from './core-block.ts';

const files = import.meta.glob<{ block: CoreBlock }>('./*.server.tsx', { eager: true });
const blocks = Object.entries(files).map(([file, { block }]) => [file, block] as const);

test('each file is named after its block, which renders something', () => {
  expect(blocks.length).toBeGreaterThan(60);
  for (const [file, { name, load, View }] of blocks) {
    expect(name).toBe(`core/${file.slice('./'.length, -'.server.tsx'.length)}`);
    expect(load ?? View).toBeTypeOf('function');
  }
});

test('attributes have a value, by default the same, whatever the markup contains, since other software writes it', () => {
  const strange: readonly unknown[] = [
    null,
    '',
    'x'.repeat(10_000),
    -1,
    1e308,
    true,
    [],
    [{}],
    {},
    { constructor: 1 },
    '</script>',
  ];
  for (const [file, { settings }] of blocks) {
    const usual = settings.parse({});
    expect(settings.parse({ unheardOf: 1 }), file).toEqual(usual);
    for (const name of Object.keys(usual as object)) {
      for (const value of strange)
        expect(settings.safeParse({ [name]: value }).success, `${file} ${name}`).toBe(true);
    }
  }
});
