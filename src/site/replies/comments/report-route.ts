import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import type { Comment } from '../../../modules/comments/comment.ts';
import { findCommentPages, readingOrderOf } from '../../../modules/comments/reader.ts';
import { findReportable, reportComment } from '../../../modules/comments/report-comment.ts';
import { longestReport, reportReasons } from '../../../modules/comments/report.ts';
import type { ReportReason } from '../../../modules/comments/report.ts';
import { commentPagePath } from '../../../modules/settings/permalinks.ts';
import { findPostPaths } from '../../../modules/posts/page-path.ts';
import type { Post } from '../../../modules/posts/post.ts';
import { readerText } from '../../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { writtenBy } from '../../../modules/users/look-again.ts';
import type { Actor } from '../../../kernel/actor.ts';
import {
  BroadsheetError,
  ForbiddenError,
  InvalidInputError,
  TooManyRequestsError,
} from '../../../lib/errors.ts';
import { fillIn } from '../../../lib/fill-in.ts';
import { positive } from '../../../lib/numbers.ts';
import { createRateLimit } from '../../../lib/rate-limit.ts';
import { wholeText } from '../../../lib/text-around.ts';
import { queryOf } from '../../../lib/with-query.ts';
import type { Site } from '../../pages/site.ts';
import { byAccount } from '../../http/counted-as.ts';
import { formFields } from '../../../kernel/http/form-fields.ts';
import { renderAccountPage } from '../../login/account-page.tsx';
import { saidOf } from '../../login/told-of.ts';
import { unlocks } from '../post-password.ts';
import { isForeign } from './is-foreign.ts';
import { ReportForm } from './report-page.tsx';

/** Milliseconds for which a form is good at least, and half of those for which it may be. */
const formMs = 12 * 3_600_000;

/** What a reader asks, or sends. */
interface Asked {
  readonly settings: Settings;
  /** 0: no number. */
  readonly id: number;
  readonly actor: Actor | undefined;
  /** As limits count them. */
  readonly caller: string;
  readonly reason: ReportReason | undefined;
  readonly text: string;
  /** Their script sent the form, and shows what comes of it. */
  readonly byScript: boolean;
}

interface Found {
  readonly comment: Comment;
  readonly post: Post;
}

/** The site, and its clock in milliseconds. */
interface Place {
  readonly site: Site;
  readonly now: () => number;
}

/** What a reader is told. */
interface Told {
  readonly kind: 'done' | 'problem';
  readonly text: string;
  readonly status: number;
}

/**
 * `/wp-comments-report.php?c=ID`: the form by which a reader says what is wrong with a comment, as a page of the site that needs no script; it is one page for
 * one reader, and never kept. What is sent from another site, or without the proof that the form had, is refused. `now`: milliseconds.
 */
export function reportRoute(
  app: FastifyInstance,
  { site, now = Date.now }: { readonly site: Site; readonly now?: (() => number) | undefined },
): void {
  const place: Place = { site, now };
  const { content, signer } = site;
  const who = byAccount(site.sessions);
  const limit = createRateLimit({ name: 'The report form', burst: 6, perSecond: 0.1, now });
  // Of a page that is drawn for each who asks, too.
  const floodLimit = createRateLimit({ name: 'The report form', burst: 20, perSecond: 0.5, now });

  app.route<{ Body: unknown }>({
    method: ['GET', 'POST'],
    url: '/wp-comments-report.php',
    onRequest: async (request) => floodLimit(await who(request)),
    handler: async (request, reply) => {
      const fields = formFields(request.method === 'POST' ? request.body : undefined);
      const asked = await readAsked(site, request, fields, await who(request));
      const { settings, reason } = asked;
      let found: Found | undefined;
      try {
        found = await findReportable(
          content.database.read,
          asked.id,
          { actor: asked.actor, unlocks: unlocksFor(site, request) },
          settings,
          now(),
        );
        if (asked.actor && found.comment.userId === asked.actor.id)
          throw new ForbiddenError(readerText(settings, 'report_own'), 'report_own');
        if (request.method === 'GET') return await show(place, reply, asked, found, undefined);
        limit(asked.caller);
        check(place, request, asked, fields.get('proof') ?? '');
        const database = asked.actor ? writtenBy(content.database, asked.actor) : content.database;
        const input = {
          id: asked.id,
          reason: reason ?? 'other',
          text: asked.text,
          reporter: signer.sign('comment-reporter', asked.caller),
        };
        await database.write((tx) =>
          reportComment(tx, asked.actor, input, { unlocks: unlocksFor(site, request), at: now() }, settings),
        );
        return await show(place, reply, asked, found, {
          kind: 'done',
          text: readerText(settings, 'report_thanks'),
          status: 200,
        });
      } catch (error) {
        if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
        if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfter);
        const text =
          error instanceof TooManyRequestsError
            ? readerText(settings, 'report_too_fast')
            : saidOf(error, settings);
        return show(place, reply, asked, error.code === 'report_own' ? undefined : found, {
          kind: 'problem',
          text,
          status: error.status,
        });
      }
    },
  });
}

