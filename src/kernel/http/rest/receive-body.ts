import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { receivePart, removePart, maxUploadBytes } from '../../part-files.ts';
import type { PartFile } from '../../part-files.ts';
import { BroadsheetError } from '../../../lib/errors.ts';
import { isUtf8 } from '../../../lib/encodings.ts';
import { receiveParts } from '../receive-parts.ts';
import type { ReceivedFile } from '../receive-parts.ts';
import { formOf, holdsParams, noUtf8 } from './read-body.ts';
import type { SentBody } from './read-body.ts';
import { takesFile } from './rest-route.ts';
import type { BodyKind, LargeFile } from './rest-route.ts';

/** Bytes of text bodies: of parameters, and of those that may contain a post's text. */
const maxBodyBytes = { short: 1024 * 1024, long: 10 * 1024 * 1024 } as const;

const usualFile: LargeFile = {
  most: () => maxUploadBytes,
  tooLarge: () =>
    new BroadsheetError(
      413,
      'rest_upload_file_too_big',
      `The file is too large; the maximum is ${maxUploadBytes / 2 ** 20} MB.`,
    ),
  checkRoom: async () => {},
};

/** Reads a body of a kind; a file is streamed into a part file below `dataDir`. Throws `BroadsheetError` if it is too large or broken. */
export async function receiveBody(
  source: Readable,
  headers: IncomingHttpHeaders,
  kind: BodyKind,
  dataDir: string,
): Promise<SentBody> {
  const contentType = headers['content-type'] ?? '';
  const isInParts = /^multipart\/form-data\b/i.test(contentType);
  if (!takesFile(kind) || holdsParams(contentType)) {
    const maxBytes = maxBodyBytes[kind === 'long' ? 'long' : 'short'];
    const bytes = await readText(source, Number(headers['content-length'] ?? 0), maxBytes);
    if (isInParts && bytes.length > 0)
      return formOf((await receiveParts(Readable.from([bytes]), contentType, { longest: maxBytes })).params);
    if (!isUtf8(bytes)) throw noUtf8(contentType);
    return { contentType, text: bytes.toString() };
  }
  const bounds = typeof kind === 'object' ? kind : usualFile;
  const most = bounds.most();
  const length = headers['content-length'];
  const announced = length === undefined ? undefined : Number(length);
  try {
    if ((announced ?? 0) > most + maxBodyBytes.short) throw bounds.tooLarge();
    await bounds.checkRoom(dataDir, announced);
  } catch (error) {
    source.resume();
    throw error;
  }
  try {
    if (!isInParts) return { contentType, text: '', file: await receiveFile(source, headers, dataDir, most) };
    const { params, file } = await receiveParts(source, contentType, {
      file: { dataDir, field: 'file', most },
    });
    return { ...formOf(params), file };
  } catch (error) {
    source.resume();
    const isTooLarge = error instanceof BroadsheetError && error.code === 'rest_upload_file_too_big';
    throw isTooLarge ? bounds.tooLarge() : error;
  }
}

/** Reads a body of at most `maxBytes` bytes; a larger one is discarded unread. `announced`: its `Content-Length`. Throws `BroadsheetError`. */
export async function readText(source: Readable, announced: number, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = announced > maxBytes ? announced : 0;
  try {
    if (bytes <= maxBytes) {
      for await (const chunk of chunksOf(source)) {
        bytes += chunk.length;
        if (bytes > maxBytes) break;
        chunks.push(chunk);
      }
    }
  } finally {
    source.resume();
  }
  if (bytes > maxBytes)
    throw new BroadsheetError(
      413,
      'rest_body_too_large',
      `The request body is too large; the maximum is ${maxBytes / 2 ** 20} MB.`,
    );
  return Buffer.concat(chunks);
}

/** The chunks of a body; keeps the connection open when reading stops. Throws `BroadsheetError` if the client disconnects. */
export async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new BroadsheetError(400, 'rest_body_incomplete', 'The request body is incomplete.');
  }
}

async function receiveFile(
  source: Readable,
  headers: IncomingHttpHeaders,
  dataDir: string,
  most: number,
): Promise<ReceivedFile> {
  try {
    if (headers['content-type'] === undefined)
      throw new BroadsheetError(400, 'rest_upload_no_content_type', 'No Content-Type supplied.');
    const disposition = headers['content-disposition'];
    if (disposition === undefined)
      throw new BroadsheetError(
        400,
        'rest_upload_no_content_disposition',
        'No Content-Disposition supplied.',
      );
    const name = nameIn(disposition);
    if (name === undefined) {
      const example =
        'Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.';
      throw new BroadsheetError(
        400,
        'rest_upload_invalid_disposition',
        `Invalid Content-Disposition supplied. ${example}`,
      );
    }
    return {
      name,
      ...(await checked(await receivePart(dataDir, chunksOf(source), most), headers)),
    };
  } finally {
    source.resume();
  }
}

/** File name in a `Content-Disposition` header; prefers the encoded one. */
function nameIn(disposition: string): string | undefined {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  try {
    return (
      (encoded === undefined ? undefined : decodeURIComponent(encoded)) ??
      quoted?.replace(/\\(.)/g, '$1') ??
      bare
    );
  } catch {
    return undefined;
  }
}

async function checked(part: PartFile, { 'content-md5': md5 }: IncomingHttpHeaders): Promise<PartFile> {
  if (md5 === undefined || String(md5).trim().toLowerCase() === part.md5) return part;
  await removePart(part);
  throw new BroadsheetError(412, 'rest_upload_hash_mismatch', 'Content hash did not match expected.');
}
