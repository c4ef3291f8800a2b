import { basename, join } from 'node:path';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { isRecord } from '../../lib/records.ts';
import { lookSchema } from '../../lib/look/look-choice.ts';
import type { LookChoice } from '../../lib/look/look-choice.ts';
import { looks } from '../../lib/look/looks.ts';
import { wholeLook } from '../../lib/look/whole-look.ts';
import type { FontFile, OwnFonts } from '../../lib/look/own-fonts.ts';
import { checkedUpload, takesDrawings, uploadFiles, uploadMedia } from '../media/index.ts';
import type { Settings } from '../settings/index.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import { keepFonts, readFont } from './font-files.ts';

export interface LookPlace {
  readonly database: Pick<Database, 'read' | 'write'>;
  readonly dataDir: string;
}

export const maxLookBytes = 64 * 2 ** 20;
const maxPictureBytes = 8 * 2 ** 20;

const base64 = z
  .string()
  .max(Math.ceil(maxLookBytes / 3) * 4)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'expected bytes as base64');
const picture = z.strictObject({ name: sentText(200).min(1), alt: sentText(2000), data: base64 });
const pictureNames = ['site_logo', 'site_logo_dark', 'site_icon'] as const;
const filesSchema = z
  .strictObject({
    pictures: z.strictObject({ site_logo: picture, site_logo_dark: picture, site_icon: picture }).partial(),
    fonts: z.record(z.string().regex(/^[0-9a-f]{32}\.woff2$/), base64),
  })
  .partial();

type Pictures = Partial<Record<(typeof pictureNames)[number], number>>;

/** The pictures of the look; without those whose file is missing. */
async function picturesOfLook(
  { database, dataDir }: LookPlace,
  settings: Pick<Settings, (typeof pictureNames)[number]>,
): Promise<z.output<typeof filesSchema>['pictures']> {
  const pictures: Record<string, z.output<typeof picture>> = {};
  for (const name of pictureNames) {
    const row = settings[name] > 0 && (await findFile(database.read, settings[name]));
    const bytes = row && (await ifPresent(readPicture(join(dataDir, 'media', row.file))));
    if (row && bytes)
      pictures[name] = { name: basename(row.file), alt: row.alt, data: bytes.toString('base64') };
  }
  return pictures;
}

/** Fonts and their files; without those whose file is missing, since a look that names them can't be imported. */
async function fontsOfLook(dataDir: string, fonts: OwnFonts) {
  const present: { -readonly [Part in keyof OwnFonts]: OwnFonts[Part] } = {};
  const encoded: Record<string, string> = {};
  for (const part of ['headlines', 'text'] as const) {
    const found: FontFile[] = [];
    for (const font of fonts[part] ?? []) {
      const bytes = await ifPresent(readFont(dataDir, font));
      if (!bytes) continue;
      encoded[font.file] = bytes.toString('base64');
      found.push(font);
    }
    if (found.length > 0) present[part] = found;
  }
  return { ownFonts: Object.keys(present).length > 0 ? present : undefined, fonts: encoded };
}

