import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSigner, loadSecret } from './keys.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'broadsheet-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates the secret once, stores it, and makes it readable by its owner only', () => {
  const place = join(folder, 'new', 'data');
  const secret = loadSecret(place);
  expect(secret).toHaveLength(32);
  expect(loadSecret(place)).toEqual(secret);
  expect(statSync(join(place, 'keys.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(place)).toEqual(['keys.json']);
  expect(loadSecret(join(folder, 'other'))).not.toEqual(secret);
});

test('writes nothing when a secret exists, so a start works on a full or read-only disk', () => {
  const secret = loadSecret(folder);
  const { mtimeMs } = statSync(folder);
  expect(loadSecret(folder)).toEqual(secret);
  expect(statSync(folder).mtimeMs).toBe(mtimeMs);
});

test('processes that start together get the same secret', async () => {
  const script =
    `const { loadSecret } = await import(${JSON.stringify(new URL('./keys.ts', import.meta.url).href)}); ` +
    `process.stdout.write(loadSecret(${JSON.stringify(folder)}).toString('hex'));`;
  const run = promisify(execFile);
  const secrets = await Promise.all(
    Array.from(
      { length: 4 },
      async () => (await run(process.execPath, ['--input-type=module', '-e', script])).stdout,
    ),
  );
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\da-f]{64}$/);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test.each([
  ['not JSON at all', 'not JSON'],
  ['cut off', '{"secret":"abc'],
  ['an empty file', ''],
  ['no secret', '{}'],
  ['null', 'null'],
  ['a short secret', '{"secret":"abc"}'],
  ['a number', '{"secret":1}'],
])('names a broken file (%s) and what to do, and leaves it unchanged', (_what, text) => {
  const file = join(folder, 'keys.json');
  writeFileSync(file, text);
  expect(() => loadSecret(folder)).toThrow(
    `${file} contains no secret. Restore it from a backup, or delete it to generate a new one.`,
  );
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(folder)).toEqual(['keys.json']);
});

test('a signature is valid only for its secret, purpose and text', () => {
  const signer = createSigner(Buffer.from('a secret'));
  const signature = signer.sign('post-password', 'enter');
  expect(signature).toMatch(/^[\w-]{32}$/);
  expect(signer.verify('post-password', 'enter', signature)).toBe(true);
  expect(signer.verify('post-password', 'Enter', signature)).toBe(false);
  expect(signer.verify('magic', 'enter', signature)).toBe(false);
  expect(createSigner(Buffer.from('another')).verify('post-password', 'enter', signature)).toBe(false);
  for (const odd of ['', signature.slice(1), `${signature}x`, 'é'.repeat(32)])
    expect(signer.verify('post-password', 'enter', odd)).toBe(false);
});

test('only the secret and purpose unseal a seal, as a whole', () => {
  const [signer, other] = [createSigner(Buffer.from('a secret')), createSigner(Buffer.from('another'))];
  for (const text of ['', '1.2.token', 'ż漢😀', 'a.b.c', 'x'.repeat(200)])
    expect(signer.unseal('session', signer.seal('session', text))).toBe(text);
  const sealed = signer.seal('session', '12.34.token');
  expect(sealed).toMatch(/^12\.34\.token\.[\w-]{32}$/);
  const changed = [...sealed].map(
    (character, at) => `${sealed.slice(0, at)}${character === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`,
  );
  const forged = [
    ...changed,
    other.seal('session', '12.34.token'),
    '',
    '.',
    sealed.slice(1),
    sealed.slice(0, -1),
    `${sealed}A`,
    sealed.slice(0, -5),
    'A'.repeat(32),
    'A'.repeat(5),
    'A',
    `${sealed}${'A'.repeat(1_000_000)}`,
    `12.34.token.${signer.sign('session', '12.34.token')}`,
  ];
  for (const text of forged)
    expect([text.slice(0, 100), signer.unseal('session', text)]).toEqual([text.slice(0, 100), undefined]);
  expect(signer.unseal('nonce', sealed)).toBeUndefined();
});

test('a seal’s checksum is no signature: one with a valid checksum but no valid signature is refused', () => {
  const signer = createSigner(Buffer.from('a secret'));
  const [first, second] = [signer.seal('session', '1.2.a'), signer.seal('session', '1.2.b')];
  expect(second.slice(-5)).not.toBe(first.slice(-5));
  expect(signer.unseal('other', first)).toBeUndefined(); // valid checksum, but a signature for another purpose
  expect(signer.unseal('session', first.slice(0, -5) + second.slice(-5))).toBeUndefined();
});
