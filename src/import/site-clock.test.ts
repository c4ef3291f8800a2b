import { expect, test } from 'vitest';
import { zoneOffset } from '../lib/dates.ts';
import { TimeZoneGuess } from './site-clock.ts';

const day = 24 * 3_600_000;
const from = Date.UTC(2024, 0, 3, 12);

/** A site in `zone` that published weekly, and then moved to `later`. */
function guessOf(zone: string, weeks: number, language?: string, later?: string): string | undefined {
  const guess = new TimeZoneGuess();
  for (let number = 0; number < weeks; number++) {
    const utc = from + number * 7 * day;
    guess.add(utc + zoneOffset(utc, later !== undefined && number >= weeks / 10 ? later : zone), utc);
  }
  return guess.zone(language);
}

test.each<[zone: string, weeks: number, language: string | undefined, expected: string | undefined]>([
  ['Europe/Berlin', 60, 'de-DE', 'Europe/Berlin'],
  ['Europe/Berlin', 4, 'de', 'Europe/Berlin'],
  ['Europe/Madrid', 60, 'es-ES', 'Europe/Madrid'],
  ['Europe/London', 4, 'en-GB', 'Europe/London'],
  ['America/New_York', 60, 'en-US', 'America/New_York'],
  ['America/Los_Angeles', 60, 'en', 'America/Los_Angeles'],
  ['America/Sao_Paulo', 60, 'pt-BR', 'America/Sao_Paulo'],
  ['Asia/Tokyo', 60, 'ja', 'Asia/Tokyo'],
  ['Australia/Sydney', 60, 'en-AU', 'Australia/Sydney'],
  // English is the default of untranslated sites: DST rules say more than an offset.
  ['Europe/Berlin', 60, 'en-US', 'Europe/Berlin'],
  ['Europe/Berlin', 60, undefined, 'Europe/Berlin'],
  ['Pacific/Auckland', 60, 'en-US', 'Pacific/Auckland'],
  ['Asia/Kolkata', 60, 'en-US', '+05:30'],
  ['Africa/Lagos', 60, 'en-US', '+01:00'],
  ['America/Bogota', 60, 'de-DE', '-05:00'],
  // In winter Denver and Phoenix have the same offset, and only Denver changes clocks.
  ['America/Denver', 4, 'en-US', '-07:00'],
  ['UTC', 60, 'de-DE', 'UTC'],
  ['UTC', 60, 'en-US', 'UTC'],
  ['Europe/Berlin', 0, 'de-DE', undefined],
])('%s for %i weeks in %s: %s', (zone, weeks, language, expected) =>
  expect(guessOf(zone, weeks, language)).toBe(expected),
);

test('a site that moved is where it is now, and one that moves all the time nowhere', () => {
  expect(guessOf('America/New_York', 100, 'de-DE', 'Europe/Berlin')).toBe('Europe/Berlin');
  expect(guessOf('America/New_York', 400, 'de-DE', 'Europe/Berlin')).toBe('Europe/Berlin');
  const guess = new TimeZoneGuess();
  for (let number = 0; number < 200; number++)
    guess.add(from + number * day + (number % 20) * 3_600_000, from + number * day);
  expect(guess.zone('de-DE')).toBeUndefined();
});

test('impossible local times are ignored, however many there are', () => {
  const guess = new TimeZoneGuess();
  for (let number = 0; number < 20_000; number++) {
    const utc = from + ((number * 7919) % 20_000) * 30 * day;
    guess.add(utc + 7, utc);
    guess.add(utc + 99 * day, utc);
    guess.add(Number.NaN, utc);
    guess.add(-1e300, 1e300);
    guess.add(utc, utc);
  }
  expect(guess.zone('xx-ZZ')).toBe('UTC');
});
