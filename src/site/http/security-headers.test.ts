import { expect, test } from 'vitest';
import { transportSecurity } from './security-headers.ts';

const settings = { hsts_days: 180, hsts_subdomains: false, hsts_preload: false };
const header = (more: Partial<typeof settings>, siteUrl = 'https://news.example') =>
  transportSecurity(siteUrl, { ...settings, ...more })['strict-transport-security'];

test('a site by https asks browsers to stay with it, as the settings say; one by http says nothing', () => {
  expect(header({})).toBe('max-age=15552000');
  expect(header({}, 'http://news.example')).toBeUndefined();
  expect(header({ hsts_subdomains: true })).toBe('max-age=15552000; includeSubDomains');
  expect(header({ hsts_days: 0, hsts_subdomains: true, hsts_preload: true })).toBe('max-age=0');
});

test('preload is off until it is asked for, with all that the list demands', () => {
  expect(header({ hsts_preload: true, hsts_days: 365 })).toBe('max-age=31536000');
  expect(header({ hsts_preload: true, hsts_subdomains: true })).toBe('max-age=15552000; includeSubDomains');
  expect(header({ hsts_preload: true, hsts_subdomains: true, hsts_days: 365 })).toBe(
    'max-age=31536000; includeSubDomains; preload',
  );
});
