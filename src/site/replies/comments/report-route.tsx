import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import type { Comment, ReportReason } from '../../../modules/comments/model.ts';
import { findCommentPages, readingOrderOf } from '../../../modules/comments/reader.ts';
import { findReportable, reportComment } from '../../../modules/comments/report-comment.ts';
import { maxReportLength, reportReasons } from '../../../modules/comments/model.ts';
import { commentPagePath } from '../../../modules/types/permalinks.ts';
import { findPostPaths } from '../../../modules/posts/addresses.ts';
import type { Post } from '../../../modules/posts/model.ts';
import { readerText } from '../../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../../modules/settings/settings.ts';
import { writtenBy } from '../../../modules/users/check-actor-again.ts';
import type { Actor } from '../../../kernel/permission.ts';
import {
  BroadsheetError,
  ForbiddenError,
  InvalidInputError,
  TooManyRequestsError,
} from '../../../lib/errors.ts';
import { fillIn } from '../../../lib/messages.ts';
import { positive } from '../../../lib/numbers.ts';
import { createRateLimit } from '../../../lib/rate-limit.ts';
import { wholeText } from '../../../lib/text-around.ts';
import { queryOf } from '../../../lib/urls.ts';
import type { Site } from '../../pages/site.ts';
import { byAccount } from '../../http/limits.ts';
import { formFields } from '../../../kernel/http/forms.ts';
import { renderAccountPage } from '../../login/account-page.tsx';
import { saidOf } from '../../login/login-action.ts';
import { unlocks } from '../post-password.ts';
import { isForeign } from '../../http/security-headers.ts';
import { reasonTexts } from '../../../modules/comments/jobs.ts';
import { useActing } from '../../../reader/islands/acting.ts';
import { reportAddress } from '../../../lib/account-urls.ts';
import { htmlToText, trimWords } from '../../../lib/plain-text.ts';
import { visibleName, withoutTurning } from '../../../lib/visible-name.ts';

/** Milliseconds for which a form is valid at least; twice that at most. */
const formMs = 12 * 3_600_000;

interface Asked {
  readonly settings: Settings;
  /** 0 if the parameter is not a number. */
  readonly id: number;
  readonly actor: Actor | undefined;
  /** As rate limits count callers. */
  readonly caller: string;
  readonly reason: ReportReason | undefined;
  readonly text: string;
  /** The form's script sent it, and expects JSON. */
  readonly byScript: boolean;
}

interface Found {
  readonly comment: Comment;
  readonly post: Post;
}

/** `now`: milliseconds. */
interface Place {
  readonly site: Site;
  readonly now: () => number;
}

interface ReportNotice {
  readonly kind: 'done' | 'problem';
  readonly text: string;
  readonly status: number;
}

/**
 * `/wp-comments-report.php?c=ID`: the form for reporting a comment; works without scripts and is never cached. Refuses
 * forms from other sites and forms without a valid proof. `now`: milliseconds.
 */
