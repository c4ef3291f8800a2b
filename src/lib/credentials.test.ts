import { expect, test } from 'vitest';
import {
  generatePassword,
  hashOfNobody,
  hashPassword,
  maxPasswordLength,
  ownHash,
  verifyPassword,
} from './credentials.ts';

test('hashes with argon2id, salted', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one.encoded).toMatch(ownHash);
  expect(one.encoded).not.toBe(two.encoded);
});

test('verifies the password that was hashed and no other', async () => {
  const stored = await hashPassword('caf\u00e9 au lait');
  expect(await verifyPassword(stored, 'cafe\u0301 au lait')).toBe(true);
  expect(await verifyPassword(stored, 'cafe au lait')).toBe(false);
  expect(await verifyPassword({ encoded: '' }, '')).toBe(false);
  expect(await verifyPassword(stored, 'x'.repeat(maxPasswordLength + 1))).toBe(false);
  await expect(hashPassword('')).rejects.toThrow('1 to 1024');
});

test('generates different long, readable passwords', () => {
  const passwords = Array.from({ length: 50 }, () => generatePassword());
  expect(new Set(passwords).size).toBe(50);
  for (const password of passwords) expect(password).toMatch(/^[a-zA-Z2-9]{24}$/);
});

test('the dummy hash costs as much as others, and no password matches it', async () => {
  expect(hashOfNobody).toMatch(ownHash);
  for (const password of ['', 'nobody', 'A'.repeat(22)])
    expect(await verifyPassword({ encoded: hashOfNobody }, password), password).toBe(false);
});
