import type { RenderedFragment } from '../../../pages/render-fragment.ts';
import type { AjaxReply } from './ajax-action.ts';

/** The answer of both mega menu calls. Empty ones are not kept: anybody can ask for any number. */
export function megaReply({ html, tags, expiresAt }: RenderedFragment): AjaxReply {
  return html === '' ? { json: { content: '' } } : { json: { content: html }, tags, expiresAt };
}
