import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { mostUploadBytes } from '../../../content/media/media.ts';
import { receivePart, removePart } from '../../../content/media/part-files.ts';
import type { PartFile } from '../../../content/media/part-files.ts';
import { BroadsheetError, messageOf } from '../../../lib/errors.ts';
import { formOf, holdsParams } from './read-body.ts';
import type { SentBody, SentFile } from './read-body.ts';
import type { BodyKind } from './rest-route.ts';

/** Longest bodies of text, in bytes: of parameters, and of what may hold the text of a post. */
const longest = { short: 1024 * 1024, long: 10 * 1024 * 1024 } as const;
/** What comes in parts beside a file. */
const fieldLimits = { files: 2, fields: 100, fieldNameSize: 200, fieldSize: 100_000, parts: 110, headerPairs: 20 };

/** Reads a body of a kind; a file is written into a part file below `dataDir` while it comes. Throws `BroadsheetError` for what is too large or broken. */
export async function receiveBody(source: Readable, headers: IncomingHttpHeaders, kind: BodyKind, dataDir: string): Promise<SentBody> {
  const contentType = headers['content-type'] ?? '';
  if (kind !== 'file' || holdsParams(contentType)) {
    return { contentType, text: await readText(source, Number(headers['content-length'] ?? 0), longest[kind === 'long' ? 'long' : 'short']) };
  }
  return /^multipart\/form-data\b/i.test(contentType)
    ? receiveParts(source, contentType, dataDir)
    : { contentType, text: '', file: await receiveFile(source, headers, dataDir) };
}

async function readText(source: Readable, announced: number, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = announced > most ? announced : 0;
  try {
    if (bytes <= most) {
      for await (const chunk of whole(source)) {
        bytes += chunk.length;
        if (bytes > most) break;
        chunks.push(chunk);
      }
    }
  } finally {
    source.resume();
  }
  if (bytes > most) throw new BroadsheetError(413, 'rest_body_too_large', `The body is too large; ${most / 2 ** 20} MB are the most here.`);
  return Buffer.concat(chunks).toString();
}

/** The chunks of a body; the connection stays where reading stops. A client that goes away ends it with a fault of its own. */
async function* whole(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch {
    throw new BroadsheetError(400, 'rest_body_incomplete', 'The body ended before it was whole.');
  }
}

/** A file that is the body itself: a header says what it is called. */
async function receiveFile(source: Readable, headers: IncomingHttpHeaders, dataDir: string): Promise<SentFile> {
  try {
    if (headers['content-type'] === undefined) throw new BroadsheetError(400, 'rest_upload_no_content_type', 'No Content-Type supplied.');
    const disposition = headers['content-disposition'];
    if (disposition === undefined) throw new BroadsheetError(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.');
    const name = nameIn(disposition);
    if (name === undefined) {
      const example = 'Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.';
      throw new BroadsheetError(400, 'rest_upload_invalid_disposition', `Invalid Content-Disposition supplied. ${example}`);
    }
    return { name, ...(await checked(await receivePart(dataDir, whole(source), mostUploadBytes), headers)) };
  } finally {
    source.resume();
  }
}

/** The file name that a `Content-Disposition` header gives; the encoded one before the other. */
function nameIn(disposition: string): string | undefined {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? [];
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  try {
    return (encoded === undefined ? undefined : decodeURIComponent(encoded)) ?? quoted?.replace(/\\(.)/g, '$1') ?? bare;
  } catch {
    return undefined; // its escapes mean nothing
  }
}

/** Refuses a file that is not the one that a header tells of. */
async function checked(part: PartFile, { 'content-md5': md5 }: IncomingHttpHeaders): Promise<PartFile> {
  if (md5 === undefined || String(md5).trim().toLowerCase() === part.md5) return part;
  await removePart(part);
  throw new BroadsheetError(412, 'rest_upload_hash_mismatch', 'Content hash did not match expected.');
}

/** A file with parameters, each in a part of its own. */
async function receiveParts(source: Readable, contentType: string, dataDir: string): Promise<SentBody> {
  const params = new URLSearchParams();
  const files: { readonly stream: Readable; readonly received: Promise<SentFile> }[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (message: string, status = 400) => reject(new BroadsheetError(status, 'rest_invalid_multipart', message));
      const parser = new Busboy({ headers: { 'content-type': contentType }, limits: fieldLimits });
      parser.on('field', (name, value, nameCut, valueCut) => {
        if (nameCut || valueCut) refuse(`The field "${name}" is too long.`, 413);
        else if (params.has(name) && !name.endsWith(']')) refuse(`The field "${name}" is sent twice.`);
        else params.append(name, value);
      });
      parser.on('file', (field, stream, name) => {
        stream.on('error', () => {}); // the parser tells the stream and us, and what nobody hears ends the process
        if (field !== 'file' || files.length > 0) {
          stream.resume();
          refuse('One file is taken, in a field that is called "file".');
          return;
        }
        const received = receivePart(dataDir, stream, mostUploadBytes).then((part) => ({ name: name ?? '', ...part }));
        files.push({ stream, received });
        received.catch(reject);
      });
      for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) parser.on(limit, () => refuse('There are too many parts.', 413));
      parser.on('error', (error) => refuse(`The parts can't be read: ${error instanceof Error ? error.message : 'they are broken'}.`));
      parser.on('finish', resolve);
      source.on('error', () => refuse('The body ended before it was whole.'));
      source.pipe(parser);
    });
    return { ...formOf(params), file: await files[0]?.received };
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
