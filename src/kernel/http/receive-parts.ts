import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { receivePart, removePart } from '../part-files.ts';
import type { PartFile } from '../part-files.ts';
import { BroadsheetError, messageOf } from '../../lib/errors.ts';
import { isUtf8 } from '../../lib/encodings.ts';

/** Longest name of a field, in UTF-16 units. */
const longestName = 200;
/** Parts of a form; a list (`tags[]`) has one for each of its values. */
const [mostBesideFile, mostFields] = [110, 1000];

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

/** What is taken of a form in parts. */
export interface TakenParts {
  /** Bytes of a field. */
  readonly longest?: number;
  /** The file: `most` bytes in the field of that name. */
  readonly file?: { readonly dataDir: string; readonly field: string; readonly most: number };
}

/** Bytes of a field beside a file. */
const longestField = 100_000;

/**
 * Reads a form of which each field comes in a part of its own (`multipart/form-data`). Fields are read as files are, by their bytes. Its file is written into a
 * part file below `dataDir` while it comes; where none is taken, files are let go of unread. Throws `BroadsheetError` for what is too large, sent twice or
 * broken, and the error of the file system where the file can't be written; leaves nothing then.
 */
export async function receiveParts(
  source: Readable,
  contentType: string,
  { file: wanted, longest = longestField }: TakenParts,
): Promise<ReceivedParts> {
  const names = new Set<string>();
  const most = wanted ? mostBesideFile : mostFields;
  const fields: { readonly stream: Readable; readonly received: Promise<readonly [string, string]> }[] = [];
  const files: { readonly stream: Readable; readonly received: Promise<ReceivedFile> }[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (message: string, status = 400) =>
        reject(new BroadsheetError(status, 'rest_invalid_multipart', message));
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { files: most, parts: most, headerPairs: 20 },
        isPartAFile: () => true,
      });
      parser.on('file', (sentName, stream, name, _encoding, type) => {
        const field = sentName ?? '';
        stream.on('error', () => {}); // the parser tells the stream and us, and what nobody hears ends the process
        if (name === undefined && type !== 'application/octet-stream') {
          if (names.has(field) && !field.endsWith(']')) refuse(`The field "${field}" is sent twice.`);
          names.add(field);
          const received = readField(field, stream, longest);
          fields.push({ stream, received });
          received.catch(reject);
          return;
        }
        if (field !== wanted?.field || files.length > 0) {
          stream.resume();
          if (wanted) refuse(`One file is taken, in a field that is called "${wanted.field}".`);
          return;
        }
        const received = receivePart(wanted.dataDir, stream, wanted.most).then((part) => ({
          name: name ?? '',
          ...part,
        }));
        files.push({ stream, received });
        received.catch(reject);
      });
      for (const limit of ['filesLimit', 'partsLimit'] as const)
        parser.on(limit, () => refuse(`There are too many parts; ${most} are the most.`, 413));
      parser.on('error', (error) =>
        refuse(`The parts can't be read: ${error instanceof Error ? error.message : 'they are broken'}.`),
      );
      parser.on('finish', resolve);
      source.on('error', () => refuse('The body ended before it was whole.'));
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
    // With a `syscall` it is a fault of the part file, not of the form.
    if (error instanceof BroadsheetError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new BroadsheetError(400, 'rest_invalid_multipart', `The parts can't be read: ${messageOf(error)}.`);
  } finally {
    source.resume();
  }
}

/** A field of a form: its name and its text, whatever encoding its header names. Throws `BroadsheetError` for one that is too long, or no text in UTF-8. */
async function readField(
  name: string,
  stream: Readable,
  longest: number,
): Promise<readonly [string, string]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (name.length > longestName || bytes > longest) {
      throw new BroadsheetError(
        413,
        'rest_invalid_multipart',
        `The field "${name.slice(0, longestName)}" is too long; ${longest} bytes are the most.`,
      );
    }
  }
  const value = Buffer.concat(chunks);
  // Of a name nobody knows the bytes; no field of ours has U+FFFD in it.
  if (name.includes('\ufffd') || !isUtf8(value)) {
    throw new BroadsheetError(
      400,
      'rest_invalid_multipart',
      `The field "${name}" is no text in UTF-8. Encode it in UTF-8, and send it again.`,
    );
  }
  return [name, value.toString()];
}
