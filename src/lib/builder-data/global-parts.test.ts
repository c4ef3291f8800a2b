import { expect, test } from 'vitest';
import { globalPartsIn, withGlobalParts } from './global-parts.ts';

const filled = (content: string, globals: Readonly<Record<string, string>>) =>
  withGlobalParts(content, { globals: new Map(Object.entries(globals)) });

test('finds each builder’s references to parts, but none in code, copies, or escaped and broken ones', () => {
  const idsIn = (content: string) => globalPartsIn(content).map(({ name, id }) => [name, id]);
  expect(
    idsIn(
      '[et_pb_row global_module="1" _builder_version="4"]\n[/et_pb_row][fusion_global id="2"][templatera id=3 el_class="x"]' +
        '<!-- wp:divi/global-layout {"globalModule":"4"} /--><!-- wp:divi/global-layout {"globalModule":5} --> <!-- /wp:divi/global-layout -->',
    ),
  ).toEqual([
    ['[et_pb_row]', '1'],
    ['[fusion_global]', '2'],
    ['[templatera]', '3'],
    ['block divi/global-layout', '4'],
    ['block divi/global-layout', '5'],
  ]);
  expect(
    idsIn(
      '<pre>[templatera id="1"]</pre>[[templatera id="2"]][et_pb_text global_module="3"]Copy[/et_pb_text][fusion_global id="x"][templatera id="-4"]' +
        '<!-- wp:divi/global-layout {"globalModule":"__proto__"} /--><!-- wp:divi/global-layout {broken} /-->a global_module="5" b',
    ),
  ).toEqual([]);
});

test('parts nest, circles end, and many parts take bounded space', () => {
  const shows = (id: number) => `[templatera id="${id}"]`;
  expect(filled(`A ${shows(1)} B`, { 1: `C ${shows(2)}`, 2: `D ${shows(1)}` })).toMatch(
    /^A \s*C \s*D \[templatera id="1"\]\s* B$/,
  );
  expect(filled(`A ${shows(9)}`, { 1: 'B' })).toBe(`A ${shows(9)}`);
  const wide = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [String(at), `${'W'.repeat(20_000)}${shows(at + 1).repeat(500)}`]),
  );
  expect(filled(shows(0), wide).length).toBeLessThan(6_000_000);
  expect(globalPartsIn('[templatera id="1" '.repeat(20_000))).toEqual([]);
  expect(globalPartsIn('[et_pb_row global_module="1"]'.repeat(20_000))).toHaveLength(200);
});
