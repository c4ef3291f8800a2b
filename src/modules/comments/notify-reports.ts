import { fillIn } from '../../lib/fill-in.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { visibleName, withoutTurning } from '../../lib/visible-name.ts';
import { startOf } from '../../lib/start-of.ts';
import type { ReaderText } from '../../languages/en.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { sendMails } from '../mail/mail.ts';
import type { Mail } from '../mail/mail.ts';
import { senderOf, siteAddress } from '../mail/sender.ts';
import { commentPagePath } from '../settings/permalinks.ts';
import { findPostPaths } from '../posts/page-path.ts';
import { findPost } from '../posts/reader.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { Settings } from '../settings/settings.ts';
import type { Comment } from './comment.ts';
import { quoted } from './notify.ts';
import type { NoticeQueueSite } from './notify.ts';
import { approved } from './policy.ts';
import { findComment, findCommentPages, readingOrderOf } from './reader.ts';
import { reportNoticeJob } from './report-notice.ts';
import type { CommentReport, ReportReason } from './report.ts';
import { findReports } from './reports.ts';

/** Writes the mails that tell the moderator of comments that readers reported. */
export function reportNoticeQueue(site: NoticeQueueSite): Queue {
  return jobQueue(site, reportNoticeJob, {
    concurrency: 1,
    run: async ({ commentId }, { finish }) => {
      const { read } = site.content.database;
      const comment = await findComment(read, commentId);
      const reports =
        comment && approved.test(comment) ? (await findReports(read, [commentId])).get(commentId) : undefined;
      const mail = comment && reports && (await mailOf(site.content, comment, reports));
      if (mail) await finish((tx) => sendMails(tx, [mail]));
    },
  });
}

/** What each reason is called, to who reports and to who is told. */
export const reasonTexts: Readonly<Record<ReportReason, ReaderText>> = {
  spam: 'report_spam',
  insult: 'report_insult',
  other: 'report_other',
};

/** Undefined where there is nobody to tell, or nowhere to look. */
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

interface About {
  readonly settings: Settings;
  readonly siteUrl: string;
  readonly title: string;
  /** Of the page that the comment stands on. */
  readonly url: string;
}

/** Plain text, as mails of comments are; what readers wrote is set off from our lines, and links lead to screens that ask. */
function reportMail(
  comment: Comment,
  reports: readonly CommentReport[],
  { settings, siteUrl, title, url }: About,
): Pick<Mail, 'subject' | 'text'> {
  const said = (text: ReaderText) => readerText(settings, text);
  const way = (text: ReaderText, link: string) => `${said(text)}\n${link}`;
  const decide = (text: ReaderText, action: string) =>
    way(text, `${siteUrl}/wp-admin/comment.php?action=${action}&c=${comment.id}`);
  const subject = `[${settings.blogname}] ${fillIn(said('mail_report'), title)}`;
  return {
    subject: startOf(subject.replace(/\s+/g, ' '), 250),
    text: [
      fillIn(said('mail_report_text'), title),
      '',
      said('mail_report_said'),
      ...reports.flatMap(({ reason, text }) => [
        `- ${said(reasonTexts[reason])}`,
        ...(text === '' ? [] : [quoted(escapeHtml(text))]),
      ]),
      '',
      `${said('mail_comment_by')} ${visibleName(htmlToText(comment.authorName)) || said('comment_anonymous')}`,
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
