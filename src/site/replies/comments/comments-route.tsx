import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asksForCaptcha, readCaptchaPass } from '../../../modules/comments/captcha.ts';
import type { Commenter, Discussion } from '../../../modules/comments/submit.ts';
import { findComment, findCommentPages, readingOrderOf } from '../../../modules/comments/reader.ts';
import { checkComment, checkMemberComment, isNameRequired } from '../../../modules/comments/submission.ts';
import type { CleanComment, TypedComment } from '../../../modules/comments/submission.ts';
import { hindered, submitComment, findDiscussion } from '../../../modules/comments/submit.ts';
import { commentPagePath } from '../../../modules/types/permalinks.ts';
import { findPostPaths } from '../../../modules/posts/addresses.ts';
import { postTypeNamed } from '../../../modules/types/registry.ts';
import type { Post } from '../../../modules/posts/model.ts';
import { readerCount, readerText } from '../../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { writtenBy } from '../../../modules/users/check-actor-again.ts';
import type { Actor } from '../../../kernel/permission.ts';
import { parseCookies } from '../../../lib/cookies.ts';
import { nameCookie } from '../../../lib/name-cookie.ts';
import {
  BroadsheetError,
  ForbiddenError,
  InvalidInputError,
  TooManyRequestsError,
} from '../../../lib/errors.ts';
import { createRateLimit } from '../../../lib/rate-limit.ts';
import { wholeText } from '../../../lib/text-around.ts';
import { withQuery } from '../../../lib/urls.ts';
import type { Site } from '../../pages/site.ts';
import { byAccount } from '../../http/limits.ts';
import { saidOf } from '../../login/login-action.ts';
import { unlocks } from '../post-password.ts';
import { isForeign } from '../../http/security-headers.ts';
import { heldCommentCookie, heldQuery, rememberCookies, captchaCookie } from './held-comments.ts';
import { CommentFields, formConfig } from '../../../blocks/post-comments/comment-form.tsx';
import { commentTexts, formCaptcha } from '../../../blocks/post-comments/comment-form.server.ts';
import type { ReaderText } from '../../../languages/en.ts';
import { logOutUrl } from '../../../lib/account-urls.ts';
import { renderShell } from '../../pages/render-page.ts';
import type { RenderedPage } from '../../pages/render-page.ts';
import { absentPage } from '../../pages/resolve-page.ts';
import { ActScope, useActing } from '../../../reader/islands/acting.ts';
import type { Act } from '../../../reader/islands/acting.ts';
import { renderHtml } from '../../../ui/elements.tsx';
import { positive } from '../../../lib/numbers.ts';

export interface CommentsRouteOptions {
  readonly site: Site;
  /** Milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/** Refusals that a second attempt from the error page can't change: comments are closed, or no script runs to pass the captcha. */
const finalCodes = new Set(['comment_closed', 'captcha_noscript']);

interface Target {
  readonly post: Post;
  readonly path: string;
}

interface Sent {
  readonly form: CommentForm;
  readonly actor: Actor | undefined;
  readonly comment: CleanComment;
}

interface Taken {
  readonly id: number;
  readonly isHeld: boolean;
  readonly address: string;
}

interface Refused {
  readonly form: CommentForm;
  readonly actor: Actor | undefined;
  readonly problems: readonly string[];
  readonly target: Target | undefined;
  readonly mayRetry?: boolean;
}

/** `POST /wp-comments-post.php`: stores a comment and redirects to it, or renders the errors together with the visitor's input. */
export function commentsRoute(app: FastifyInstance, { site, now = Date.now }: CommentsRouteOptions): void {
  const { content, signer } = site;
  // The first limit is for impatient visitors and preserves their input; the second, for floods, refuses before the
  // body is read.
  const limit = createRateLimit({ name: 'The comment form', burst: 6, perSecond: 0.1, now });
  const who = byAccount(site.sessions);
  const floodLimit = createRateLimit({ name: 'The comment form', burst: 20, perSecond: 0.5, now });

  app.get('/wp-comments-post.php', { config: { refuses: true } }, async (_request, reply) => {
    reply.header('allow', 'POST');
    throw new BroadsheetError(405, 'comment_by_post', 'Comments are sent by POST.');
  });

  app.post(
    '/wp-comments-post.php',
    { onRequest: async (request) => floodLimit(await who(request)) },
    async (request, reply) => {
      const form = readForm(request.body);
      const settings = await content.settings.current();
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
      let target: Target | undefined;
      const actor = (await site.sessions.find(request.headers.cookie))?.actor;
      // Clears the name cookie of an ended session; otherwise pages would go on omitting the name fields.
      if (!actor && parseCookies(request.headers.cookie)[nameCookie] !== undefined)
        reply.header('set-cookie', site.sessions.noCookies);
      try {
        limit(await who(request));
        if (isForeign(request.headers, content.siteUrl))
          throw new ForbiddenError(readerText(settings, 'comment_foreign'), 'comment_foreign');
        const found = await findTarget(
          site,
          form.postId,
          { actor, unlocks: unlocksFor(site, request) },
          settings,
          now(),
        );
        ({ target } = found);
        if (found.hindrance) throw hindered(found.hindrance, settings);
        const checked = actor
          ? checkMemberComment(form.typed, actor, settings)
          : checkComment(form.typed, settings);
        if ('problems' in checked)
          return refuse(site, reply, 400, { form, actor, problems: checked.problems, target });
        const { id, isHeld, address } = await take(
          site,
          { form, actor, comment: checked.comment },
          settings,
          request,
          target,
          now(),
        );
        const secure = content.siteUrl.startsWith('https:');
        const cookies = actor ? [] : rememberCookies(form.typed, form.consent, secure);
        if (isHeld && (form.consent || actor))
          cookies.push(heldCommentCookie(signer, id, target.post.id, target.path, secure));
        return reply.status(302).headers({ location: address, 'set-cookie': cookies }).send();
      } catch (error) {
        if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
        if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfter);
        const message =
          error instanceof TooManyRequestsError
            ? readerCount(settings, 'comment_too_fast', error.retryAfter)
            : saidOf(error, settings);
        return refuse(site, reply, error.status, {
          form,
          actor,
          problems: [message],
          target,
          mayRetry: error.status !== 404 && !finalCodes.has(error.code),
        });
      }
    },
  );
}