export function reportRoute(
  app: FastifyInstance,
  { site, now = Date.now }: { readonly site: Site; readonly now?: (() => number) | undefined },
): void {
  const place: Place = { site, now };
  const { content, signer } = site;
  const who = byAccount(site.sessions);
  const limit = createRateLimit({ name: 'The report form', burst: 6, perSecond: 0.1, now });
  // Applies to GET as well, because each visitor's form is rendered separately.
  const floodLimit = createRateLimit({ name: 'The report form', burst: 20, perSecond: 0.5, now });

  app.route<{ Body: unknown }>({
    method: ['GET', 'POST'],
    url: '/wp-comments-report.php',
    onRequest: async (request) => floodLimit(await who(request)),
    handler: async (request, reply) => {
      const fields = formFields(request.method === 'POST' ? request.body : undefined);
      const requested = await readAsked(site, request, fields, await who(request));
      const { settings, reason } = requested;
      let found: Found | undefined;
      try {
        found = await findReportable(
          content.database.read,
          requested.id,
          { actor: requested.actor, unlocks: unlocksFor(site, request) },
          settings,
          now(),
        );
        if (requested.actor && found.comment.userId === requested.actor.id)
          throw new ForbiddenError(readerText(settings, 'report_own'), 'report_own');
        if (request.method === 'GET') return await show(place, reply, requested, found, undefined);
        limit(requested.caller);
        check(place, request, requested, fields.get('proof') ?? '');
        const database = requested.actor ? writtenBy(content.database, requested.actor) : content.database;
        const input = {
          id: requested.id,
          reason: reason ?? 'other',
          text: requested.text,
          reporter: signer.sign('comment-reporter', requested.caller),
        };
        await database.write((tx) =>
          reportComment(
            tx,
            requested.actor,
            input,
            { unlocks: unlocksFor(site, request), at: now() },
            settings,
          ),
        );
        return await show(place, reply, requested, found, {
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
        return show(place, reply, requested, error.code === 'report_own' ? undefined : found, {
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

/** Signature for one comment and caller in the current period; `ago`: 1 for the previous period. */
const proofOf = ({ site, now }: Place, { id, caller }: Asked, ago: 0 | 1) =>
  site.signer.sign('comment-report', `${id} ${caller} ${Math.floor(now() / formMs) - ago}`);

/** Throws a localized error for a form of another site and for missing input. */
function check(place: Place, { headers }: FastifyRequest, requested: Asked, proof: string): void {
  const { settings, reason, text } = requested;
  const isOurs = proof === proofOf(place, requested, 0) || proof === proofOf(place, requested, 1);
  if (isForeign(headers, place.site.content.siteUrl) || !isOurs)
    throw new ForbiddenError(readerText(settings, 'report_stale'), 'report_stale');
  if (!reason) throw new InvalidInputError(readerText(settings, 'report_no_reason'), 'report_no_reason');
  if (text.length > maxReportLength) {
    throw new InvalidInputError(
      fillIn(
        readerText(settings, 'comment_too_long'),
        readerText(settings, 'report_more'),
        text.length,
        maxReportLength,
      ),
      'comment_too_long',
    );
  }
}

/** Renders the form or its result; for a script as JSON, with all that sending the form again needs. */
async function show(
  place: Place,
  reply: FastifyReply,
  requested: Asked,
  found: Found | undefined,
  notice: ReportNotice | undefined,
): Promise<FastifyReply> {
  const { site } = place;
  const { settings, reason, text } = requested;
  reply.status(notice?.status ?? 200).headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  const isDone = notice?.kind === 'done';
  const proof = proofOf(place, requested, 0);
  if (requested.byScript && notice)
    return reply.send({ isDone, message: notice.text, ...(found && !isDone ? { proof } : {}) });
  const form =
    found && !isDone
      ? createElement(ReportForm, {
          settings,
          comment: found.comment,
          proof,
          reason,
          text,
          isWrong: notice !== undefined,
        })
      : null;
  const back = found && {
    url: await addressOf(site, found, settings),
    text: readerText(settings, 'comment_back'),
  };
  const page = await renderAccountPage(
    { site, settings },
    { title: readerText(settings, 'report_title'), notice, form },
    back,
  );
  return reply
    .headers({ ...page.headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(page.html));
}

async function addressOf({ content }: Site, { comment, post }: Found, settings: Settings): Promise<string> {
  const { read } = content.database;
  const path =
    (await findPostPaths(read, [post], settings.permalink_structure)).get(post.id) ?? `/?p=${post.id}`;
  const page = (await findCommentPages(read, [comment], readingOrderOf(settings))).get(comment.id) ?? 1;
  return `${commentPagePath(path, page)}#comment-${comment.id}`;
}

const shownWords = 30;

interface ReportFormProps {
  readonly settings: Settings;
  readonly comment: Comment;
  readonly proof: string;
  readonly reason?: ReportReason | undefined;
  readonly text?: string;
  readonly isWrong?: boolean;
}

function ReportForm({ settings, comment, proof, reason, text = '', isWrong = false }: ReportFormProps) {
  const acting = useActing();
  const textOf = (name: Parameters<typeof readerText>[1]) => readerText(settings, name);
  const name = visibleName(htmlToText(comment.authorName)) || textOf('comment_anonymous');
  return (
    <>
      <p className="account-text">
        <b>
          <bdi>{name}</bdi>
        </b>
        : <bdi>{trimWords(withoutTurning(htmlToText(comment.content)), shownWords)}</bdi>
      </p>
      <form
        className="account-form"
        method="post"
        noValidate
        action={reportAddress(comment.id)}
        {...acting.now('report-form', { failed: textOf('report_failed'), wait: textOf('login_wait') })}
      >
        <fieldset className="account-choice" aria-describedby={isWrong ? 'account-notice' : undefined}>
          <legend>{textOf('report_why')}</legend>
          {reportReasons.map((one) => (
            <label key={one}>
              <input type="radio" name="reason" value={one} defaultChecked={one === reason} />
              {textOf(reasonTexts[one])}
            </label>
          ))}
        </fieldset>
        <div className="account-field">
          <label htmlFor="report-text">{textOf('report_more')}</label>
          <textarea
            className="field"
            id="report-text"
            name="text"
            rows={3}
            maxLength={maxReportLength}
            defaultValue={text}
          />
        </div>
        <input type="hidden" name="proof" value={proof} />
        <p className="account-send">
          <button className="button" type="submit">
            {textOf('report_send')}
          </button>
        </p>
      </form>
    </>
  );
}