/** The content of a file; undefined if the file is missing. */
async function ifPresent(reading: Promise<Buffer>): Promise<Buffer | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The saved look as a file: complete, so that it is the same on other sites and in later versions; without missing files. */
export async function writeLookFile(place: LookPlace, settings: Settings): Promise<string> {
  const { look, theme_color: color } = settings;
  const themeColor = color === looks.broadsheet.colours.accent ? undefined : color;
  const { ownFonts, fonts } = await fontsOfLook(place.dataDir, look.ownFonts ?? {});
  const content = {
    broadsheet_look: 1,
    ...wholeLook(look, themeColor),
    base: look.base ?? 'broadsheet',
    ownFonts,
    files: { pictures: await picturesOfLook(place, settings), fonts },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Parses a look file. `faultOf` says why valid JSON is refused. Throws `InvalidInputError`, which quotes nothing of the file. */
export function readLookFile(
  bytes: Buffer,
  faultOf: (text: string) => string | undefined = () => undefined,
  name = 'The file',
): unknown {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const refuse = (reason: string) =>
    new InvalidInputError(`${name} is not a look: ${reason}. Use a file that was exported as a look.`);
  const fault = faultOf(text);
  if (fault !== undefined) throw refuse(fault);
  try {
    return JSON.parse(text);
  } catch {
    throw refuse('it is not valid JSON');
  }
}

async function readPicture(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size > maxPictureBytes)
    throw new InvalidInputError(
      `${basename(path)} has ${size} bytes; ${maxPictureBytes} are the most for a picture of a look.`,
    );
  return readFile(path);
}

const findFile = (read: Reader, id: number) =>
  read
    .selectFrom('media')
    .select(['file', 'alt'])
    .where('post_id', '=', id)
    .where('file', '<>', '')
    .executeTakeFirst();

export interface ArrivedLook extends Pictures {
  readonly look: LookChoice;
}

/**
 * Imports a look: stores its fonts, and uploads images that the library lacks, as `actor`. Validates all content before
 * storing anything, like uploads, by bytes rather than declared types. Throws `InvalidInputError` for an invalid look.
 */
export async function takeLook(
  place: LookPlace & { readonly database: Database },
  actor: Actor,
  content: unknown,
): Promise<ArrivedLook> {
  const { broadsheet_look: version, files: sent = {}, ...settings } = isRecord(content) ? content : {};
  if (version !== 1)
    throw new InvalidInputError('This is not a Broadsheet look: "broadsheet_look": 1 is missing.');
  const look = parsed(lookSchema, settings);
  const { pictures = {}, fonts = {} } = parsed(filesSchema, sent);
  if (Object.keys(pictures).length > 0) demand<unknown>(uploadFiles, actor, undefined);
  const bytesOf = async (font: FontFile) => {
    const own = Object.hasOwn(fonts, font.file) ? fonts[font.file] : undefined;
    return own === undefined
      ? readFont(place.dataDir, font).catch(() => {
          throw new InvalidInputError(
            `The look uses the font ${font.file}, which is neither in the file nor on this site.`,
          );
        })
      : Buffer.from(own, 'base64');
  };
  const fontBytes = await Promise.all(
    (['headlines', 'text'] as const).map(async (part) => {
      return [part, await Promise.all((look.ownFonts?.[part] ?? []).map(bytesOf))] as const;
    }),
  );
  const uploads = await Promise.all(
    pictureNames.flatMap((name) =>
      pictures[name] ? [checkedPicture(place, actor, name, pictures[name])] : [],
    ),
  );
  const own: Record<string, FontFile[]> = {};
  for (const [part, files] of fontBytes)
    if (files.length > 0) own[part] = await keepFonts(place.dataDir, files);
  const ids: Record<string, number> = {};
  for (const { setting, hash, upload } of uploads)
    ids[setting] =
      (await findSame(place.database.read, hash)) ?? (await uploadMedia(place, actor, upload)).id;
  return {
    ...ids,
    look: Object.keys(own).length > 0 ? { ...look, ownFonts: own } : { ...look, ownFonts: undefined },
  };
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues
    .slice(0, 10)
    .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
    .join('; ');
  throw new InvalidInputError(`This file is not a valid look: ${reasons}.`);
}

async function checkedPicture(
  { database }: LookPlace,
  actor: Actor,
  setting: string,
  { name, alt, data }: z.output<typeof picture>,
) {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > maxPictureBytes)
    throw new InvalidInputError(`${setting} has ${bytes.length} bytes; ${maxPictureBytes} are the most.`);
  const { hash, size } = await checkedUpload({
    name,
    bytes,
    drawings: await takesDrawings(database.read, actor),
  });
  if (!size)
    throw new InvalidInputError(
      `${setting} is not an image; SVG files are accepted if the setting “svg_uploads” is on.`,
    );
  return { setting, hash, upload: { name, bytes, alt } };
}

const findSame = async (read: Reader, hash: string) =>
  (
    await read
      .selectFrom('media')
      .select('post_id')
      .where('content_hash', '=', hash)
      .orderBy('post_id')
      .executeTakeFirst()
  )?.post_id;
