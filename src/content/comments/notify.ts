import type { Content } from '../content.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import type { Post } from '../posts/post.ts';
import { listUsers } from '../users/reader.ts';
import { administrator } from '../users/role.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { Comment } from './comment.ts';

/** Mails for a comment that came in: to the moderator when it waits, to the post's authors when it is public, as the settings say. `path`: of the page that shows it. */
export async function notifyOfComment(content: Pick<Content, 'database' | 'siteUrl' | 'settings' | 'users'>, mailer: Mailer, comment: Comment, post: Post, path: string): Promise<void> {
  const settings = await content.settings.current();
  const isPublic = comment.status === 'approved';
  if (isPublic ? !settings.comments_notify : comment.status !== 'hold' || !settings.moderation_notify) return;
  const site = settings.admin_email || (await listUsers(content.database.read, { roles: [administrator], order: 'id', limit: 1 })).users[0]?.email || '';
  const readers = isPublic ? [...(await content.users.byIds(post.authorIds)).values()].map(({ email }) => email) : [site];
  const from = { name: settings.blogname, address: site || `broadsheet@${new URL(content.siteUrl).hostname}` };
  for (const to of new Set(readers.filter((email) => email !== '' && email !== comment.authorEmail))) {
    mailer.send({ to, from, ...commentMail(comment, { siteName: settings.blogname, title: htmlToText(post.title), url: content.siteUrl + path }) });
  }
}

/** The words of such a mail. Everything is plain text: what a visitor wrote can't act in it. */
export function commentMail(comment: Comment, about: { readonly siteName: string; readonly title: string; readonly url: string }): Pick<Mail, 'subject' | 'text' | 'replyTo'> {
  const { id, authorEmail, authorUrl, authorIp, status } = comment;
  const name = htmlToText(comment.authorName) || 'Anonymous';
  const isPublic = status === 'approved';
  const subject = `[${about.siteName}] ${isPublic ? 'New comment on' : 'Please moderate a comment on'} “${about.title}”`;
  const facts = [['By', name], ['Email', authorEmail], ['Website', authorUrl], ['Address', authorIp]].filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`);
  const next = isPublic
    ? [`See it in its place: ${about.url}#comment-${id}`]
    : ['It is shown to nobody but its author until somebody approves it:', `  npm run broadsheet -- comments approve ${id}`, `  npm run broadsheet -- comments spam ${id}`, `  npm run broadsheet -- comments trash ${id}`, `The article: ${about.url}`];
  return {
    subject: subject.replace(/\s+/g, ' ').slice(0, 250),
    text: [`${isPublic ? 'There is a new comment on' : 'A comment waits on'} “${about.title}”.`, '', ...facts, '', paragraphText(comment.content), '', '--', ...next, ''].join('\n'),
    ...(authorEmail === '' ? {} : { replyTo: { name, address: authorEmail } }),
  };
}

/** The words of a comment, with its lines. */
function paragraphText(html: string): string {
  return html.split('\n').map((line) => htmlToText(line)).join('\n').replace(/\n{3,}/g, '\n\n').trim();
}