async function readAsked(
  site: Site,
  request: FastifyRequest,
  fields: ReturnType<typeof formFields>,
  caller: string,
): Promise<Asked> {
  return {
    settings: await site.content.settings.current(),
    reason: reportReasons.find((one) => one === fields.get('reason')),
    id: positive(new URLSearchParams(queryOf(request.raw.url ?? '')).get('c') ?? undefined) ?? 0,
    actor: (await site.sessions.find(request.headers.cookie))?.actor,
    caller,
    text: (fields.get('text') ?? '').toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim(),
    byScript: (request.headers.accept ?? '').includes('application/json'),
  };
}

const unlocksFor =
  ({ signer }: Site, { headers }: Pick<FastifyRequest, 'headers'>) =>
  (password: string) =>
    unlocks(signer, headers.cookie, password);

/** A signature for one comment, for who asks, for now; `ago`: how many forms ago. */
const proofOf = ({ site, now }: Place, { id, caller }: Asked, ago: 0 | 1) =>
  site.signer.sign('comment-report', `${id} ${caller} ${Math.floor(now() / formMs) - ago}`);

/** Throws in the site's words for a form that is not ours, and for what is not filled in. */
function check(place: Place, { headers }: FastifyRequest, asked: Asked, proof: string): void {
  const { settings, reason, text } = asked;
  const isOurs = proof === proofOf(place, asked, 0) || proof === proofOf(place, asked, 1);
  if (isForeign(headers, place.site.content.siteUrl) || !isOurs)
    throw new ForbiddenError(readerText(settings, 'report_stale'), 'report_stale');
  if (!reason) throw new InvalidInputError(readerText(settings, 'report_no_reason'), 'report_no_reason');
  if (text.length > longestReport) {
    throw new InvalidInputError(
      fillIn(
        readerText(settings, 'comment_too_long'),
        readerText(settings, 'report_more'),
        text.length,
        longestReport,
      ),
      'comment_too_long',
    );
  }
}

/** The form, or what came of it; to a script as JSON, with what the form needs to be sent again. */
async function show(
  place: Place,
  reply: FastifyReply,
  asked: Asked,
  found: Found | undefined,
  told: Told | undefined,
): Promise<FastifyReply> {
  const { site } = place;
  const { settings, reason, text } = asked;
  reply.status(told?.status ?? 200).headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  const isDone = told?.kind === 'done';
  const proof = proofOf(place, asked, 0);
  if (asked.byScript && told)
    return reply.send({ isDone, message: told.text, ...(found && !isDone ? { proof } : {}) });
  const form =
    found && !isDone
      ? createElement(ReportForm, {
          settings,
          comment: found.comment,
          proof,
          reason,
          text,
          isWrong: told !== undefined,
        })
      : null;
  const back = found && {
    url: await addressOf(site, found, settings),
    text: readerText(settings, 'comment_back'),
  };
  const page = await renderAccountPage(
    { site, settings },
    { title: readerText(settings, 'report_title'), told, form },
    back,
  );
  return reply
    .headers({ ...page.headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(page.html));
}

/** Where a comment stands. */
async function addressOf({ content }: Site, { comment, post }: Found, settings: Settings): Promise<string> {
  const { read } = content.database;
  const path =
    (await findPostPaths(read, [post], settings.permalink_structure)).get(post.id) ?? `/?p=${post.id}`;
  const page = (await findCommentPages(read, [comment], readingOrderOf(settings))).get(comment.id) ?? 1;
  return `${commentPagePath(path, page)}#comment-${comment.id}`;
}