/** The post that a comment is for, and what prevents commenting on it. Throws if the commenter can't see such a post. */
async function findTarget(
  site: Site,
  postId: number,
  commenter: Commenter,
  settings: Settings,
  now: number,
): Promise<{ readonly target: Target; readonly hindrance: Discussion['hindrance'] }> {
  const { read } = site.content.database;
  const { post, hindrance } = await findDiscussion(read, postId, commenter, settings, now);
  const isShown = hindrance === undefined || hindrance === 'closed' || hindrance === 'members';
  const path =
    post && isShown && postTypeNamed(post.type).isPublic
      ? (await findPostPaths(read, [post], settings.permalink_structure)).get(post.id)
      : undefined;
  if (!post || path === undefined) throw hindered('missing', settings);
  return { target: { post, path }, hindrance };
}

async function refuse(
  site: Site,
  reply: FastifyReply,
  status: number,
  { target, mayRetry = true, ...refused }: Refused,
): Promise<FastifyReply> {
  const { html, headers } = await renderRefusal(site, {
    ...refused,
    back: target && `${target.path}#respond`,
    mayRetry,
  });
  return reply.status(status).headers(headers).type('text/html; charset=utf-8').send(wholeText(html));
}

function unlocksFor({ signer }: Site, { headers }: Pick<FastifyRequest, 'headers'>): Commenter['unlocks'] {
  return (password) => unlocks(signer, headers.cookie, password);
}

/** Stores the comment; returns the address that shows it to its author, and whether it is held for moderation. */
async function take(
  site: Site,
  { form, actor, comment }: Sent,
  settings: Settings,
  request: FastifyRequest,
  { post, path }: Target,
  at: number,
): Promise<Taken> {
  const { content, signer } = site;
  const cookie = parseCookies(request.headers.cookie)[captchaCookie];
  const asksCaptcha = asksForCaptcha(settings, actor);
  const pass = asksCaptcha
    ? readCaptchaPass(signer, cookie ?? '', { postId: post.id, ip: request.ip }, at)
    : undefined;
  if (asksCaptcha && !pass) {
    const why =
      cookie !== undefined ? 'captcha_warning' : form.saysPassed ? 'captcha_cookies' : 'captcha_noscript';
    throw new ForbiddenError(readerText(settings, why), why);
  }
  const database = actor ? writtenBy(content.database, actor) : content.database;
  const { id, status } = await database.write((tx) =>
    submitComment(
      tx,
      actor,
      {
        ...comment,
        postId: post.id,
        parentId: form.parentId,
        unlocks: unlocksFor(site, request),
        ip: request.ip,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
        trapped: form.trapped,
        pass,
        at,
      },
      settings,
    ),
  );
  const written = await findComment(content.database.read, id);
  if (!written) throw new InvalidInputError(readerText(settings, 'comment_gone'), 'comment_gone');
  const shownAt = commentPagePath(
    path,
    (await findCommentPages(content.database.read, [written], readingOrderOf(settings))).get(id) ?? 1,
  );
  const isHeld = status !== 'approved';
  return {
    id,
    isHeld,
    address: `${withQuery(shownAt, isHeld ? heldQuery(signer, id) : '')}#comment-${id}`,
  };
}

