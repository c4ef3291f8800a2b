import { expect, test } from 'vitest';
import { onColour } from './prompt-element.ts';

test.each([
  ['#fff', '#000'],
  ['#FFD400', '#000'],
  ['#0b5cff', '#fff'],
  ['#000', '#fff'],
  ['#767676', '#000'],
  ['#757575', '#fff'],
  ['#c33', '#fff'],
])('on %s shows %s', (colour, expected) => {
  expect(onColour(colour)).toBe(expected);
});
