import { expect, test } from 'vitest';
import type { LookChoice } from '../../../lib/look/look-choice.ts';
import { looks } from '../../../lib/look/looks.ts';
import { wholeLook } from '../../../lib/look/whole-look.ts';
import { changedParts, contrastOf, isPartChanged, lookText, withPart } from './look-values.ts';

test('[IMP-12] a part is set and reset, and leaves no empty group', () => {
  const look = withPart({ base: 'tabloid' }, 'colours.light.paper', '#eee');
  expect(look).toEqual({ base: 'tabloid', colours: { light: { paper: '#eee' } } });
  expect(withPart(look, 'colours.light.paper', undefined)).toEqual({ base: 'tabloid' });
  expect(withPart(look, '__proto__', undefined)).toEqual(look);
});

test('[IMP-12] only parts that differ from the base look count as changed', () => {
  // As imported: every part has a value.
  const imported = { ...looks.local, base: 'local' } as LookChoice;
  expect(changedParts(imported)).toEqual([]);
  const look = { ...imported, corners: 9 };
  expect([changedParts(look), lookText(look), isPartChanged(look, 'header.layout')]).toEqual([
    ['corners'],
    'Local, 1 change',
    false,
  ]);
  expect(changedParts({ colours: { accent: '#a00', dark: { ink: '#fff' } } })).toEqual([
    'colours.accent',
    'colours.dark.ink',
  ]);
});

test('[IMP-12] contrast is that of the chosen colour, with the site’s correction', () => {
  const yellow = wholeLook({ colours: { accent: '#ffd400' } });
  const light = contrastOf(yellow, 'light', 'accent');
  expect([light.isCorrected, Math.round(light.ratios[0] * 10) / 10, light.shown]).toEqual([
    true,
    1.4,
    expect.stringMatching(/^#[0-9a-f]{3,6}$/),
  ]);
  expect(contrastOf(yellow, 'dark', 'accent')).toMatchObject({ isCorrected: false, shown: '#ffd400' });
  expect(contrastOf(yellow, 'light', 'ink').isCorrected).toBe(false);
});

test.each(Object.keys(looks) as (keyof typeof looks)[])(
  '[IMP-12] the look %s is readable as it is: nothing is called too low',
  (base) => {
    const look = wholeLook({ base });
    for (const scheme of ['light', 'dark'] as const)
      for (const role of ['ink', 'accent'] as const) {
        const { isCorrected, ratios } = contrastOf(look, scheme, role);
        expect([scheme, role, isCorrected, Math.min(...ratios) >= 4.5]).toEqual([scheme, role, false, true]);
      }
  },
);

test('[IMP-12] an accent of the dark scheme that is too dark is named; the light one’s adaptation is not', () => {
  expect(contrastOf(wholeLook({ colours: { accent: '#00309c' } }), 'dark', 'accent').isCorrected).toBe(false);
  const own = wholeLook({ colours: { accent: '#00309c', dark: { accent: '#00309c' } } });
  expect(contrastOf(own, 'dark', 'accent').isCorrected).toBe(true);
});
