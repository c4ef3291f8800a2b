import { expect, test } from 'vitest';
import { faultOfSubject } from './check-commits.mjs';

test.each([
  'Keep the focus in the inserter',
  'Process uploads in a worker',
  'Pass the site to jobs',
  'Seed the demo',
])('accepts "%s"', (subject) => {
  expect(faultOfSubject(subject)).toBeUndefined();
});

test.each([
  ['Added a check', 'begins with "Added"; use the imperative'],
  ['Fixes the build', 'begins with "Fixes"; use the imperative'],
  ['Adding a check', 'begins with "Adding"; use the imperative'],
  ['fix: the build', 'does not begin with a capital letter'],
  ['Fix the build.', 'ends with a full stop'],
  [`Fix ${'x'.repeat(72)}`, 'has 76 characters; at most 72 are accepted'],
])('refuses "%s"', (subject, fault) => {
  expect(faultOfSubject(subject)).toBe(fault);
});
