import { setPriority } from 'node:os';
import sharp from 'sharp';
import { InvalidInputError, messageOf } from '../../lib/errors.ts';
import { processImage } from './make-sizes.ts';
import type { SizeReply, SizeRequest } from './size-maker.ts';

/** Makes sizes in a process of its own, started by `size-maker.ts`: readers come first, and a file that breaks the decoder breaks nothing else. */
setPriority(19);
sharp.cache(false);
sharp.concurrency(1);

const answer = (reply: SizeReply) => void process.send?.(reply);

process.on('message', ({ dataDir, file, kept }: SizeRequest) => {
  processImage(dataDir, file, kept).then((made) => answer({ made }), (error: unknown) => {
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    answer({ fault: gone ? 'Its file is not there.' : messageOf(error), again: !gone && !(error instanceof InvalidInputError) });
  });
});
// The server ended, however it did.
process.on('disconnect', () => process.exit());
