import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { receivePart, removePart } from '../content/media/part-files.ts';
import type { PartFile } from '../content/media/part-files.ts';
import { BroadsheetError, messageOf } from '../lib/errors.ts';

/** What comes in parts beside a file. */
const fieldLimits = { files: 2, fields: 100, fieldNameSize: 200, fieldSize: 100_000, parts: 110, headerPairs: 20 };

/** A file that came with a form. */
export interface ReceivedFile extends PartFile {
  /** As who sent it calls it. */
  readonly name: string;
}

/** What a form in parts held. */
export interface ReceivedParts {
  readonly params: URLSearchParams;
  readonly file: ReceivedFile | undefined;
}

/**
 * Reads a form of which each field comes in a part of its own (`multipart/form-data`). Its file, `most` bytes in the field of that name, is written into a part
 * file below `dataDir` while it comes. Throws `BroadsheetError` for what is too large, sent twice or broken, and leaves nothing then.
 */
export async function receiveParts(
  source: Readable, contentType: string, { dataDir, field: wanted, most }: { readonly dataDir: string; readonly field: string; readonly most: number },
): Promise<ReceivedParts> {
  const params = new URLSearchParams();
  const files: { readonly stream: Readable; readonly received: Promise<ReceivedFile> }[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (message: string, status = 400) => reject(new BroadsheetError(status, 'rest_invalid_multipart', message));
      const parser = new Busboy({ headers: { 'content-type': contentType }, limits: fieldLimits });
      parser.on('field', (name, value, nameCut, valueCut) => {
        if (nameCut || valueCut) refuse(`The field "${name}" is too long.`, 413);
        else if (params.has(name) && !name.endsWith(']')) refuse(`The field "${name}" is sent twice.`);
        else if (`${name}${value}`.includes('\ufffd')) refuse(`The field "${name}" is no text in UTF-8. Encode it in UTF-8, and send it again.`);
        else params.append(name, value);
      });
      parser.on('file', (field, stream, name) => {
        stream.on('error', () => {}); // the parser tells the stream and us, and what nobody hears ends the process
        if (field !== wanted || files.length > 0) {
          stream.resume();
          refuse(`One file is taken, in a field that is called "${wanted}".`);
          return;
        }
        const received = receivePart(dataDir, stream, most).then((part) => ({ name: name ?? '', ...part }));
        files.push({ stream, received });
        received.catch(reject);
      });
      for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, () => refuse('There are too many parts.', 413));
      parser.on('error', (error) => refuse(`The parts can't be read: ${error instanceof Error ? error.message : 'they are broken'}.`));
      parser.on('finish', resolve);
      source.on('error', () => refuse('The body ended before it was whole.'));
      source.pipe(parser);
    });
    return { params, file: await files[0]?.received };
  } catch (error) {
    source.unpipe();
    for (const { stream, received } of files) {
      stream.destroy();
      await received.then(removePart, () => undefined);
    }
    throw error instanceof BroadsheetError ? error : new BroadsheetError(400, 'rest_invalid_multipart', `The parts can't be read: ${messageOf(error)}.`);
  } finally {
    source.resume();
  }
}
