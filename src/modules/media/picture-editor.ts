import { rm } from 'node:fs/promises';
import { BroadsheetError, InvalidInputError, NotFoundError, TooManyRequestsError } from '../../lib/errors.ts';
import { diskFullError } from '../../lib/file-faults.ts';
import { createTurns } from '../../lib/turns.ts';
import { newPart } from '../../kernel/part-files.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import type { PictureEdit } from './picture-edit.ts';
import { SizeMaker } from './size-maker.ts';

/** Pictures that wait to be edited, at up to some seconds each. */
const mostWaiting = 4;
/** Seconds after which who was refused may ask again. */
const retryAfter = 10;

/** Cuts and turns pictures one after the other, in a process of its own. */
export interface PictureEditor {
  /**
   * The picture `file` below the uploads folder, changed, as a file that has no place yet. Throws `TooManyRequestsError` where too many wait, `NotFoundError`
   * for a file that is not there, and `InvalidInputError` for what can't be done.
   */
  edit(file: string, edits: readonly PictureEdit[]): Promise<PartFile>;
  close(): Promise<void>;
}

/** `beforeUpload` makes a file be there that is not drawn yet. */
export function createPictureEditor(
  dataDir: string,
  beforeUpload?: (file: string) => Promise<void> | undefined,
): PictureEditor {
  const turns = createTurns(mostWaiting);
  const maker = new SizeMaker();
  const edit = async (file: string, edits: readonly PictureEdit[]): Promise<PartFile> => {
    await beforeUpload?.(file);
    const part = await newPart(dataDir);
    const reply = await maker.edit({ dataDir, file, edits, part });
    if ('edited' in reply) return reply.edited;
    await rm(part, { force: true });
    if (reply.code !== undefined) throw new InvalidInputError(reply.fault, reply.code);
    if (reply.isDiskFull) throw diskFullError();
    if (!reply.again)
      throw new NotFoundError('Unable to get meta information for file.', 'rest_unknown_attachment');
    throw new BroadsheetError(
      reply.crashed ? 422 : 503,
      'rest_image_not_edited',
      `The picture could not be edited: ${reply.fault}`,
    );
  };
  return {
    edit: async (file, edits) => {
      const turn = turns(() => edit(file, edits));
      if (!turn)
        throw new TooManyRequestsError(
          'Too many pictures are being edited at the moment; please try again in ten seconds.',
          retryAfter,
        );
      return turn;
    },
    close: () => maker.close(),
  };
}
