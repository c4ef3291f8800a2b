import type { TagWeight } from '../../blocks/load-context.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { Resolution } from '../pages/resolution.ts';
import type { Site } from '../pages/site.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import { plainPage } from '../http/error-handler.ts';

/** What is said of an address where nothing is hangs on all that may come there: it is not kept, and looked up for each who asks. */
const notKept = { tags: new Map<Tag, TagWeight>(), store: false };

/** What is answered where a page has moved or was taken away, in the site's words. */
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
    ...notKept,
  };
}

/** A redirect; it is not kept, since where it leads may change with every post. */
export function redirectReply(status: number, location: string): RenderedReply {
  return {
    status,
    contentType: 'text/plain; charset=utf-8',
    body: `See ${location}\n`,
    headers: { location: headerAddress(location) },
    ...notKept,
  };
}

/** What is percent-encoded stays as it is; what editors typed may hold letters that no header may. */
function headerAddress(location: string): string {
  return location.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
