import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { removePart } from '../../../content/media/part-files.ts';
import { portraitLimits, tooLarge } from '../../../content/users/portrait-maker.ts';
import { BroadsheetError } from '../../../lib/errors.ts';
import { atItsPace } from '../../plugins/slow-uploads.ts';
import { receiveParts } from '../../receive-parts.ts';
import type { ReceivedFile } from '../../receive-parts.ts';

/** A form that came in parts: its fields, and beside them what nobody can send by a name. */
class PartsForm {
  /** Read as a form's that came in one part. */
  readonly fields: Readonly<Record<string, string>>;
  readonly file: ReceivedFile | undefined;
  /** Why it could not be taken. */
  readonly fault: BroadsheetError | undefined;

  constructor(params: URLSearchParams, { file, fault }: Pick<Partial<PartsForm>, 'file' | 'fault'>) {
    this.fields = Object.fromEntries(params);
    this.file = file;
    this.fault = fault;
  }
}

/** What a form held that may bring a file, however it came. */
export function formWithFile(body: unknown): { readonly fields: unknown } & Partial<Pick<PartsForm, 'file' | 'fault'>> {
  return body instanceof PartsForm ? body : { fields: body };
}

/** Removes the file that a form brought, if nobody took it. */
export async function forgetFile(body: unknown): Promise<void> {
  const { file } = formWithFile(body);
  if (file) await removePart(file);
}

/**
 * Lets the forms of these routes bring a file, in the field `portrait`, for `forgetFile` to remove; `mayBring` says whose are read at all, by their cookies.
 */
export function takeFiles(
  app: FastifyInstance, { dataDir, mayBring }: { readonly dataDir: string; readonly mayBring: (cookies: string | undefined) => Promise<boolean> },
): void {
  const type = 'multipart/form-data';
  if (app.hasContentTypeParser(type)) app.removeContentTypeParser(type);
  app.addContentTypeParser(type, async (_request: FastifyRequest, payload: IncomingMessage) => {
    const { cookie, 'content-type': contentType = '' } = payload.headers;
    if (!(await mayBring(cookie))) {
      payload.resume();
      return {};
    }
    const receive = () => receiveParts(payload, contentType, { dataDir, field: 'portrait', most: portraitLimits.bytes });
    try {
      const { params, file } = await atItsPace(app.server, payload, receive);
      return new PartsForm(params, { file });
    } catch (error) {
      if (!(error instanceof BroadsheetError)) throw error;
      return new PartsForm(new URLSearchParams(), { fault: error.code === 'rest_upload_file_too_big' ? tooLarge() : error });
    }
  });
}
