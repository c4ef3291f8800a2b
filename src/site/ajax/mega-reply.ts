import type { RenderedFragment } from '../pages/render-fragment.ts';
import { besides } from './besides.ts';
import type { AjaxReply } from './ajax-action.ts';

/** The answer of both mega menu calls. Empty ones are not kept: anybody can ask for any number. */
export function megaReply({ html, parts, tags, expiresAt, isLacking }: RenderedFragment): AjaxReply {
  return html === undefined
    ? { json: { content: '' }, isLacking }
    : { json: { content: html, ...besides(parts) }, tags, expiresAt, isLacking };
}
