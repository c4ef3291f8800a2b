import { expect, test } from 'vitest';
import { canReach, emailForms, isMailbox, normalizeEmail } from './normalize-email.ts';

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['jö@MÜNCHEN.example', 'jö@xn--mnchen-3ya.example'],
  ['jö@mu\u0308nchen。example', 'jö@xn--mnchen-3ya.example'],
  ['a@faß.example', 'a@xn--fa-hia.example'],
  ['a@XN--MNCHEN-3YA.example', 'a@xn--mnchen-3ya.example'],
  // Without a domain, or if normalizing would lose part of it, it stays as written.
  ['', ''],
  ['jö', 'jö'],
  ['@', '@'],
  ['a@', 'a@'],
  ['a@127.1', 'a@127.1'],
  ['a@b%2ec', 'a@b%2ec'],
  ['a@ü.example/x', 'a@ü.example/x'],
  ['a@ü.example:80', 'a@ü.example:80'],
  ['a@ü%2eexample', 'a@ü%2eexample'],
  ['a@ü／x.example', 'a@ü／x.example'],
  ['a@a\u200db.example', 'a@a\u200db.example'],
])('stores and compares the address %j as %j', (typed, normal) => {
  expect([normalizeEmail(typed), normalizeEmail(normalizeEmail(typed))]).toEqual([normal, normal]);
});

test('an address may be stored as typed, as browsers send it and as users write it', () => {
  expect(emailForms('A@b.example')).toEqual(['a@b.example']);
  expect(emailForms('a@xn--mnchen-3ya.example')).toEqual(['a@xn--mnchen-3ya.example', 'a@münchen.example']);
  expect(emailForms('a@mu\u0308nchen.example')).toEqual([
    'a@xn--mnchen-3ya.example',
    'a@mu\u0308nchen.example',
    'a@münchen.example',
  ]);
  expect(emailForms('a@xn--.example')).toEqual(['a@xn--.example']);
});

test('a text longer than a domain can be is not parsed as one', () => {
  const long = `a@${'ü'.repeat(60)}.${'ö'.repeat(60)}.`.padEnd(400, 'äx.');
  expect([normalizeEmail(long), emailForms(long)]).toEqual([long, [long]]);
  const machine = `a@${'xn--tda.'.repeat(40)}example`;
  expect(emailForms(machine)).toEqual([machine]);
});

test('sending mail needs the domain in ASCII', () => {
  for (const one of ['ada@b.example', 'jö@münchen.example'])
    expect([one, canReach(normalizeEmail(one))]).toEqual([one, true]);
  for (const one of ['ada@xn--ü.example', 'ada@אa.example', 'root@localhost', ''])
    expect([one, canReach(normalizeEmail(one))]).toEqual([one, false]);
});

test('a text without a domain is no address, in any notation', () => {
  for (const one of ['root@localhost', 'a@127.0.0.1', 'jö@MÜNCHEN.example'])
    expect([one, isMailbox(normalizeEmail(one))]).toEqual([one, true]);
  for (const one of [
    '',
    'a',
    '@b.cd',
    'a@',
    'a@b@c.de',
    'a\0@b.cd',
    'x@-bad-.example',
    'x@-ü.example/',
    'x@a\u200db.example',
    'x@ü_.example',
    'a@b..cd',
  ]) {
    expect([one, isMailbox(normalizeEmail(one))]).toEqual([one, false]);
  }
});
