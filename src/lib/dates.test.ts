import { expect, test } from 'vitest';
import { formatPhpDate, shortNames } from './dates.ts';
import { plainDates } from '../ui/language.ts';

const { names } = plainDates;
const at = Date.UTC(2026, 10, 20, 16, 5, 9);
const write = (format: string, zone = 'UTC', moment = at) => formatPhpDate(moment, format, zone, names);

test('[DATE-01] dates use English month and day names, full and short', () => {
  const january = Date.UTC(2026, 0, 5);
  expect(write('F|M|l|D', 'UTC', january)).toBe('January|Jan|Monday|Mon');
  expect(Array.from({ length: 12 }, (_, month) => write('F', 'UTC', Date.UTC(2026, month, 1)))).toEqual(
    names.months,
  );
  expect(Array.from({ length: 7 }, (_, day) => write('D', 'UTC', Date.UTC(2026, 1, 1 + day)))).toEqual([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ]);
});

test('format characters work as in PHP’s date()', () => {
  expect(write('F j, Y')).toBe('November 20, 2026');
  expect(write('g:i a, H:i:s, h A, G')).toBe('4:05 pm, 16:05:09, 04 PM, 16');
  expect(write('jS d m n y N w z t L W o')).toBe('20th 20 11 11 26 5 5 323 30 0 47 2026');
  expect(
    write('jS', 'UTC', Date.UTC(2026, 0, 1)) +
      write('jS', 'UTC', Date.UTC(2026, 0, 22)) +
      write('jS', 'UTC', Date.UTC(2026, 0, 13)),
  ).toBe('1st22nd13th');
  expect(write('Y-m-d\\TH:i:sP U')).toBe(`2026-11-20T16:05:09+00:00 ${at / 1000}`);
  expect(write('j \\d\\e F, x?')).toBe('20 de November, x?');
  expect(write('\\')).toBe('');
  expect(write('W o', 'UTC', Date.UTC(2027, 0, 1))).toBe('53 2026');
});

test('a date uses the clock of the time zone', () => {
  const evening = Date.UTC(2026, 11, 31, 23, 30);
  expect(write('F j, Y H:i O e', 'Europe/Berlin', evening)).toBe('January 1, 2027 00:30 +0100 Europe/Berlin');
  expect(write('j H:i P Z T', 'America/St_Johns', evening)).toBe('31 20:00 -03:30 -12600 -03:30');
  expect(write('G', 'Europe/Berlin', Date.UTC(2026, 6, 1, 12))).toBe('14');
});

test('short names replace full names, but not other words', () => {
  expect(shortNames('l, F j, Y')).toBe('D, M j, Y');
  expect(shortNames('\\F F')).toBe('\\F M');
});
