import { emailForms } from '../../lib/normalize-email.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { Settings } from '../settings/settings.ts';
import type { CommentStatus } from './comment.ts';
import type { CleanComment } from './submission.ts';

/** A new comment, as the rules of moderation look at it. */
export interface Judged extends CleanComment {
  readonly ip: string;
  readonly userAgent: string;
  /** It filled in the field that people don't see. */
  readonly trapped: boolean;
}

type Rules = Pick<
  Settings,
  | 'disallowed_keys'
  | 'moderation_keys'
  | 'comment_moderation'
  | 'comment_max_links'
  | 'comment_previously_approved'
>;

/** Where a new comment goes by the site's rules; `approved` still waits where its author has had none approved before, where the site wants that. */
export function judge(comment: Judged, rules: Rules): CommentStatus {
  if (comment.trapped) return 'spam';
  if (mentions(comment, rules.disallowed_keys)) return 'trash';
  const many = rules.comment_max_links > 0 && countLinks(comment.content) >= rules.comment_max_links;
  return rules.comment_moderation || many || mentions(comment, rules.moderation_keys) ? 'hold' : 'approved';
}

/** A text as the lines of the rules are compared with it: letters are the same in whatever way they are typed, and what nobody sees between them is none. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();

/** Whether one of the lines stands anywhere in the comment, capital letters or not; tags in the middle of a word hide nothing. */
function mentions(
  { content, authorName, authorEmail, authorUrl, ip, userAgent }: Judged,
  lines: string,
): boolean {
  const keys = plain(lines)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (keys.length === 0) return false;
  const where = [
    content,
    htmlToText(content),
    htmlToText(authorName),
    ...emailForms(authorEmail),
    authorUrl,
    ip,
    userAgent,
  ].map(plain);
  return keys.some((key) => where.some((text) => text.includes(key)));
}

/** Links, and addresses that stand in the text. */
export function countLinks(html: string): number {
  const linked = html.match(/<a\s[^<>]*href/gi)?.length ?? 0;
  // What stands between `<a …>` and the next `</a>` is a link's own text. Texts are cut at the closing tags, so that each is looked through once, however many
  // links nobody closed.
  const outside = html
    .split(/<\/a>/i)
    .map((part, at, all) => (at < all.length - 1 ? part.split(/<a\s[^<>]*>/i, 1)[0] : part))
    .join(' ');
  const bare = outside.replace(/<[^<>]*>/g, ' ').match(/(?:https?:\/\/|\bwww\.)\S/gi)?.length ?? 0;
  return linked + bare;
}
