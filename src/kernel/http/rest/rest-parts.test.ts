import { renderedTitle } from './resource.ts';
import { expect, test } from 'vitest';
import { KeyedValue, nested, parseQueryString, keepFields, parseFields } from './query-string.ts';
import { encodeRestError } from './rest-errors.ts';
import { asTyped } from '../../../lib/typography/typography.ts';
import { renderedExcerpt } from '../../../site/rest/load-posts.ts';
import { restPathOf } from './rest-path.ts';
import { InvalidInputError, StaleError } from '../../../lib/errors.ts';
import { fromLocal, localIso, utcIso, zoneOffset } from '../../../lib/dates.ts';

test('parses query strings as PHP does', () => {
  expect([...parseQueryString('a=1&a=2&b[]=x&b[]=y&c[0]=p&c[7]=q&d[k]=v&e&=z&f[][]=w')]).toEqual([
    ['a', '2'],
    ['b', ['x', 'y']],
    ['c', ['p', 'q']],
    ['d', { rows: [[['k'], 'v']] }],
    ['e', ''],
    ['f', { rows: [[['', ''], 'w']] }],
  ]);
  const sent = parseQueryString(
    'a[x]=1&a[y][]=2&a[y][]=3&a[z][b]=4&a[z][c][0]=5&a[x]=6&a[__proto__][polluted]=7',
  ).get('a');
  expect(sent instanceof KeyedValue && JSON.stringify(nested(sent))).toBe(
    '{"x":"6","y":["2","3"],"z":{"b":"4","c":["5"]},"__proto__":{"polluted":"7"}}',
  );
  expect({}).not.toHaveProperty('polluted');
  expect([...parseQueryString(`a${'[b]'.repeat(5000)}=1`)]).toEqual([]);
  expect(parseQueryString(Array.from({ length: 5000 }, (_, index) => `n${index}=1`).join('&')).size).toBe(
    1000,
  );
});

test('_fields keeps the named fields, and a whole field wins over a part of it', () => {
  const value = { id: 1, title: { rendered: 'x', raw: 'y' }, list: [{ a: 1, b: 2 }], none: null };
  expect(keepFields(value, parseFields('id'))).toEqual({ id: 1 });
  expect(keepFields(value, parseFields('title.raw, list.b'))).toEqual({
    title: { raw: 'y' },
    list: [{ b: 2 }],
  });
  expect(keepFields(value, parseFields('title,title.raw'))).toEqual({ title: { rendered: 'x', raw: 'y' } });
  expect(keepFields(value, parseFields('title.raw,title'))).toEqual({ title: { rendered: 'x', raw: 'y' } });
  expect(keepFields(value, parseFields(['id', 'none']))).toEqual({ id: 1, none: null });
  expect(keepFields(value, parseFields('__proto__,constructor.name'))).toEqual({});
  expect(keepFields(value, parseFields(''))).toBe(value);
});

test('times are in the site’s time zone, also around clock changes', () => {
  const summer = Date.UTC(2026, 6, 1, 10);
  expect(localIso(summer, 'Europe/Berlin')).toBe('2026-07-01T12:00:00');
  expect(utcIso(summer)).toBe('2026-07-01T10:00:00');
  expect(localIso(Date.UTC(2026, 11, 31, 23, 30), 'Asia/Kolkata')).toBe('2027-01-01T05:00:00');
  for (const moment of [
    summer,
    Date.UTC(2026, 2, 29, 0, 59),
    Date.UTC(2026, 2, 29, 1, 1),
    Date.UTC(2026, 9, 25, 2, 1),
  ]) {
    expect(fromLocal(moment + zoneOffset(moment, 'Europe/Berlin'), 'Europe/Berlin')).toBe(moment);
  }
  // Times skipped by a clock change are read with the offset before it, on either side of Greenwich.
  for (const [zone, local, expected] of [
    ['Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T03:30:00'],
    ['America/New_York', '2026-03-08T02:30:00', '2026-03-08T03:30:00'],
    ['America/Santiago', '2026-09-06T00:00:00', '2026-09-06T01:00:00'],
    ['Africa/Cairo', '2026-04-24T00:00:00', '2026-04-24T01:00:00'],
  ] as const)
    expect([zone, localIso(fromLocal(Date.parse(`${local}Z`), zone), zone)]).toEqual([zone, expected]);
  expect(Number.isFinite(fromLocal(Date.UTC(0, 0, 1) - 2e13, 'America/New_York'))).toBe(true);
});

test('rest_route leads below /wp-json, and nowhere else', () => {
  const pairs: [string, string | undefined][] = [
    ['/?rest_route=/', '/wp-json/'],
    ['/?rest_route=/wp/v2/posts&per_page=5', '/wp-json/wp/v2/posts?per_page=5'],
    ['/index.php?a=b&rest_route=wp/v2/', '/wp-json/wp/v2?a=b'],
    ['/', undefined],
    ['/?s=rest_route', undefined],
    ['/story/?rest_route=/wp/v2/posts', undefined],
    ['/?rest_route=', undefined],
    ['/?rest_route[]=/wp/v2', undefined],
    ['/?rest_route=//evil.example/../x', '/wp-json/evil.example/../x'],
    ['/?rest_route=/a%00b', '/wp-json/a%00b'],
    ['/?xrest_route=/', undefined],
  ];
  for (const [url, expected] of pairs) expect([url, restPathOf(url)]).toEqual([url, expected]);
});

test('excerpts are the manual ones, or the first words of the content', () => {
  expect(renderedExcerpt({ excerpt: 'By hand\n\nin two parts', opening: 'x' }, asTyped)).toBe(
    '<p>By hand</p>\n<p>in two parts</p>\n',
  );
  expect(renderedExcerpt({ excerpt: '', opening: 'A & B <script>' }, asTyped)).toBe(
    '<p>A &amp; B &lt;script&gt;</p>\n',
  );
  expect(renderedExcerpt({ excerpt: '', opening: 'word '.repeat(60).trim() }, asTyped)).toBe(
    `<p>${'word '.repeat(55).trim()} [&hellip;]</p>\n`,
  );
  expect(renderedExcerpt({ excerpt: ' ', opening: '' }, asTyped)).toBe('');
  expect(renderedTitle('Salt & pepper &amp; &#8217;s', asTyped)).toBe('Salt &#038; pepper &amp; &#8217;s');
});

test('errors of commands name their fields, and stale writes return both sides', () => {
  expect(
    encodeRestError(
      new InvalidInputError('The name is missing.', 'rest_invalid_param', { name: 'The name is missing.' }),
    ).data,
  ).toEqual({
    status: 400,
    params: { name: 'The name is missing.' },
    details: { name: { code: 'rest_invalid_param', message: 'The name is missing.', data: null } },
  });
  expect(encodeRestError(new InvalidInputError('Nonsense.')).data).toEqual({ status: 400 });
  expect(
    encodeRestError(new StaleError('Somebody was faster.', { mine: { text: 'a' }, theirs: { text: 'b' } })),
  ).toEqual({
    code: 'stale',
    message: 'Somebody was faster.',
    data: { status: 409, mine: { text: 'a' }, theirs: { text: 'b' } },
  });
});
