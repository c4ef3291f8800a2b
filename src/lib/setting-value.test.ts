import { expect, test } from 'vitest';
import { isSettingValue } from './setting-value.ts';

const settings = [
  'yes',
  'True',
  'center',
  'h3',
  '12',
  '12,5 %',
  '24/7',
  '#FF00AA',
  '#fff',
  '12px',
  '1.5 em',
  'rgba(0, 0, 0, 0.5)',
  'hsl(1,2%,3%)',
  'var(--x)',
  'calc(100% - 2px)',
  '{"a":"Some words"}',
  '["A"]',
  'fa fa-star',
  'dashicons-yes',
  'Some_setting',
  'post_title',
  '',
];
/** Settings, unless the value's name says that it holds text. */
const tokens = [
  'berlin',
  'full-width',
  'ease-in-out',
  'a.example',
  'covid-19',
  'top:0',
  '$9',
  '€ 5',
  '*',
  '…',
];
const words = [
  'Berlin',
  'Yes, we do',
  'São',
  'são',
  'naïve',
  '日本',
  '5 km',
  'Read more',
  'A',
  'rgb is a color',
  '[sic',
  'C++',
];

test.each(settings)('%j is a setting', (value) => {
  expect([isSettingValue(value), isSettingValue(value, { holdsWords: true })]).toEqual([true, true]);
});

test.each(tokens)('%j is text where the name says so', (value) => {
  expect([isSettingValue(value), isSettingValue(value, { holdsWords: true })]).toEqual([true, false]);
});

test.each(words)('%j is text', (value) => {
  expect([isSettingValue(value), isSettingValue(value, { holdsWords: true })]).toEqual([false, false]);
});

test('a value of 100,000 characters takes no longer than others', () => {
  for (const value of [
    'a'.repeat(100_000),
    `fa-${' '.repeat(100_000)}!`,
    '('.repeat(100_000),
    '{'.repeat(100_000),
  ]) {
    expect(typeof isSettingValue(value)).toBe('boolean');
  }
});
