import { expect, test } from 'vitest';
import { isOwnNetwork } from './network.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.9',
  '169.254.1.1',
  '::1',
  'fd00::1',
  'fe80::1',
  'fe80::1%eth0',
  '::ffff:10.0.0.1',
])('%s is in the local network', (ip) => {
  expect(isOwnNetwork(ip)).toBe(true);
});

test.each([
  '203.0.113.5',
  '172.32.0.1',
  '2001:db8::1',
  '::ffff:203.0.113.5',
  '',
  'unknown',
  '10.0.0.1:80',
  "' OR 1=1",
  '999.1.1.1',
  '%',
])('%j is not, and nothing throws', (ip) => {
  expect(isOwnNetwork(ip)).toBe(false);
});
