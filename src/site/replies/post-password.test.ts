import { expect, test } from 'vitest';
import { createSigner } from '../../lib/keys.ts';
import { unlocks } from './post-password.ts';

const signer = createSigner(Buffer.from('a secret of the tests, long enough'));

test('a post opens only with the proof of its own password', () => {
  expect(
    unlocks(signer, `a=1; wp-postpass_broadsheet=${signer.sign('post-password', 'enter')}`, 'enter'),
  ).toBe(true);
  expect(unlocks(signer, `wp-postpass_broadsheet=${signer.sign('post-password', 'other')}`, 'enter')).toBe(
    false,
  );
  expect(unlocks(signer, `wp-postpass_broadsheet=${signer.sign('magic', 'enter')}`, 'enter')).toBe(false);
  expect(unlocks(signer, undefined, 'enter')).toBe(false);
});
