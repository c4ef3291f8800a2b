import { expect, test } from 'vitest';
import { callerOf } from './request-headers.ts';

test('an IPv4 address is one caller in any notation', () => {
  expect([callerOf('203.0.113.9'), callerOf('::ffff:203.0.113.9')]).toEqual(['203.0.113.9', '203.0.113.9']);
});

test('all addresses of one IPv6 network are one caller', () => {
  for (const ip of [
    '2001:db8:0:7::1',
    '2001:DB8::7:ffff:0:0:1',
    '2001:0db8:0000:0007:1:2:3:4',
    '2001:db8:0:7::%eth0',
  ]) {
    expect(callerOf(ip)).toBe('2001:db8:0:7::/64');
  }
  expect(callerOf('::1')).toBe('0:0:0:0::/64');
  expect(callerOf('2001:db8:0:8::1')).not.toBe(callerOf('2001:db8:0:7::1'));
});
