import { readerText } from '../settings/index.ts';
import type { SiteSource, Settings } from '../settings/index.ts';
import { capabilitiesOf, listRoles } from '../users/index.ts';
import type { UserCache } from '../users/index.ts';
import { jobQueue } from '../../kernel/jobs/job-queue.ts';
import type { JobQueueSite, Queue } from '../../kernel/jobs/job-queue.ts';
import { sendMails, senderOf, siteAddress } from '../mail/index.ts';
import type { Mail } from '../mail/index.ts';
import { commentPagePath } from '../types/index.ts';
import { findPostPaths, findPost } from '../posts/index.ts';
import type { ReaderText } from '../../languages/en.ts';
import { fillIn } from '../../lib/messages.ts';
import { htmlToText, escapeHtml } from '../../lib/plain-text.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import { visibleName, withoutTurning } from '../../lib/visible-name.ts';
import { startOf } from '../../lib/cut-text.ts';
import type { Comment, CommentReport, ReportReason } from './model.ts';
import { shouldNotify, noticeJob } from './submit.ts';
import { mayModerate, approved } from './policy.ts';
import { findComment, findCommentPages, readingOrderOf } from './reader.ts';
import { markNotified, findReports } from './store.ts';
import { reportNoticeJob } from './report-comment.ts';

interface NoticeQueueSite extends JobQueueSite {
  readonly content: SiteSource & { readonly users: UserCache };
}

export function noticeQueue(site: NoticeQueueSite): Queue {
  return jobQueue(site, noticeJob, {
    concurrency: 1,
    run: async ({ commentId, status }, { finish }) => {
      const comment = await findComment(site.content.database.read, commentId);
      if (comment?.status !== status) return;
      const mails = await mailsOf(site.content, comment);
      // A second approval does not notify the authors again.
      await finish(async (tx) => {
        if (mails.length > 0 && (status !== 'approved' || (await markNotified(tx, commentId))))
          await sendMails(tx, mails);
      });
    },
  });
}

interface Recipient {
  readonly to: string;
  readonly moderates: boolean;
}

async function mailsOf(content: NoticeQueueSite['content'], comment: Comment): Promise<Mail[]> {
  const {
    siteUrl,
    database: { read },
  } = content;
  const settings = await content.settings.current();
  const post = shouldNotify(comment.status, settings) ? await findPost(read, comment.postId) : undefined;
  const path = post && (await findPostPaths(read, [post], settings.permalink_structure)).get(post.id);
  if (!post || path === undefined) return [];
  const page = (await findCommentPages(read, [comment], readingOrderOf(settings))).get(comment.id) ?? 1;
  const site = await siteAddress(read, settings);
  // Types without author credits still have the user who wrote the post.
  const writers = post.authorIds.length > 0 ? post.authorIds : [post.authorId];
  const recipients =
    comment.status === 'approved' ? await writersAmong(content, writers) : [{ to: site, moderates: true }];
  const from = senderOf(site, settings, siteUrl);
  const about = {
    settings,
    siteUrl,
    title: withoutTurning(htmlToText(post.title)),
    url: siteUrl + commentPagePath(path, page),
  };
  const others = recipients.filter(
    ({ to }) => to !== '' && normalizeEmail(to) !== normalizeEmail(comment.authorEmail),
  );
  const each = new Map(others.map((one) => [one.to, one]));
  return [...each.values()].map(({ to, moderates }) => ({
    to,
    from,
    ...commentMail(comment, about, moderates),
  }));
}

async function writersAmong(
  { users, database: { read } }: NoticeQueueSite['content'],
  ids: readonly number[],
): Promise<Recipient[]> {
  const [userById, roles] = await Promise.all([users.byIds(ids), listRoles(read)]);
  return [...userById.values()].map((user) => ({
    to: user.email,
    moderates: mayModerate({ ...user, capabilities: capabilitiesOf(user, roles) }),
  }));
}

interface AboutComment {
  readonly settings: Settings;
  readonly siteUrl: string;
  readonly title: string;
  readonly url: string;
}

/**
 * Plain text only. The visitor's text is quoted, so that none of its lines passes for a newsroom link. Links lead to
 * confirmation screens, because mail scanners open them.
 */
