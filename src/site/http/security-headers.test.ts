import { expect, test } from 'vitest';
import { transportSecurity } from './security-headers.ts';

const settings = { hsts_days: 180, hsts_subdomains: false, hsts_preload: false };
const header = (more: Partial<typeof settings>, siteUrl = 'https://news.example') =>
  transportSecurity(siteUrl, { ...settings, ...more })['strict-transport-security'];

test('an https site sends HSTS as set, and an http site doesn’t', () => {
  expect(header({})).toBe('max-age=15552000');
  expect(header({}, 'http://news.example')).toBeUndefined();
  expect(header({ hsts_subdomains: true })).toBe('max-age=15552000; includeSubDomains');
  expect(header({ hsts_days: 0, hsts_subdomains: true, hsts_preload: true })).toBe('max-age=0');
});

test('preload is off by default, and when on meets the list’s requirements', () => {
  expect(header({ hsts_preload: true, hsts_days: 365 })).toBe('max-age=31536000');
  expect(header({ hsts_preload: true, hsts_subdomains: true })).toBe('max-age=15552000; includeSubDomains');
  expect(header({ hsts_preload: true, hsts_subdomains: true, hsts_days: 365 })).toBe(
    'max-age=31536000; includeSubDomains; preload',
  );
});
