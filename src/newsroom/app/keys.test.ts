import { expect, test } from 'vitest';
import { keyOf } from './keys.ts';

const press = (
  key: string,
  code: string,
  held: { readonly altKey?: boolean; readonly shiftKey?: boolean } = {},
) => keyOf({ key, code, altKey: false, shiftKey: false, ...held });

test('[IMP-29] keys are those of their place where the layout writes another script, and with Option of a Mac', () => {
  expect([press('ы', 'KeyS'), press('я', 'KeyZ'), press('σ', 'KeyS'), press('ש', 'KeyA')]).toEqual([
    's',
    'z',
    's',
    'a',
  ]);
  expect(press('Ф', 'KeyA', { shiftKey: true })).toBe('A');
  expect([
    press('Â', 'KeyM', { altKey: true, shiftKey: true }),
    press('Dead', 'KeyN', { altKey: true }),
  ]).toEqual(['M', 'n']);
});

test('[IMP-29] keys stay those of their layout where it is Latin, and keys that write nothing keep their names', () => {
  expect([
    press('s', 'Semicolon'),
    press('o', 'KeyS'),
    press(';', 'KeyZ'),
    press('z', 'KeyW'),
    press('ğ', 'KeyE'),
  ]).toEqual(['s', 'o', ';', 'z', 'ğ']);
  expect([
    press('p', 'KeyR', { altKey: true }),
    press('?', 'Slash'),
    press('Escape', 'Escape'),
    press('Process', 'KeyA'),
  ]).toEqual(['p', '?', 'Escape', 'Process']);
});
