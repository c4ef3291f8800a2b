import type { TagWeight } from '../../blocks/load-context.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { Resolution } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { plainPage } from '../http/error-handler.ts';

/** Such replies depend on everything that may be published at the address, so they are not cached. */
const uncached = { tags: new Map<Tag, TagWeight>(), store: false };

export async function movedReply(
  { content }: Pick<Site, 'content'>,
  resolution: Exclude<Resolution, { type: 'page' }>,
): Promise<RenderedReply> {
  if (resolution.type !== 'gone') return redirectReply(resolution.status, resolution.location);
  const settings = await content.settings.current();
  return {
    status: 410,
    contentType: 'text/html; charset=utf-8',
    body: plainPage(settings, readerText(settings, 'gone_title'), readerText(settings, 'gone_text')),
    ...uncached,
  };
}

/** A redirect; not cached, since its target may change with any post. */
export function redirectReply(status: number, location: string): RenderedReply {
  return {
    status,
    contentType: 'text/plain; charset=utf-8',
    body: `See ${location}\n`,
    headers: { location: headerAddress(location) },
    ...uncached,
  };
}

/** Preserves percent-encoding, and encodes characters of editors' input that headers can't hold. */
function headerAddress(location: string): string {
  return location.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
