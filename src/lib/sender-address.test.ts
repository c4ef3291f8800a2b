import { expect, test } from 'vitest';
import { createAddressReader } from './request-headers.ts';

test('uses the connection’s address, or the one that a trusted proxy names, and trusts no other header', () => {
  const addressOf = (trusted: readonly string[], remoteAddress: string | undefined, forwarded?: string) =>
    createAddressReader(trusted)({
      socket: { remoteAddress } as never,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });
  expect(addressOf([], '203.0.113.1', '198.51.100.1')).toBe('203.0.113.1');
  expect(addressOf(['10.0.0.0/8'], '203.0.113.1', '198.51.100.1')).toBe('203.0.113.1');
  expect(addressOf(['10.0.0.0/8'], '10.0.0.9', '192.0.2.66, 198.51.100.1')).toBe('198.51.100.1');
  expect(addressOf(['10.0.0.0/8'], '::ffff:10.0.0.9', '198.51.100.1, 10.0.0.3')).toBe('198.51.100.1');
  expect(addressOf(['::1', 'fd00::/8'], 'fd00::7', '2001:db8::1')).toBe('2001:db8::1');
  expect(addressOf(['10.0.0.9'], '10.0.0.9')).toBe('10.0.0.9');
  expect(addressOf(['10.0.0.9'], '10.0.0.9', ' , ')).toBe('10.0.0.9');
  expect(addressOf(['10.0.0.9'], undefined, '198.51.100.1')).toBeUndefined();
});