interface Refusal {
  readonly problems: readonly string[];
  readonly form: CommentForm;
  /** A signed-in user is asked for the comment only. */
  readonly actor: Actor | undefined;
  /** The article; undefined when the comment named none that visitors can see. */
  readonly back: string | undefined;
  /** Whether the same input may be sent again from this page. */
  readonly mayRetry: boolean;
}

const looks = ['broadsheet/not-found', 'broadsheet/post-comments'];

/** Inline, because every article loads the block's styles. */
const problemLook = { margin: '16px 0 0', padding: 0, listStyle: 'none' } as const;
const backLook = { marginTop: '24px' } as const;

/** The page that explains why a comment was refused. It shows the input again, to correct or copy; only a captcha needs scripts. */
async function renderRefusal(site: Site, refusal: Refusal): Promise<RenderedPage> {
  const settings = await site.content.settings.current();
  const acts: Act[] = [];
  const main = renderHtml(
    <ActScope value={(act) => acts.push(act)}>
      <RefusalView {...refusal} settings={settings} />
    </ActScope>,
  );
  return renderShell(
    site,
    { ...absentPage, title: readerText(settings, 'comment_not_sent') },
    { main, blocks: looks, acts },
  );
}

function RefusalView({
  problems,
  form,
  actor,
  back,
  mayRetry,
  settings,
}: Refusal & { readonly settings: Settings }) {
  const acting = useActing();
  const textOf = (name: ReaderText) => readerText(settings, name);
  const isEmpty = Object.values(form.typed).every((text) => text === '');
  const texts = commentTexts(settings);
  const fields = {
    postId: form.postId,
    parentId: form.parentId,
    nameRequired: isNameRequired(settings),
    captcha: actor ? undefined : formCaptcha(settings),
    signedIn: actor && { name: actor.displayName, logOutUrl: logOutUrl(back) },
  };
  const behaviour = mayRetry ? acting.late('comment-form', formConfig(fields, texts)) : {};
  return (
    <section className="post-comments" {...behaviour}>
      <h1 className="not-found-title">{textOf('comment_not_sent')}</h1>
      <ul role="alert" style={problemLook}>
        {problems.map((problem) => (
          <li key={problem} className="comment-warning">
            {problem}
          </li>
        ))}
      </ul>
      {!isEmpty && (
        <p className="not-found-text">
          {textOf('comment_kept')}
          {!mayRetry && ` ${textOf('comment_copy')}`}
        </p>
      )}
      {(mayRetry || !isEmpty) && (
        <CommentFields form={fields} texts={texts} typed={form} isSendable={mayRetry} />
      )}
      <p style={backLook}>
        <a className="button button-quiet" href={back ?? '/'}>
          {textOf(back === undefined ? 'comment_home' : 'comment_back')}
        </a>
      </p>
    </section>
  );
}

interface CommentForm {
  readonly typed: TypedComment;
  readonly postId: number;
  /** 0 for a comment on the post itself. */
  readonly parentId: number;
  readonly consent: boolean;
  /** The honeypot field, invisible to visitors, was filled in. */
  readonly trapped: boolean;
  /** The form's script claims to have passed the captcha; proves nothing. */
  readonly saysPassed: boolean;
}

/** Reads a parsed form. Missing fields are empty; of a field sent twice, the last one counts. */
function readForm(body: unknown): CommentForm {
  const fields = new Map<string, unknown>(
    typeof body === 'object' && body !== null ? Object.entries(body) : [],
  );
  const text = (name: string) => {
    const value = fields.get(name);
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    return typeof last === 'string' ? last.toWellFormed().replaceAll('\0', '') : '';
  };
  return {
    typed: { comment: text('comment'), author: text('author'), email: text('email'), url: text('url') },
    postId: positive(text('comment_post_ID')) ?? 0,
    parentId: positive(text('comment_parent')) ?? 0,
    consent: text('wp-comment-cookies-consent') !== '',
    trapped: text('comment_more') !== '',
    saysPassed: text('comment_captcha') !== '',
  };
}
