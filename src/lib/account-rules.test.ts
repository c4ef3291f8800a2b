import { expect, test } from 'vitest';
import { fitsRule, isEmailAddress, isLoginName } from './account-rules.ts';

test('[AUTH-13] a password has the minimum length, a letter and a digit, in any script', () => {
  const rule = { least: 8, letterAndDigit: true };
  for (const good of ['abcdefg1', 'пароль12', '1234567ü', 'pass word 9', '密码密码密码密1'])
    expect([good, fitsRule(good, rule)]).toEqual([good, true]);
  for (const bad of ['', 'abc', 'abcdefgh', '12345678', 'abcdef1', '🙂1a'])
    expect([bad, fitsRule(bad, rule)]).toEqual([bad, false]);
  expect(fitsRule('abcdefgh', { least: 8, letterAndDigit: false })).toBe(true);
});

test('log-in names consist of characters without look-alikes', () => {
  for (const good of ['ada', 'Ada Lovelace', 'a', 'ada_l.o-v@x9', 'a'.repeat(60)])
    expect([good, isLoginName(good)]).toEqual([good, true]);
  const others = [
    '',
    ' ada',
    'ada ',
    '.ada',
    'аda',
    'ada\u200b',
    'ad\u00e4',
    '<b>',
    'a'.repeat(61),
    'ada\n',
    'a/b',
    '@',
  ];
  for (const bad of others) expect([bad, isLoginName(bad)]).toEqual([bad, false]);
});

test('email addresses have one @, and a host with a dot', () => {
  for (const good of ['a@b.cd', 'ada.l+news@mail.example.org', 'ü@exämple.org', 'a@1.b-c.xn--p1ai'])
    expect([good, isEmailAddress(good)]).toEqual([good, true]);
  const bad = [
    '',
    'a',
    'a@b',
    '@b.cd',
    'a@',
    'a@b..cd',
    'a@.cd',
    'a b@c.de',
    'a@b.cd\nBcc: x@y.zz',
    'a@b@c.de',
    '<a@b.cd>',
    `${'a'.repeat(100)}@b.cd`,
    'x@-bad-.example',
    'x@bad-.example',
    'x@b.-bad',
    'x@b_c.de',
    'x@b!.de',
    'x@\u200d.de',
    'a\0@b.cd',
    `a@${'b'.repeat(64)}.de`,
  ];
  for (const one of bad) expect([one, isEmailAddress(one)]).toEqual([one, false]);
});
