import { expect, test } from 'vitest';
import { z } from 'zod';
import { packed, worded } from '../../../test/fixtures/old-theme.ts';
import { findBlock } from '../../blocks/registry.server.ts';
import {
  columnsOf,
  hiddenOn,
  onDesktops,
  onScreens,
  twelfths,
  writtenText,
  noIds,
} from './composer-values.ts';
import { counterparts, withoutParts } from './counterparts.ts';
import type { Counterpart, Reading } from './counterparts.ts';
import { readSettings } from './read-settings.ts';
import { readShortcodes } from './shortcode-tree.ts';

const schemaOf = (name: string): z.ZodObject => {
  const settings = findBlock(name)?.definition.settings;
  if (!(settings instanceof z.ZodObject)) throw new Error(`${name} has no counterpart block`);
  return settings;
};
const blocksIn = Object.entries(counterparts).flatMap(([name, one]) =>
  'block' in one ? [[name, one] as const] : [],
);

function valuesOf(reading: Reading): unknown[] {
  switch (reading.as) {
    case 'word':
      return Object.values(reading.words);
    case 'flag':
      return [true, false];
    case 'shown':
      return [false];
    case 'number':
      return [3];
    case 'author':
      return [7];
    case 'colour':
      return ['#a1b2c3'];
    default:
      return ['12'];
  }
}

test('[IMP-15] each shortcode has a block that is here, and settings that it takes as they are', () => {
  for (const [name, { block, settings = {}, reads = {} }] of blocksIn) {
    const schema = schemaOf(block);
    const known = Object.keys(schema.shape);
    for (const [setting, value] of Object.entries(settings)) {
      expect(known, `${name} → ${block}`).toContain(setting);
      expect(schema.parse(settings)[setting], `${name} → ${block} ${setting}`).toBe(value);
    }
    for (const reading of Object.values(reads)) {
      expect(known, `${name} → ${block}`).toContain(reading.to);
      for (const value of valuesOf(reading))
        expect(schema.parse({ [reading.to]: value })[reading.to], `${name} → ${block} ${reading.to}`).toBe(
          value,
        );
    }
  }
  for (const [block, settings] of Object.entries(withoutParts))
    expect(schemaOf(block).parse(settings)).toMatchObject(settings);
  for (const [name, one] of Object.entries(counterparts)) {
    const part = 'part' in one ? one.part : 'headingPart' in one ? 'broadsheet/archive-title' : undefined;
    const turnsOn = 'part' in one ? one.turnsOn : 'headingPart' in one ? one.headingPart : undefined;
    if (part !== undefined && turnsOn !== undefined)
      expect(Object.keys(withoutParts[part] ?? {}), name).toContain(turnsOn);
  }
});

test('several attributes for a list’s appearance map to one list style, in every column', () => {
  const shapes = [
    '',
    'hide_image="yes"',
    'image_floated="float_left"',
    'image_floated="float_left" image_width="30"',
    'modules_on_row="33.33333333%"',
    'modules_on_row="%"',
  ];
  for (const [name, counterpart] of blocksIn.filter(([, { shape }]) => shape !== undefined)) {
    for (const attributes of shapes) {
      for (let width = 1; width <= 12; width++) {
        const [shortcode] = readShortcodes(`[${name} ${attributes}]`).nodes;
        const settings = shortcode
          ? readSettings(counterpart, shortcode, { width, ids: noIds, note: () => {} })
          : {};
        expect(schemaOf(counterpart.block).parse(settings), `${name} ${attributes}`).toMatchObject(settings);
      }
    }
  }
});

test('values are parsed as the composer wrote them, and invalid ones are ignored', () => {
  const loop: Counterpart = counterparts.tdb_loop ?? { without: '' };
  expect(loop).toHaveProperty('block');
  expect([packed({ all: 5, phone: '1' }), '7', packed({ phone: '1' })].map(onDesktops)).toEqual([
    '5',
    '7',
    '',
  ]);
  expect(onScreens('eyJ')).toEqual({ all: 'eyJ' });
  expect([
    writtenText(worded('Grüße <b>x</b>')),
    writtenText('News'),
    writtenText('100 % wool'),
    writtenText(worded('100%')),
  ]).toEqual(['Grüße <b>x</b>', 'News', '100 % wool', '100%']);
  for (const plain of ['Kids', 'City', 'Site', 'List', 'Wiki', 'Sign', 'NEWS', 'what_now'])
    expect(writtenText(plain)).toBe(plain);
  for (const short of ['Hi', 'New', 'dog', 'Mum', 'Kids', 'Top 10'])
    expect(writtenText(worded(short))).toBe(short);
  expect(['2/3', '5', '', '1/5', '0/3', '3/0', '99', 'x'].map(twelfths)).toEqual([
    8, 5, 12, 2, 12, 12, 12, 12,
  ]);
  expect(['33.33333333%', '100%', '', '0%', '25%', '1%', '-5%'].map(columnsOf)).toEqual([
    3,
    1,
    undefined,
    undefined,
    4,
    6,
    undefined,
  ]);
  expect(hiddenOn(packed({ all: { display: 'none' }, phone: { display: 'block' } }))).toEqual({
    desktops: true,
    phones: false,
  });
  expect(hiddenOn(packed({ phone: { display: 'none' } }))).toEqual({ desktops: false, phones: true });
  for (const strange of [
    '',
    'ey',
    packed([1]),
    packed({ all: 'x', phone: null }),
    `ey${'A'.repeat(200_002)}`,
  ]) {
    expect(hiddenOn(strange)).toEqual({ desktops: false, phones: false });
  }
});
