import type { Resolution } from '../../pages/resolution.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';

/** Tags of a reply that says "there is nothing here": anything that is published, renamed or moved may change that. */
const whereNothingIs = new Map([['settings', 'primary'], ['redirects', 'primary']] as const);

/** What is answered where a page has moved or was taken away. */
export function movedReply(resolution: Exclude<Resolution, { type: 'page' }>): RenderedReply {
  return resolution.type === 'gone' ? plainReply(410, 'Gone', 'This page was taken away.') : redirectReply(resolution.status, resolution.location);
}

/** A redirect; it is not kept, since where it leads may change with every post. */
export function redirectReply(status: number, location: string): RenderedReply {
  return { status, contentType: 'text/plain; charset=utf-8', body: `See ${location}\n`, headers: { location: headerAddress(location) }, tags: whereNothingIs, store: false };
}

/** What is percent-encoded stays as it is; what editors typed may hold letters that no header may. */
function headerAddress(location: string): string {
  return location.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

function plainReply(status: number, title: string, text: string): RenderedReply {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body><h1>${title}</h1><p>${text}</p><p><a href="/">Go to the front page</a></p></body></html>\n`;
  return { status, contentType: 'text/html; charset=utf-8', body, tags: whereNothingIs, store: false };
}
