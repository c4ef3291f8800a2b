import type { Content } from '../../modules/content/content.ts';
import { findFilesByUrls } from '../../modules/media/attached.ts';
import { uploadsPath } from '../../modules/media/model.ts';
import { findMediaByUrls } from '../../modules/media/reader.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { FormerSites } from '../../lib/former-sites.ts';
import { portions } from '../../lib/batch.ts';
import { startOf } from '../../lib/cut-text.ts';
import { addressKey, pictureStem } from './shown-html.ts';
import type { LossKind } from './reader-losses.ts';
import type { ShownHtml } from './shown-html.ts';
import type { PluginPart, StoredParts } from './stored-parts.ts';

export interface ComparedPage {
  readonly stored: StoredParts;
  readonly shown: ShownHtml;
  /** Whether a featured picture, film, subtitle or template of its own shows something around the text. */
  readonly hasOther: boolean;
  readonly silent: readonly PluginPart[];
  /** The exporter's ids of the files missing from its galleries, by local ids. */
  readonly oldIds: ReadonlyMap<number, string>;
  readonly builderMeta: readonly string[];
  readonly featuredLoss: string | undefined;
  readonly featuredAtOldSite: string | undefined;
}

export type PageLosses = Partial<Record<LossKind, readonly string[]>>;

export async function findPageLosses(
  content: Pick<Content, 'database' | 'siteUrl'>,
  former: FormerSites,
  page: ComparedPage,
): Promise<PageLosses> {
  const { stored, shown, hasOther, silent, builderMeta, featuredLoss, featuredAtOldSite } = page;
  const { missing, waiting } = await checkFiles(content, former, shown.pictures, 'pictures');
  const pictures = [
    ...missing,
    ...droppedPictures(stored, shown),
    ...galleryLosses(stored, shown, page.oldIds),
    ...(featuredLoss === undefined ? [] : [featuredLoss]),
    ...(shown.brokenPictures > 0 ? [`${shown.brokenPictures} without an address`] : []),
  ];
  const files = await checkFiles(content, former, shown.files, 'files');
  const players = [
    ...files.missing,
    ...silent.filter(({ kind }) => kind === 'players').map(({ name }) => name),
    ...droppedPlayers(stored, shown),
  ];
  const forms = [
    ...silent.filter(({ kind }) => kind === 'forms').map(({ name }) => name),
    ...(stored.forms > shown.forms ? ['an HTML form'] : []),
  ];
  const plugins = silent.filter(({ kind }) => kind === 'plugins').map(({ name }) => name);
  const scripts = shown.hasScriptFrames
    ? []
    : stored.scripts.map((address) => `the script ${startOf(address, 150)}`);
  const links = await findLostLinks(content, former, stored, shown);
  const isShown =
    shown.hasWords ||
    shown.drawings > 0 ||
    shown.players > 0 ||
    shown.forms > 0 ||
    hasOther ||
    shown.pictures.size > missing.length;
  const isStored = !stored.isBlank || builderMeta.length > 0;
  return {
    empty: isShown || !isStored ? [] : emptyReasons(page),
    withoutText: isShown || isStored ? [] : ['the export contains no text for it'],
    pictures,
    players,
    scripts,
    forms,
    plugins,
    links: links.map((address) => startOf(address, 150)),
    atOldSite: [...waiting, ...(featuredAtOldSite === undefined ? [] : [featuredAtOldSite])],
  };
}

/** Links of a text that its page lacks. Those to the old site lead to pages here, and those to imported files to the files. */
async function findLostLinks(
  content: Pick<Content, 'database' | 'siteUrl'>,
  former: FormerSites,
  stored: StoredParts,
  shown: ShownHtml,
): Promise<string[]> {
  const absent = stored.links.filter(
    (address) => !shown.addresses.has(addressKey(address)) && former.restOf(address) === undefined,
  );
  if (absent.length === 0) return absent;
  const [pictures, files] = await Promise.all([
    findMediaByUrls(content, absent, former),
    findFilesByUrls(content, absent, former),
  ]);
  return absent.filter((address) => {
    const here = [pictures.get(address)?.fullUrl, files.get(address)?.url];
    return !here.some((url) => url !== undefined && shown.addresses.has(addressKey(url)));
  });
}

function emptyReasons({ stored, silent, builderMeta }: ComparedPage): string[] {
  const reasons = [
    ...builderMeta.map((key) => `its text is in the meta field ${key}`),
    ...new Set(silent.map(({ name }) => `${name} shows nothing`)),
    ...(stored.hasScripts ? ['its content came from scripts, which are not imported'] : []),
    ...(stored.hasWords ? ['its text is hidden or was removed'] : []),
  ];
  return reasons.length > 0 ? reasons : ['none of its stored text is visible'];
}

