import { dirname, join } from 'node:path/posix';
import { enqueueMedia } from '../modules/media/queue.ts';
import { changeMenusWith } from '../modules/menus/store.ts';
import type { MediaSize, MediaSizes } from '../modules/media/model.ts';
import { originalEntry } from '../modules/media/model.ts';
import { saveMedia, isAttached, releaseOriginal } from '../modules/media/writer.ts';
import type { MediaInput } from '../modules/media/writer.ts';
import type { Tx } from '../kernel/db/open-database.ts';
import { mediaOf } from './item-fields.ts';
import type { ReportEntry } from './report.ts';
import { findFiles } from './rows.ts';
import type { ImportRun } from './run.ts';
import { pathOf, copiesOf, mayBeOriginal } from './uploads.ts';
import type { UploadsFolder } from './uploads.ts';
import type { WxrItem } from './wxr-events.ts';

export interface TakenMedia {
  readonly input: Omit<MediaInput, 'postId'>;
  /** Path below the exporter's uploads folder; undefined if the export doesn't contain it. */
  readonly path: string | undefined;
  /** Its URL at the exporter, or empty. */
  readonly address: string;
  readonly original?: MediaSize | undefined;
  readonly mimeType: string;
  readonly report: () => void;
}

/** Imports files of attachments: from a copy of the uploads folder, or only their URLs. */
export class MediaImport {
  readonly #run: ImportRun;
  readonly #folder: UploadsFolder | undefined;
  #localFiles = new Map<number, string>();

  constructor(run: ImportRun, folder: UploadsFolder | undefined) {
    this.#run = run;
    this.#folder = folder;
  }

  async prepare(localIds: readonly number[]): Promise<void> {
    this.#localFiles = await findFiles(this.#run.database.read, localIds);
  }

  /** Copies an attachment's file from the uploads folder, if there is one and the file is not here yet. */
  async take(item: WxrItem, localId: number | undefined): Promise<TakenMedia> {
    const media = mediaOf(item);
    const { sourceUrl, alt, width, height, mimeType } = media;
    const known = { sourceUrl, alt, width: width || undefined, height: height || undefined };
    const { report } = this.#run;
    const path = pathOf(media);
    if (localId !== undefined && this.#localFiles.get(localId))
      return { input: { sourceUrl, alt }, address: sourceUrl, path, mimeType, report: () => {} };
    const found = await this.#folder?.importFile(media);
    if (!found || 'problem' in found) {
      const reason =
        found?.problem ??
        (sourceUrl === ''
          ? 'the export does not contain the address of its file; use --uploads to find it'
          : undefined);
      const missing = {
        id: item.id,
        title: item.title,
        url: sourceUrl,
        ...(reason === undefined ? {} : { reason }),
      };
      return {
        input: known,
        address: sourceUrl,
        path,
        mimeType,
        report: () => report.missingFiles.push(missing),
      };
    }
    const { file, bytes, sizes, copied, original, mimeType: realType, ...size } = found;
    return {
      input: { sourceUrl, alt, file, bytes, sizes, ...(size.width > 0 ? size : {}) },
      address: sourceUrl,
      path,
      original,
      mimeType: realType,
      report: () => {
        report.uploads.files++;
        report.uploads.sizes += Object.keys(sizes).length;
        report.uploads.copied += copied;
      },
    };
  }

  /** Writes the media row. Missing sizes and better formats are generated in the background. */
  async write(
    tx: Tx,
    postId: number,
    { input, address, path, original, mimeType }: TakenMedia,
  ): Promise<void> {
    const sizes = { ...input.sizes, ...(await originalToWrite(tx, input, address, original)) };
    await saveMedia(tx, { postId, ...input, ...(input.sizes && { sizes }) });
    if (path !== undefined && mayBeOriginal(path)) await releaseOriginal(tx, path, copiesOf(path));
    if (input.sourceUrl) await changeMenusWith(tx, input.sourceUrl);
    if (input.file !== undefined && mimeType.startsWith('image/')) await enqueueMedia(tx, [postId]);
  }

  /** Adds the file to an attachment imported without it, or reports it as still missing. */
  async complete(item: WxrItem, localId: number, entry: Omit<ReportEntry, 'message'>): Promise<void> {
    if (this.#localFiles.get(localId) !== '') return; // already has its file, or was deleted here
    const taken = await this.take(item, localId);
    if (taken.input.file === undefined) return taken.report();
    const { sourceUrl: _sourceUrl, alt: _alt, ...file } = taken.input; // keeps edits made here
    await this.#run.batches.add({
      work: (tx) => this.write(tx, localId, { ...taken, input: file }),
      done: taken.report,
      failed: (reason) =>
        this.#run.report.notes.push({ ...entry, message: `its file could not be imported: ${reason}` }),
    });
  }
}

/** The entry of an original; empty when the file next to the picture is an attachment itself. */
async function originalToWrite(
  tx: Tx,
  { file = '' }: TakenMedia['input'],
  sourceUrl: string,
  original: MediaSize | undefined,
): Promise<MediaSizes> {
  if (!original) return {};
  const folder = sourceUrl.slice(0, sourceUrl.lastIndexOf('/') + 1);
  const addresses =
    sourceUrl === '' ? [] : [original.file, encodeURIComponent(original.file)].map((name) => folder + name);
  const isOwned =
    original.original === 'found' && (await isAttached(tx, join(dirname(file), original.file), addresses));
  return isOwned ? {} : originalEntry(original);
}
