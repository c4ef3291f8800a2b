import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { demand } from '../../kernel/permission.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import { queryOf } from '../../lib/urls.ts';
import { checkExport, startExport } from '../../modules/exports/commands.ts';
import type { ExportInput } from '../../modules/exports/commands.ts';
import { exportFileName, exportWxr } from '../../modules/exports/export-wxr.ts';
import { exportContent } from '../../modules/exports/policy.ts';
import { writtenBy } from '../../modules/users/check-actor-again.ts';
import { isNonce } from '../../modules/users/session.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { restNonceAction } from '../rest/rest-actor.ts';
import type { Site } from '../pages/site.ts';
import { showApp } from './admin-app.tsx';

export const exportPath = '/wp-admin/export.php';

/** Bytes that are prepared ahead of a slow download. */
const bufferBytes = 256 * 1024;

/**
 * `GET /wp-admin/export.php`: the newsroom's screen. With `download=true` and the newsroom's nonce: the export as a
 * download, or with `check=true` only whether it can be made.
 */
export async function showExport(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
  if (query.get('download') !== 'true') return showApp(site, signedIn, request, reply);
  const { actor, session } = signedIn;
  demand(exportContent, actor, undefined);
  if (!isNonce(site.signer, session, restNonceAction, query.get('_wpnonce') ?? ''))
    throw new ForbiddenError('Cookie check failed', 'rest_cookie_invalid_nonce');
  const { content } = site;
  const input = inputOf(query);
  if (query.get('check') === 'true' || request.method === 'HEAD') {
    await checkExport(content.database.read, actor, input);
    return reply.status(204).send();
  }
  const database = writtenBy(content.database, actor);
  const filter = await database.write((tx) => startExport(tx, actor, input));
  const now = Date.now();
  const parts = exportWxr({ read: database.read, siteUrl: content.siteUrl, now }, filter);
  return reply
    .type('application/xml; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="${exportFileName(await content.settings.current(), now)}"`,
    )
    .send(Readable.from(parts, { objectMode: false, highWaterMark: bufferBytes }));
}

/** Filters of the query; empty ones are those that the screen leaves open. */
function inputOf(query: URLSearchParams): ExportInput {
  const text = (name: string) => query.get(name) || undefined;
  const id = (name: string) => {
    const value = text(name);
    return value === undefined ? undefined : /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  };
  return {
    type: text('content') === 'all' ? undefined : text('content'),
    author: id('author'),
    category: id('cat'),
    from: text('start'),
    to: text('end'),
    status: text('status') as ExportInput['status'],
  };
}
