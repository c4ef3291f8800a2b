import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { editorCss } from '../pages/editor-css.ts';
import type { Site } from '../pages/site.ts';

/** Where the site's look is for the canvas of the editor (src/newsroom/editor/canvas.tsx asks for it). */
export const editorStylesPath = '/wp-admin/editor.css';

/** `GET /wp-admin/editor.css`: texts and blocks as readers see them. */
export async function showEditorStyles(
  site: Site,
  _signedIn: SignedIn,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return reply
    .header('cache-control', 'private, max-age=300')
    .type('text/css; charset=utf-8')
    .send(editorCss(await site.content.settings.current()));
}
