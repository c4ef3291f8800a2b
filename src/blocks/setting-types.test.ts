import { expect, test } from 'vitest';
import { z } from 'zod';
import { choice, classNames, color, flag, parseIds, text, wholeNumber } from './setting-types.ts';

const schema = z.object({ limit: wholeNumber(6, 1, 50), title: text('None', 10), on: flag(true), mode: choice(['', 'next_prev'], ''), tint: color(), names: classNames() });

test('settings read what block comments and imports hold, and fall back instead of failing', () => {
  expect(schema.parse({})).toEqual({ limit: 6, title: 'None', on: true, mode: '', tint: '', names: '' });
  expect(schema.parse({ limit: '12', title: 7, on: 'no', mode: 'next_prev', tint: '#FA0', names: 'a b-c' })).toEqual({ limit: 12, title: '7', on: false, mode: 'next_prev', tint: '#FA0', names: 'a b-c' });
  expect(schema.parse({ limit: 'many', title: {}, on: [], mode: 'spin', tint: 'red;}', names: '"><script>' })).toEqual({ limit: 6, title: 'None', on: true, mode: '', tint: '', names: 'script' });
  expect(schema.parse({ limit: 100_000, title: 'a very long title' })).toMatchObject({ limit: 50, title: 'a very lon' });
  expect(schema.parse({ limit: null, on: null, mode: null })).toMatchObject({ limit: 6, on: true, mode: '' });
});

test('the schema can be turned into an inspector', () => {
  expect(z.toJSONSchema(schema, { io: 'input' }).properties).toMatchObject({ limit: { type: 'integer', minimum: 1, maximum: 50, default: 6 }, mode: { enum: ['', 'next_prev'] } });
});

test('id lists may hold negatives and rubbish', () => {
  expect(parseIds('3, -12 x,,0 7')).toEqual([3, -12, 7]);
});
