import type { Content } from '../content.ts';
import { jobQueue } from '../jobs/job-queue.ts';
import type { JobQueueSite } from '../jobs/job-queue.ts';
import type { Queue } from '../jobs/keep-jobs.ts';
import { sendMails } from '../mail/mail.ts';
import type { Mail } from '../mail/mail.ts';
import { senderOf, siteAddress } from '../mail/sender.ts';
import { commentPagePath } from '../permalinks.ts';
import { findPostPaths } from '../posts/page-path.ts';
import { findPost } from '../posts/reader.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import type { Comment } from './comment.ts';
import { isToldOf, noticeJob } from './notice.ts';
import { findComment, findCommentPages, readingOrderOf } from './reader.ts';

export interface NoticeQueueSite extends JobQueueSite {
  readonly content: Pick<Content, 'database' | 'siteUrl' | 'settings' | 'users'>;
}

/** Writes the mails that tell of comments. */
export function noticeQueue(site: NoticeQueueSite): Queue {
  return jobQueue(site, noticeJob, {
    concurrency: 1,
    run: async ({ commentId, status }, { finish }) => {
      const comment = await findComment(site.content.database.read, commentId);
      if (comment?.status !== status) return;
      const mails = await mailsOf(site.content, comment);
      await finish((tx) => sendMails(tx, mails));
    },
  });
}

/** To the moderator for a comment that waits, to the post's authors for one that is public. */
async function mailsOf(content: NoticeQueueSite['content'], comment: Comment): Promise<Mail[]> {
  const { read } = content.database;
  const settings = await content.settings.current();
  const post = isToldOf(comment.status, settings) ? await findPost(read, comment.postId) : undefined;
  const path = post && (await findPostPaths(read, [post], settings.permalink_structure)).get(post.id);
  if (!post || path === undefined) return [];
  const page = (await findCommentPages(read, [comment], readingOrderOf(settings))).get(comment.id) ?? 1;
  const site = await siteAddress(read, settings);
  // A type that names no authors has somebody who wrote each post, all the same.
  const writers = post.authorIds.length > 0 ? post.authorIds : [post.authorId];
  const readers = comment.status === 'approved' ? [...(await content.users.byIds(writers)).values()].map(({ email }) => email) : [site];
  const from = senderOf(site, settings, content.siteUrl);
  const words = commentMail(comment, { siteName: settings.blogname, title: htmlToText(post.title), url: content.siteUrl + commentPagePath(path, page) });
  const others = readers.filter((email) => email !== '' && normalizeEmail(email) !== normalizeEmail(comment.authorEmail));
  return [...new Set(others)].map((to) => ({ to, from, ...words }));
}

/** The words of such a mail. Everything is plain text: what a visitor wrote can't act in it. */
function commentMail(
  comment: Comment, about: { readonly siteName: string; readonly title: string; readonly url: string },
): Pick<Mail, 'subject' | 'text' | 'replyTo'> {
  const { id, authorEmail, authorUrl, authorIp, status } = comment;
  const name = htmlToText(comment.authorName) || 'Anonymous';
  const isPublic = status === 'approved';
  const subject = `[${about.siteName}] ${isPublic ? 'New comment on' : 'Please moderate a comment on'} “${about.title}”`;
  const facts = [['By', name], ['Email', authorEmail], ['Website', authorUrl], ['Address', authorIp]].filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}`);
  const next = isPublic
    ? [`See it in its place: ${about.url}#comment-${id}`]
    : [
      'It is shown to nobody but its author until somebody approves it:', `  npm run broadsheet -- comments approve ${id}`,
      `  npm run broadsheet -- comments spam ${id}`, `  npm run broadsheet -- comments trash ${id}`, `The article: ${about.url}`,
    ];
  return {
    subject: subject.replace(/\s+/g, ' ').slice(0, 250),
    text: [
      `${isPublic ? 'There is a new comment on' : 'A comment waits on'} “${about.title}”.`, '', ...facts, '', paragraphText(comment.content), '', '--', ...next,
      '',
    ].join('\n'),
    ...(authorEmail === '' ? {} : { replyTo: { name, address: authorEmail } }),
  };
}

/** The words of a comment, with its lines. */
function paragraphText(html: string): string {
  return html.split('\n').map((line) => htmlToText(line)).join('\n').replace(/\n{3,}/g, '\n\n').trim();
}
