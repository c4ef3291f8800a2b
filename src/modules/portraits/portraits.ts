import type { Portrait } from '../users/index.ts';
import { portraitMetaKey, portraitSides } from '../users/index.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reader } from '../../kernel/db/open-database.ts';
import { positive } from '../../lib/numbers.ts';
import {
  mediaUrl,
  findPictures,
  isPictureFile,
  measurePicture,
  readHead,
  SizeMaker,
} from '../media/index.ts';
import type { Picture } from '../posts/index.ts';
import type { AccountText } from '../../lib/account-texts.ts';
import { accountTexts } from '../../lib/account-texts.ts';
import { InvalidInputError, TooManyRequestsError } from '../../lib/errors.ts';
import { diskFullError } from '../../lib/files.ts';
import { fillIn } from '../../lib/messages.ts';
import { createAllowance } from '../../lib/rate-limit.ts';
import { createTurns } from '../../lib/turns.ts';
import type { PartFile } from '../../kernel/part-files.ts';

type Source = { readonly database: { readonly read: Reader }; readonly siteUrl: string };

/** Paths below the uploads folder of the files that an uploaded portrait has, by the path of the large one: that first. */
export function portraitFiles(file: string): [large: string, small: string] {
  return [file, file.replace(/\.webp$/, `-${portraitSides.small}.webp`)];
}

/** The portraits of people, by user; those who have none are missing. One query, and one for those whose portrait is of the library. */
export async function findPortraits(
  content: Source,
  userIds: readonly number[],
): Promise<Map<number, Portrait>> {
  if (userIds.length === 0) return new Map();
  const rows = await content.database.read
    .selectFrom('user')
    .leftJoin('user_meta', (on) =>
      on.onRef('user_meta.user_id', '=', 'user.id').on('user_meta.key', '=', portraitMetaKey),
    )
    .select(['user.id', 'user.portrait', 'user_meta.value'])
    .where('user.id', 'in', userIds)
    .where((eb) => eb.or([eb('user.portrait', '<>', ''), eb('user_meta.value', 'is not', null)]))
    .execute();
  const pictures = await findPictures(
    content,
    rows.flatMap(({ portrait, value }) => (portrait === '' ? [positive(value ?? '') ?? 0] : [])),
  );
  return new Map(
    rows.flatMap(({ id, portrait, value }): [number, Portrait][] => {
      if (portrait !== '') {
        const [large, url] = portraitFiles(portrait).map((file) =>
          mediaUrl(content.siteUrl, { file, sourceUrl: '', edition: 0 }),
        );
        return [[id, { mediaId: 0, url: url ?? '', large: large ?? '' }]];
      }
      const mediaId = positive(value ?? '') ?? 0;
      const picture = pictures.get(mediaId);
      return picture
        ? [[id, { mediaId, url: fittingAddress(picture, 128), large: fittingAddress(picture, 256) }]]
        : [];
    }),
  );
}

/** The smallest size that is wide enough (pixels). */
function fittingAddress({ src, srcset }: Pick<Picture, 'src' | 'srcset'>, wanted: number): string {
  const sizes = srcset
    .split(', ')
    .map((entry) => entry.split(' '))
    .map(([url = '', width = '']) => ({ url, width: Number.parseInt(width, 10) }));
  return (
    sizes.filter(({ url, width }) => url !== '' && width >= wanted).toSorted((a, b) => a.width - b.width)[0]
      ?.url ?? src
  );
}

/** Largest file that a portrait is made from, in bytes; most pixels of its picture, and the shortest side that it may have. */
export const portraitLimits = { bytes: 10 * 2 ** 20, pixels: 50_000_000, side: 64 } as const;

/** Makes portraits of the pictures that people choose. */
export interface PortraitMaker {
  /**
   * Makes the files of a portrait from a file that has arrived, whose name counts for nothing; returns the path of the large one below the uploads folder.
   * `by`: the account that asks. Throws `PortraitError`, and leaves nothing then; `TooManyRequestsError` to who asks again and again.
   */
  make(part: PartFile, by: number): Promise<string>;
  /** Removes the files of a portrait that became nobody's. */
  discard(file: string): Promise<void>;
  close(): Promise<void>;
}

/** Longest time for one, in milliseconds: the largest takes two seconds. */
const patienceMs = 20_000;
/** Portraits that wait for their turn. */
const mostWaiting = 10;
/** Of one account: ten at once, then one a minute. */
const perAccount = { burst: 10, perSecond: 1 / 60 } as const;

/** A picture that can't be taken; the message is English, `text` and `given` say it in the words of the site. */
export class PortraitError extends InvalidInputError {
  readonly text: AccountText;
  /** What the text names. */
  readonly given: readonly number[];

  constructor(text: AccountText, ...given: number[]) {
    const message = fillIn(accountTexts[text], ...given);
    super(message, text, { portrait: message });
    this.text = text;
    this.given = given;
  }
}

/** The refusal of a file that is too large. */
export const tooLarge = () => new PortraitError('account_portrait_large', portraitLimits.bytes / 2 ** 20);
const tooManyPixels = () => new PortraitError('account_portrait_pixels', portraitLimits.pixels / 1_000_000);

/** Portraits of a data folder are made one after the other, by a process that ends with them. `now`: for tests, in milliseconds. */
export function createPortraitMaker(dataDir: string, now?: () => number): PortraitMaker {
  const maker = new SizeMaker({ patienceMs });
  const turns = createTurns(mostWaiting);
  const allowance = createAllowance({ ...perAccount, now });
  const discard = async (file: string) => {
    for (const path of portraitFiles(file)) await rm(join(dataDir, 'media', path), { force: true });
  };
  const make = async ({ path, bytes }: PartFile): Promise<string> => {
    if (bytes > portraitLimits.bytes) throw tooLarge();
    if (bytes === 0) throw new PortraitError('account_portrait_none');
    if (!isPictureFile(await readHead(path))) throw new PortraitError('account_portrait_kind');
    const { width, height } = await measurePicture(path).catch((error: unknown) => {
      if (!(error instanceof InvalidInputError)) throw error;
      throw error.code === 'picture_too_large'
        ? tooManyPixels()
        : new PortraitError('account_portrait_broken');
    });
    if (width * height > portraitLimits.pixels) throw tooManyPixels();
    if (Math.min(width, height) < portraitLimits.side)
      throw new PortraitError('account_portrait_small', portraitLimits.side);
    // A name that nobody guesses, and that no later portrait has: what shows this one may be kept anywhere.
    const file = `portraits/${randomBytes(12).toString('hex')}.webp`;
    const [large, small] = portraitFiles(file);
    await mkdir(join(dataDir, 'media', 'portraits'), { recursive: true });
    const files = [
      { file: large, side: portraitSides.large },
      { file: small, side: portraitSides.small },
    ];
    const reply = await maker.makePortrait({ dataDir, from: path, mostPixels: portraitLimits.pixels, files });
    if (!('fault' in reply)) return file;
    await discard(file);
    if (reply.isDiskFull) throw diskFullError();
    if (reply.again && !reply.crashed) throw new Error(`A portrait could not be made: ${reply.fault}`);
    throw new PortraitError('account_portrait_broken');
  };
  return {
    make: async (part, by) => {
      const seconds = allowance(String(by));
      if (seconds > 0)
        throw new TooManyRequestsError('There were too many portraits of one account.', seconds);
      const turn = turns(() => make(part));
      if (!turn) throw new TooManyRequestsError('Too many portraits are being made at this moment.', 5);
      return turn;
    },
    discard,
    close: () => maker.close(),
  };
}
