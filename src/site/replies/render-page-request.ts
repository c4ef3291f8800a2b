import { readerText } from '../../modules/settings/definitions/translations.ts';
import { declaredParameters, withCarriedQuery } from '../cache/parameters.ts';
import type { RenderedReply, SharedReply } from '../cache/rendered-reply.ts';
import type { KeyedRequest } from '../cache/request-key.ts';
import { renderPage } from '../pages/render-page.ts';
import type { RenderedPage } from '../pages/render-page.ts';
import { absentPage, resolveWholeAddress } from '../pages/resolve-page.ts';
import type { Trial } from '../../modules/templates/model.ts';
import type { Actor } from '../../kernel/permission.ts';
import { anybody, watched } from '../../modules/content/viewer.ts';
import type { BarKeys, Looked, Viewer } from '../../modules/content/viewer.ts';
import type { Signer } from '../../lib/keys.ts';
import type { Site } from '../pages/site.ts';
import { commentPageOf, readCommentPage, resolveDiscussion } from './comments/comment-page.ts';
import { heldComments, heldCommentIds, discussionOf, heldAsked } from './comments/held-comments.ts';
import { movedReply, redirectReply } from './moved-reply.ts';
import { otherReply, formerReply } from './other-reply.ts';
import { unlocks } from './post-password.ts';
import type { PageInfo } from '../../blocks/load-context.ts';

export interface Client {
  /** Proves post passwords and the visitor's own held comments. */
  readonly cookieHeader: string | undefined;
  readonly actor: Actor | undefined;
  /** Id of the draft that their share link opens; 0 if none. */
  readonly shared: number;
  /** Id of the post that they preview as autosaved; 0 if none. */
  readonly autosaved: number;
  readonly trial?: Trial | undefined;
  /** For users with editing capabilities who open the page itself. */
  readonly bar: BarKeys | undefined;
}

/** Renders a page from a request that holds only what cached pages may depend on; with `client` for that client alone, else for all. */
export async function renderPageRequest(
  site: Site,
  signer: Signer,
  request: KeyedRequest,
  client?: Client,
): Promise<RenderedReply | SharedReply> {
  const looked: Looked = new Set();
  const viewer: Viewer = {
    ...anybody,
    actor: client?.actor,
    shared: client?.shared ?? 0,
    autosaved: client?.autosaved ?? 0,
    bar: client?.bar,
    trial: client?.trial,
    preview: request.parameters.get('preview') === 'true',
  };
  const requested = {
    path: readCommentPage(request.path).path,
    query: new URLSearchParams([...request.parameters]),
  };
  const phone = request.device === 'phone';
  const missing = {
    shareKey: '404',
    render: async () => pageReply(await renderPage(site, await inSiteWords(site), phone, viewer), 404),
  };
  const other = await otherReply(site, requested);
  if (other && other !== 'missing') return other;
  const resolution = await resolveDiscussion(site, request, watched(viewer, looked));
  if (resolution.type !== 'page') return movedReply(site, resolution);
  const { status } = resolution;
  if (other === 'missing' || resolution.page.kind === '404')
    return (await formerReply(site, requested)) ?? missing;
  const page = await withParts(site, resolution.page);
  if (!page) return missing;
  const cookieHeader = client?.cookieHeader;
  const password = page.post?.isProtected ? page.post.password : undefined;
  const unlocked = password !== undefined && unlocks(signer, cookieHeader, password);
  const commentPage = commentPageOf(request);
  const held =
    page.post && cookieHeader !== undefined
      ? await heldComments(site, signer, { cookieHeader, post: page.post, path: page.path, commentPage })
      : undefined;
  const discussion = page.post ? discussionOf(request.parameters, commentPage) : undefined;
  const own: Viewer = {
    ...viewer,
    unlocked: new Set(unlocked && page.post ? [page.post.id] : []),
    ownHeld: page.post
      ? [...new Set([...heldAsked(signer, request.parameters), ...(held?.shown ?? [])])]
      : [],
  };
  const rendered = await renderPage(
    site,
    page.post ? { ...page, discussion } : page,
    phone,
    watched(own, looked),
  );
  // A discussion may have fewer comment pages than before, for instance than at WordPress: redirect old links to the
  // article.
  if (rendered.isAbsent && discussion && discussion.page > 1) return redirectReply(302, page.path);
  if (rendered.isAbsent) return missing;
  const reply = pageReply(rendered, status);
  if (client) return { ...reply, store: false, setCookies: held?.forget ?? [] };
  return {
    ...reply,
    differsFor: differsFor(site, signer, looked, page.post && { id: page.post.id, password }),
  };
}

/**
 * Whether cookies change any value that the render read; a shared page saw the defaults. A function of its own, so that
 * the result retains nothing else of the request. `preview` needs no check: the address asks for it.
 */
function differsFor(
  { sessions }: Site,
  signer: Signer,
  looked: Looked,
  post: { readonly id: number; readonly password: string | undefined } | undefined,
): RenderedReply['differsFor'] {
  const asks: ((cookies: string) => boolean)[] = [];
  const { id, password } = post ?? {};
  if (looked.has('unlocked') && password !== undefined)
    asks.push((cookies) => unlocks(signer, cookies, password));
  if (looked.has('ownHeld') && id !== undefined)
    asks.push((cookies) => heldCommentIds(signer, cookies, id).length > 0);
  if (looked.has('actor')) asks.push((cookies) => sessions.standing(cookies) !== 'nobody');
  return asks.length === 0 ? undefined : (cookies) => asks.some((ask) => ask(cookies));
}

async function inSiteWords({ content }: Site): Promise<typeof absentPage> {
  return { ...absentPage, title: readerText(await content.settings.current(), 'not_found_title') };
}

function pageReply(
  { html, headers, tags, expiresAt, isLacking, variesByDevice, turnedBy, searched }: RenderedPage,
  status: number,
): RenderedReply {
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: html,
    headers,
    tags,
    expiresAt,
    isLacking,
    variesByDevice,
    turnedBy,
    searched,
    store: true,
  };
}

/** The redirect stored for an address with its parameters, if no page is there. Appends parameters that neither a page nor the redirect names. */
export async function redirectOfAddress(site: Site, address: string): Promise<RenderedReply | undefined> {
  const found = await resolveWholeAddress(
    site.content,
    address,
    (name) => !Object.hasOwn(declaredParameters, name),
  );
  if (!found || found.resolution.type === 'page') return undefined;
  const { resolution, rest } = found;
  return movedReply(
    site,
    resolution.type === 'gone'
      ? resolution
      : { ...resolution, location: withCarriedQuery(resolution.location, `?${rest}`, site.content.siteUrl) },
  );
}

/** Adds the parts of a paginated text; undefined beyond the last part. The front page shows its whole text, since page numbers count its lists. */
export async function withParts(site: Site, page: PageInfo): Promise<PageInfo | undefined> {
  if (!page.post || page.kind === 'home' || page.path === '/') return page;
  const { parts } = await site.documents.post(page.post);
  if (page.pageNumber > (parts?.length ?? 1)) return undefined;
  return parts ? { ...page, parts } : page;
}
