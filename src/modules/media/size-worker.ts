import { constants, setPriority } from 'node:os';
import sharp from 'sharp';
import { InvalidInputError, messageOf } from '../../lib/errors.ts';
import { isDiskFull } from '../../lib/files.ts';
import { makePortrait } from './make-portrait.ts';
import type { PortraitRequest } from './make-portrait.ts';
import { processImage } from './make-sizes.ts';
import type { SizeRequest } from './make-sizes.ts';
import { editPictureFile } from './picture-edit.ts';
import type { EditReply, EditRequest, PortraitReply, SizeReply } from './size-maker.ts';

/**
 * Child process of `size-maker.ts` for sizes, portraits and edits, at a low priority so that visitors come first; a
 * file that crashes the decoder affects nothing else.
 */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.cache(false);
sharp.concurrency(1);

const answer = (reply: SizeReply | PortraitReply | EditReply) => void process.send?.(reply);

process.on('message', (request: SizeRequest | PortraitRequest | EditRequest) => {
  const done =
    'from' in request
      ? makePortrait(request).then(() => ({ portrait: true }) as const)
      : 'edits' in request
        ? editPictureFile(request.dataDir, request.file, request.edits, request.part).then((edited) => ({
            edited,
          }))
        : processImage(request).then((made) => ({ made }));
  done.then(answer, (error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const code = error instanceof InvalidInputError ? { code: error.code } : {};
    answer({
      fault: isMissing ? 'Its file is not there.' : messageOf(error),
      again: !isMissing && !(error instanceof InvalidInputError),
      ...(isDiskFull(error) ? { isDiskFull: true } : {}),
      ...code,
    });
  });
});
process.on('disconnect', () => process.exit());