function commentMail(
  comment: Comment,
  { settings, siteUrl, title, url }: AboutComment,
  moderates: boolean,
): Pick<Mail, 'subject' | 'text' | 'replyTo'> {
  const { id, authorEmail, authorUrl, authorIp, status } = comment;
  const translate = (text: ReaderText) => readerText(settings, text);
  const name = visibleName(htmlToText(comment.authorName)) || translate('comment_anonymous');
  const isPublic = status === 'approved';
  const facts = (
    [
      ['mail_comment_by', name],
      ['mail_comment_email', authorEmail],
      ['mail_comment_website', authorUrl],
      ['mail_comment_ip', authorIp],
    ] as const
  )
    .filter(([, value]) => value !== '')
    .map(([text, value]) => `${translate(text)} ${value}`);
  // One link per line, so that mail programs detect where it ends.
  const way = (text: ReaderText, link: string) => `${translate(text)}\n${link}`;
  const decide = (text: ReaderText, action: string) =>
    way(text, `${siteUrl}/wp-admin/comment.php?action=${action}&c=${id}`);
  const ways = [
    ...(isPublic
      ? [way('mail_comment_see', `${url}#comment-${id}`)]
      : [decide('mail_comment_approve', 'approve')]),
    ...(moderates ? [decide('mail_comment_spam', 'spam'), decide('mail_comment_trash', 'trash')] : []),
    ...(isPublic
      ? []
      : [
          way('mail_comment_list', `${siteUrl}/wp-admin/edit-comments.php?comment_status=moderated`),
          way('mail_comment_article', url),
        ]),
  ];
  const subject = `[${settings.blogname}] ${fillIn(translate(isPublic ? 'mail_comment_new' : 'mail_comment_held'), title)}`;
  return {
    subject: startOf(subject.replace(/\s+/g, ' '), 250),
    text: [
      fillIn(translate(isPublic ? 'mail_comment_new_text' : 'mail_comment_held_text'), title),
      '',
      ...facts,
      '',
      quoted(comment.content),
      '',
      '--',
      ...ways,
      '',
    ].join('\n'),
    // A non-ASCII address only appears in the text: some mail servers would reject the whole mail.
    ...(/^[\x21-\x7e]+$/.test(authorEmail) ? { replyTo: { name, address: authorEmail } } : {}),
  };
}

function quoted(html: string): string {
  const lines = html
    .split('\n')
    .map((line) => withoutTurning(htmlToText(line)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return lines
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

export function reportNoticeQueue(site: NoticeQueueSite): Queue {
  return jobQueue(site, reportNoticeJob, {
    concurrency: 1,
    run: async ({ commentId }, { finish }) => {
      const { read } = site.content.database;
      const comment = await findComment(read, commentId);
      const reports =
        comment && approved.test(comment) ? (await findReports(read, [commentId])).get(commentId) : undefined;
      const mail = comment && reports && (await mailOf(site.content, comment, reports));
      if (mail) await finish(async (tx) => void (await sendMails(tx, [mail])));
    },
  });
}

export const reasonTexts: Readonly<Record<ReportReason, ReaderText>> = {
  spam: 'report_spam',
  insult: 'report_insult',
  other: 'report_other',
};

/** Undefined if there is no recipient, or no page with the comment. */
async function mailOf(
  content: NoticeQueueSite['content'],
  comment: Comment,
  reports: readonly CommentReport[],
): Promise<Mail | undefined> {
  const {
    siteUrl,
    database: { read },
  } = content;
  const settings = await content.settings.current();
  const post = settings.reports_notify ? await findPost(read, comment.postId) : undefined;
  const path = post && (await findPostPaths(read, [post], settings.permalink_structure)).get(post.id);
  const to = await siteAddress(read, settings);
  if (!post || path === undefined || to === '') return undefined;
  const page = (await findCommentPages(read, [comment], readingOrderOf(settings))).get(comment.id) ?? 1;
  return {
    to,
    from: senderOf(to, settings, siteUrl),
    ...reportMail(comment, reports, {
      settings,
      siteUrl,
      title: withoutTurning(htmlToText(post.title)),
      url: siteUrl + commentPagePath(path, page),
    }),
  };
}

interface AboutReport {
  readonly settings: Settings;
  readonly siteUrl: string;
  readonly title: string;
  readonly url: string;
}

function reportMail(
  comment: Comment,
  reports: readonly CommentReport[],
  { settings, siteUrl, title, url }: AboutReport,
): Pick<Mail, 'subject' | 'text'> {
  const translate = (text: ReaderText) => readerText(settings, text);
  const way = (text: ReaderText, link: string) => `${translate(text)}\n${link}`;
  const decide = (text: ReaderText, action: string) =>
    way(text, `${siteUrl}/wp-admin/comment.php?action=${action}&c=${comment.id}`);
  const subject = `[${settings.blogname}] ${fillIn(translate('mail_report'), title)}`;
  return {
    subject: startOf(subject.replace(/\s+/g, ' '), 250),
    text: [
      fillIn(translate('mail_report_text'), title),
      '',
      translate('mail_report_said'),
      ...reports.flatMap(({ reason, text }) => [
        `- ${translate(reasonTexts[reason])}`,
        ...(text === '' ? [] : [quoted(escapeHtml(text))]),
      ]),
      '',
      `${translate('mail_comment_by')} ${visibleName(htmlToText(comment.authorName)) || translate('comment_anonymous')}`,
      '',
      quoted(comment.content),
      '',
      '--',
      way('mail_comment_see', `${url}#comment-${comment.id}`),
      decide('mail_comment_spam', 'spam'),
      decide('mail_comment_trash', 'trash'),
      way('mail_report_list', `${siteUrl}/wp-admin/edit-comments.php?comment_status=reported`),
      '',
    ].join('\n'),
  };
}
