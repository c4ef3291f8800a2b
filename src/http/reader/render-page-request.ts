import type { RenderedReply, SharedReply } from '../cache/rendered-reply.ts';
import type { PageRequest } from '../cache/request-key.ts';
import { renderPage } from '../../pages/render-page.ts';
import type { RenderedPage } from '../../pages/render-page.ts';
import type { Resolution } from '../../pages/resolution.ts';
import { absentPage, resolvePage, resolveWholeAddress } from '../../pages/resolve-page.ts';
import type { PageInfo } from '../../blocks/load-context.ts';
import type { Site } from '../../pages/site.ts';

/** Tags of a reply that says "there is nothing here": anything that is published, renamed or moved may change that. */
const whereNothingIs = new Map([['settings', 'primary'], ['redirects', 'primary']] as const);

/** Answers a reader's page from a request that holds only what pages may depend on. */
export async function renderPageRequest(site: Site, request: PageRequest, unlocks: (page: PageInfo) => boolean = () => false): Promise<RenderedReply | SharedReply> {
  const resolution = await resolvePage(site.content, { path: request.path, query: new URLSearchParams([...request.parameters]) });
  if (resolution.type !== 'page') return movedReply(resolution);
  const { page, status } = resolution;
  const phone = request.device === 'phone';
  const missing = { shareKey: '404', render: async () => pageReply(await renderPage(site, absentPage, phone), 404) };
  if (page.kind === '404') return missing;
  const unlocked = page.post?.isProtected === true && unlocks(page);
  const rendered = await renderPage(site, unlocked ? { ...page, unlocked } : page, phone);
  return rendered.isAbsent ? missing : pageReply(rendered, status, !unlocked);
}

function pageReply({ html, css, headers, tags, expiresAt, variesByDevice }: RenderedPage, status: number, store = true): RenderedReply {
  return { status, contentType: 'text/html; charset=utf-8', body: html, repeated: css, headers, tags, expiresAt, variesByDevice, store };
}

/** For an address where no page is: the redirect of the whole address with every parameter, if there is one. */
export async function redirectOfAddress(site: Site, address: string): Promise<RenderedReply | undefined> {
  const resolution = await resolveWholeAddress(site.content, address);
  return resolution && resolution.type !== 'page' ? movedReply(resolution) : undefined;
}

function movedReply(resolution: Exclude<Resolution, { type: 'page' }>): RenderedReply {
  return resolution.type === 'gone' ? plainReply(410, 'Gone', 'This page was taken away.') : redirectReply(resolution.status, resolution.location);
}

/** A redirect; it is not kept, since where it leads may change with every post. */
function redirectReply(status: number, location: string): RenderedReply {
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
