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

export function portraitFiles(file: string): [large: string, small: string] {
  return [file, file.replace(/\.webp$/, `-${portraitSides.small}.webp`)];
}

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

function fittingAddress({ src, srcset }: Pick<Picture, 'src' | 'srcset'>, minWidth: number): string {
  const sizes = srcset
    .split(', ')
    .map((entry) => entry.split(' '))
    .map(([url = '', width = '']) => ({ url, width: Number.parseInt(width, 10) }));
  return (
    sizes.filter(({ url, width }) => url !== '' && width >= minWidth).toSorted((a, b) => a.width - b.width)[0]
      ?.url ?? src
  );
}

/** Bytes of an uploaded file, pixels of its image, and its shortest side in pixels. */
export const portraitLimits = { bytes: 10 * 2 ** 20, pixels: 50_000_000, side: 64 } as const;

export interface PortraitMaker {
  /**
   * Creates the portrait files from an uploaded file and returns the large one's path below the uploads folder; ignores
   * the file's name. `by`: id of the account. Throws `PortraitError`, leaving no files, and `TooManyRequestsError`.
   */
  make(part: PartFile, by: number): Promise<string>;
  discard(file: string): Promise<void>;
  close(): Promise<void>;
}

/** Timeout in milliseconds: the largest image takes two seconds. */
const patienceMs = 20_000;
const maxWaiting = 10;
/** Per account: ten at once, then one a minute. */
const perAccount = { burst: 10, perSecond: 1 / 60 } as const;

/** A rejected image; the message is English, `text` and `given` localize it. */
export class PortraitError extends InvalidInputError {
  readonly text: AccountText;
  readonly given: readonly number[];

  constructor(text: AccountText, ...given: number[]) {
    const message = fillIn(accountTexts[text], ...given);
    super(message, text, { portrait: message });
    this.text = text;
    this.given = given;
  }
}

export const tooLarge = () => new PortraitError('account_portrait_large', portraitLimits.bytes / 2 ** 20);
const tooManyPixels = () => new PortraitError('account_portrait_pixels', portraitLimits.pixels / 1_000_000);

/** Creates portraits for a data folder one at a time, in a child process. `now`: for tests, in milliseconds. */
export function createPortraitMaker(dataDir: string, now?: () => number): PortraitMaker {
  const maker = new SizeMaker({ patienceMs });
  const turns = createTurns(maxWaiting);
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
    // An unguessable name that is never reused, so that responses with it can be cached forever.
    const file = `portraits/${randomBytes(12).toString('hex')}.webp`;
    const [large, small] = portraitFiles(file);
    await mkdir(join(dataDir, 'media', 'portraits'), { recursive: true });
    const files = [
      { file: large, side: portraitSides.large },
      { file: small, side: portraitSides.small },
    ];
    const reply = await maker.makePortrait({ dataDir, from: path, maxPixels: portraitLimits.pixels, files });
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
