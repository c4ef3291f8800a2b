import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  checkboxes,
  classNames,
  color,
  number,
  parseIds,
  postTypes,
  reference,
  references,
  select,
  text,
  textarea,
  toggle,
  withDefaults,
  wording,
} from './setting-types.ts';
import type { SettingWords } from './setting-types.ts';

const words: SettingWords = { title: 'A title', group: 'Content' };
const schema = z.object({
  limit: number({ ...words, default: 6, min: 1, max: 50 }),
  title: text({ ...words, default: 'None', max: 10 }),
  on: toggle({ ...words, default: true }),
  mode: select({ ...words, options: { '': 'None', next_prev: 'Previous and next' }, default: '' }),
  tint: color(words),
  names: classNames(),
});

test('settings accept values of block comments and imports, and fall back instead of failing', () => {
  expect(schema.parse({})).toEqual({ limit: 6, title: 'None', on: true, mode: '', tint: '', names: '' });
  expect(
    schema.parse({ limit: '12', title: 7, on: 'no', mode: 'next_prev', tint: '#FA0', names: 'a b-c' }),
  ).toEqual({ limit: 12, title: '7', on: false, mode: 'next_prev', tint: '#FA0', names: 'a b-c' });
  expect(
    schema.parse({ limit: 'many', title: {}, on: [], mode: 'spin', tint: 'red;}', names: '"><script>' }),
  ).toEqual({ limit: 6, title: 'None', on: true, mode: '', tint: '', names: 'script' });
  expect(schema.parse({ limit: 100_000, title: 'a very long title' })).toMatchObject({
    limit: 50,
    title: 'a very lon',
  });
  expect(schema.parse({ title: 'a\0b' })).toMatchObject({ title: 'ab' });
  expect(schema.parse({ limit: null, on: null, mode: null })).toMatchObject({ limit: 6, on: true, mode: '' });
});

test('a choice that was a toggle accepts the toggle’s values, and one with other values the former ones', () => {
  const chosen = z.object({
    cap: select({
      ...words,
      options: { '': 'None', small: 'Small', large: 'Large' },
      default: 'small',
      was: { true: 'large', false: '' },
    }),
    size: select({
      ...words,
      options: { wide: 'Wide', full: 'Full' },
      default: 'wide',
      was: { huge: 'full', 3: 'full' },
    }),
  });
  const capOf = (cap: unknown) => chosen.parse({ cap }).cap;
  expect([true, 'yes', 'ON', 1, '1', 'true'].map(capOf)).toEqual(Array<string>(6).fill('large'));
  expect([false, 'no', 'off', 0, '0', ''].map(capOf)).toEqual(Array<string>(6).fill(''));
  expect(['small', 'large', undefined, null, {}, [true], 'medium'].map(capOf)).toEqual([
    'small',
    'large',
    ...Array<string>(5).fill('small'),
  ]);
  expect(
    ['huge', 3, 'full', true, 'toString', '__proto__'].map((size) => chosen.parse({ size }).size),
  ).toEqual(['full', 'full', 'full', 'wide', 'wide', 'wide']);
  const { cap } = z.toJSONSchema(chosen, { io: 'input' }).properties ?? {};
  expect(cap).toMatchObject({
    type: 'string',
    enum: ['', 'small', 'large'],
    default: 'small',
    control: 'select',
  });
});

test('the schema can be converted to an inspector', () => {
  expect(z.toJSONSchema(schema, { io: 'input' }).properties).toMatchObject({
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 50,
      default: 6,
      control: 'number',
      title: 'A title',
      group: 'Content',
    },
    mode: {
      enum: ['', 'next_prev'],
      control: 'select',
      options: [
        { value: '', label: 'None' },
        { value: 'next_prev', label: 'Previous and next' },
      ],
    },
    title: { type: 'string', control: 'text', maxLength: 10 },
    on: { type: 'boolean', control: 'toggle', default: true },
    names: { control: 'text', title: 'Additional CSS classes', group: 'Advanced' },
  });
});

test('a selection of the site’s items is an id, or ids and names separated by commas', () => {
  const chosen = z.object({
    page: reference({ ...words, control: 'post', postType: 'page' }),
    sections: references({ ...words, control: 'term', taxonomy: 'category', max: 200 }),
    types: postTypes({ ...words, max: 20 }),
    screens: checkboxes({ ...words, options: { phone: 'Phones', desktop: 'Desktops' }, max: 60 }),
    code: textarea({ ...words, max: 5 }),
  });
  expect(
    chosen.parse({
      page: '7',
      sections: 3,
      types: ['post', 4, 'page'],
      screens: 'phone,desktop',
      code: 'longer',
    }),
  ).toEqual({ page: 7, sections: '3', types: 'post,page', screens: 'phone,desktop', code: 'longe' });
  expect(chosen.parse({ page: -2, sections: [3], types: [], screens: {} })).toEqual({
    page: 0,
    sections: '',
    types: '',
    screens: '',
    code: '',
  });
  expect(z.toJSONSchema(chosen, { io: 'input' }).properties).toMatchObject({
    page: { control: 'post', postType: 'page', default: 0 },
    sections: { control: 'term', taxonomy: 'category', multiple: true },
    types: { control: 'post-type', multiple: true },
    screens: {
      control: 'checkboxes',
      options: [
        { value: 'phone', label: 'Phones' },
        { value: 'desktop', label: 'Desktops' },
      ],
    },
    code: { control: 'textarea' },
  });
});

test('settings with other defaults are otherwise the same, in the same order', () => {
  const own = withDefaults(schema, { mode: 'next_prev', title: wording('latest'), on: false });
  expect(JSON.stringify(own.parse({ limit: '51' }))).toBe(
    '{"limit":50,"title":"translation_latest","on":false,"mode":"next_prev","tint":"","names":""}',
  );
  expect(own.parse({ mode: '', on: 'x', title: 'a very long title' })).toMatchObject({
    mode: '',
    on: false,
    title: 'a very lon',
  });
  const { properties: { title, on, mode, ...others } = {} } = z.toJSONSchema(schema, { io: 'input' });
  const changed = (setting: unknown, value: unknown) => ({ ...Object(setting), default: value });
  expect(z.toJSONSchema(own, { io: 'input' }).properties).toEqual({
    ...others,
    title: changed(title, 'translation_latest'),
    on: changed(on, false),
    mode: changed(mode, 'next_prev'),
  });
  expect(schema.parse({})).toMatchObject({ mode: '', on: true });
});

test('id lists may contain negative ids and invalid values', () => {
  expect(parseIds('3, -12 x,,0 7')).toEqual([3, -12, 7]);
});
