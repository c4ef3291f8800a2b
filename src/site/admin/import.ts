import type { FastifyReply, FastifyRequest } from 'fastify';
import { demand } from '../../kernel/permission.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { queryOf } from '../../lib/urls.ts';
import { reportText } from '../../modules/imports/export-files.ts';
import { importContent } from '../../modules/imports/policy.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import type { Site } from '../pages/site.ts';
import { showApp } from './admin-app.tsx';

export const importPath = '/wp-admin/import.php';

/** `GET /wp-admin/import.php`: the newsroom's screen; with `report` the complete report of the last import as JSON. */
export async function showImport(
  site: Site,
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!new URLSearchParams(queryOf(request.raw.url ?? '')).has('report'))
    return showApp(site, signedIn, request, reply);
  demand(importContent, signedIn.actor, undefined);
  const text = await reportText(site.dataDir);
  if (text === undefined) throw new NotFoundError('No import has run yet.');
  return reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', 'attachment; filename="import-report.json"')
    .send(text);
}