/** Files of pictures or players on a page that are missing, or that are in the library but still stored at the old site. */
async function checkFiles(
  { database, siteUrl }: Pick<Content, 'database' | 'siteUrl'>,
  former: FormerSites,
  addresses: ReadonlySet<string>,
  kind: 'pictures' | 'files',
): Promise<{ missing: string[]; waiting: string[] }> {
  const missing: string[] = [];
  const requested: string[] = [];
  for (const address of addresses) {
    const place = placeOf(address, siteUrl, former);
    if (place === 'nowhere') missing.push(`${startOf(address, 150)} is not a web address`);
    else if (place === 'here') missing.push(`${startOf(address, 150)} is not in the media library`);
    else if (place !== 'added') requested.push(address);
  }
  const found: ReadonlyMap<string, { readonly id: number }> =
    requested.length === 0
      ? new Map()
      : await (kind === 'pictures' ? findMediaByUrls : findFilesByUrls)(
          { database, siteUrl },
          requested,
          former,
        );
  const absent = await findWithoutFile(
    database.read,
    [...found.values()].map(({ id }) => id),
  );
  const waiting: string[] = [];
  for (const address of requested) {
    const file = found.get(address);
    if (file && absent.has(file.id)) waiting.push(startOf(address, 150));
    else if (!file && placeOf(address, siteUrl, former) !== 'elsewhere')
      missing.push(`${startOf(address, 150)} is not in the export`);
  }
  return { missing, waiting };
}

async function findWithoutFile(read: Reader, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const absent = new Set<number>();
  for (const some of portions([...new Set(ids)])) {
    const rows = await read
      .selectFrom('media')
      .select('post_id')
      .where('post_id', 'in', some)
      .where('file', '=', '')
      .execute();
    for (const { post_id: id } of rows) absent.add(id);
  }
  return absent;
}

/** Location of a URL's file. `added`: contained in the page, or served by the server itself. */
function placeOf(
  address: string,
  siteUrl: string,
  former: FormerSites,
): 'uploads' | 'here' | 'old site' | 'elsewhere' | 'added' | 'nowhere' {
  if (/^data:/i.test(address)) return 'added';
  const isOwn = address === siteUrl || address.startsWith(`${siteUrl}/`);
  const path = isOwn ? address.slice(siteUrl.length) : address;
  if (!/^(?:https?:)?\/\//i.test(path)) {
    if (/^[a-z][a-z\d+.-]*:/i.test(path)) return 'nowhere';
    return path.startsWith(uploadsPath) ? 'uploads' : /^\/(?:assets|wp-json)\//.test(path) ? 'added' : 'here';
  }
  return former.restOf(address) === undefined
    ? URL.canParse(address, 'https://x')
      ? 'elsewhere'
      : 'nowhere'
    : 'old site';
}

/** Pictures in the text but not on the page. Files may be renamed, so at most as many as the page has fewer pictures. */
function droppedPictures({ pictures }: StoredParts, shown: ShownHtml): string[] {
  const fewer = pictures.length - shown.pictures.size - shown.brokenPictures;
  if (fewer <= 0) return [];
  const stems = new Set([...shown.pictures].map(pictureStem));
  return pictures
    .filter(
      (address) =>
        address !== '' && !stems.has(pictureStem(address)) && !shown.addresses.has(addressKey(address)),
    )
    .slice(0, fewer)
    .map((address) => `${startOf(address, 150)} is not shown`);
}

/** Gallery files that the page does not show; undefined when it shows as many pictures as the galleries list. */
export function missingInGalleries(
  { galleryIds }: StoredParts,
  { galleryPictures, pictureIds }: ShownHtml,
): readonly number[] | undefined {
  return galleryIds.length <= galleryPictures ? undefined : galleryIds.filter((id) => !pictureIds.has(id));
}

function galleryLosses(stored: StoredParts, shown: ShownHtml, oldIds: ReadonlyMap<number, string>): string[] {
  const missing = missingInGalleries(stored, shown);
  if (!missing) return [];
  const { galleryIds } = stored;
  const fewer = galleryIds.length - shown.galleryPictures;
  return missing.length === fewer
    ? missing.map((id) => `gallery file ${oldIds.get(id) ?? id} is not in the export`)
    : [`${fewer} of the ${galleryIds.length} images in its galleries`];
}

/** Counted like pictures, since a film's frame may have become a link with another URL. */
function droppedPlayers({ players }: StoredParts, shown: ShownHtml): string[] {
  const fewer = players.length - shown.players;
  if (fewer <= 0) return [];
  return players
    .filter((address) => !shown.addresses.has(addressKey(address)))
    .slice(0, fewer)
    .map((address) => startOf(address, 150));
}
