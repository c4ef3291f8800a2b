import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { receivePart, removePart } from '../part-files.ts';
import type { PartFile } from '../part-files.ts';
import { BroadsheetError, messageOf } from '../../lib/errors.ts';
import { isUtf8 } from '../../lib/encodings.ts';

const maxNameLength = 200;
/** Parts of a form; a list (`tags[]`) has one per value. */
const [maxBesideFile, maxFields] = [110, 1000];

export interface ReceivedFile extends PartFile {
  readonly name: string;
}

export interface ReceivedParts {
  readonly params: URLSearchParams;
  readonly file: ReceivedFile | undefined;
}

export interface TakenParts {
  readonly longest?: number;
  /** The accepted file: `most` bytes in the field of that name. */
  readonly file?: { readonly dataDir: string; readonly field: string; readonly most: number };
}

const maxFieldLength = 100_000;

/**
 * Reads a `multipart/form-data` form; streams its file into a part file below `dataDir`, or discards it. Throws
 * `BroadsheetError` for an invalid or too large part, and file system errors; leaves no file then.
 */
export async function receiveParts(
  source: Readable,
  contentType: string,
  { file: expectedFile, longest: maxFieldBytes = maxFieldLength }: TakenParts,
): Promise<ReceivedParts> {
  const names = new Set<string>();
  const maxParts = expectedFile ? maxBesideFile : maxFields;
  const fields: { readonly stream: Readable; readonly received: Promise<readonly [string, string]> }[] = [];
  const files: { readonly stream: Readable; readonly received: Promise<ReceivedFile> }[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (message: string, status = 400) =>
        reject(new BroadsheetError(status, 'rest_invalid_multipart', message));
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { files: maxParts, parts: maxParts, headerPairs: 20 },
        isPartAFile: () => true,
      });
      parser.on('file', (sentName, stream, name, _encoding, type) => {
        const field = sentName ?? '';
        stream.on('error', () => {}); // the error is reported elsewhere, but an `error` event without a listener ends the process
        if (name === undefined && type !== 'application/octet-stream') {
          if (names.has(field) && !field.endsWith(']')) refuse(`The field "${field}" was sent twice.`);
          names.add(field);
          const received = readField(field, stream, maxFieldBytes);
          fields.push({ stream, received });
          received.catch(reject);
          return;
        }
        if (field !== expectedFile?.field || files.length > 0) {
          stream.resume();
          if (expectedFile) refuse(`Send one file, in the field "${expectedFile.field}".`);
          return;
        }
        const received = receivePart(expectedFile.dataDir, stream, expectedFile.most).then((part) => ({
          name: name ?? '',
          ...part,
        }));
        files.push({ stream, received });
        received.catch(reject);
      });
      for (const limit of ['filesLimit', 'partsLimit'] as const)
        parser.on(limit, () => refuse(`The request has too many parts; the maximum is ${maxParts}.`, 413));
      parser.on('error', (error) =>
        refuse(
          `The request could not be parsed: ${error instanceof Error ? error.message : 'it is malformed'}.`,
        ),
      );
      parser.on('finish', resolve);
      source.on('error', () => refuse('The request body is incomplete.'));
      source.pipe(parser);
    });
    const params = new URLSearchParams();
    for (const { received } of fields) params.append(...(await received));
    return { params, file: await files[0]?.received };
  } catch (error) {
    source.unpipe();
    for (const { stream } of fields) stream.destroy();
    for (const { stream, received } of files) {
      stream.destroy();
      await received.then(removePart, () => undefined);
    }
    // An error with a `syscall` comes from the part file, not from the form.
    if (error instanceof BroadsheetError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new BroadsheetError(
      400,
      'rest_invalid_multipart',
      `The request could not be parsed: ${messageOf(error)}.`,
    );
  } finally {
    source.resume();
  }
}

/** Reads a field as UTF-8, whatever encoding its header names. Throws `BroadsheetError` if it is too long or not UTF-8. */
async function readField(
  name: string,
  stream: Readable,
  maxFieldBytes: number,
): Promise<readonly [string, string]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (name.length > maxNameLength || bytes > maxFieldBytes) {
      throw new BroadsheetError(
        413,
        'rest_invalid_multipart',
        `The field "${name.slice(0, maxNameLength)}" is too long; the maximum is ${maxFieldBytes} bytes.`,
      );
    }
  }
  const value = Buffer.concat(chunks);
  // The bytes of a name are not available; no known field contains U+FFFD.
  if (name.includes('\ufffd') || !isUtf8(value)) {
    throw new BroadsheetError(
      400,
      'rest_invalid_multipart',
      `The field "${name}" is not valid UTF-8. Encode it in UTF-8, and send it again.`,
    );
  }
  return [name, value.toString()];
}
