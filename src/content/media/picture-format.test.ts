import sharp from 'sharp';
import { expect, test } from 'vitest';
import { InvalidInputError, messageOf } from '../../lib/errors.ts';
import { measurePicture, whyUnreadable } from './picture-format.ts';

const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } });

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('of a %s that is cut off is said what a person can do something with', async (format) => {
  const whole = await picture.clone().toFormat(format).toBuffer();
  expect(await measurePicture(whole)).toEqual({ width: 400, height: 300 });
  for (const length of [18, 60, Math.floor(whole.length / 2), whole.length - 200]) {
    const said = [
      await measurePicture(whole.subarray(0, length)).then(() => '', (error: unknown) => [error instanceof InvalidInputError, messageOf(error)].join(' ')),
      await sharp(whole.subarray(0, length), { failOn: 'error' }).raw().toBuffer().then(() => '', whyUnreadable),
    ];
    for (const words of said) expect(words).toMatch(/^(?:true It can’t be read as a picture: )?the file is damaged, or not all of it is there\.?$|^$/);
    expect(said[1]).not.toBe('');
  }
});

test('a picture of too many pixels says so', async () => {
  const whole = await picture.clone().png().toBuffer();
  expect(await sharp(whole, { limitInputPixels: 100 }).raw().toBuffer().then(() => '', whyUnreadable)).toBe('it has too many pixels');
});
