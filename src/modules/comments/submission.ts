import { deepestElements } from '../../lib/clean-html/parse.ts';
import { fillIn } from '../../lib/fill-in.ts';
import { nestingFault } from '../../lib/markup/nesting.ts';
import { canReach, normalizeEmail } from '../../lib/normalize-email.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { visibleName } from '../../lib/visible-name.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor } from '../../kernel/actor.ts';
import { cleanAddress, cleanName, cleanVisitorHtml } from './clean.ts';

/** What a visitor typed into the comment form, as it came. */
export interface TypedComment {
  readonly comment: string;
  readonly author: string;
  readonly email: string;
  readonly url: string;
}

/** The same, fit to be stored. */
export interface CleanComment {
  /** HTML. */
  readonly content: string;
  /** HTML text. */
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
}

/** Characters that each field takes, as in WordPress. */
export const longest = { comment: 65_525, author: 245, email: 100, url: 200 } as const satisfies Record<
  keyof TypedComment,
  number
>;

const labels = {
  comment: 'comment_field',
  author: 'comment_name',
  email: 'comment_email',
  url: 'comment_url',
} as const satisfies Record<keyof TypedComment, ReaderText>;

type Checked = { readonly comment: CleanComment } | { readonly problems: readonly string[] };

/** Whether visitors have to say who they are, to comment. */
export const isNameRequired = ({
  require_name_email: isRequired,
}: Pick<Settings, 'require_name_email'>): boolean => isRequired;

/** Checks and cleans a comment of who is signed in: of what was sent the words count alone, all else is what their account says. */
export function checkMemberComment(
  { comment }: TypedComment,
  { displayName, email, url }: Actor,
  settings: Settings,
): Checked {
  const checked = checkComment({ comment, author: '', email: '', url: '' }, settings, false);
  return 'problems' in checked
    ? checked
    : {
        comment: {
          ...checked.comment,
          authorName: escapeHtml(visibleName(displayName)),
          authorEmail: normalizeEmail(email),
          authorUrl: cleanAddress(url) ?? '',
        },
      };
}

/** Checks and cleans what was typed, where `isNamed` with a name and an email address; gives every reason why it can't be taken, in words for the visitor. */
export function checkComment(
  typed: TypedComment,
  settings: Settings,
  isNamed = isNameRequired(settings),
): Checked {
  const problems: string[] = [];
  for (const field of ['comment', 'author', 'email', 'url'] as const) {
    if (typed[field].length > longest[field]) {
      problems.push(
        fillIn(
          readerText(settings, 'comment_too_long'),
          readerText(settings, labels[field]),
          typed[field].length,
          longest[field],
        ),
      );
    }
  }
  if (problems.length === 0 && nestingFault(typed.comment) !== undefined) {
    problems.push(
      fillIn(
        readerText(settings, 'comment_too_deep'),
        readerText(settings, 'comment_field'),
        deepestElements,
      ),
    );
  }
  if (problems.length > 0) return { problems };
  const content = cleanVisitorHtml(typed.comment);
  const authorName = cleanName(typed.author);
  const authorEmail = normalizeEmail(typed.email);
  const authorUrl = cleanAddress(typed.url);
  if (content === '') problems.push(readerText(settings, 'comment_warning'));
  if (authorName === '' && isNamed) problems.push(readerText(settings, 'comment_author_warning'));
  if (authorEmail === '' ? isNamed : !canReach(authorEmail)) {
    problems.push(readerText(settings, authorEmail === '' ? 'comment_email_warning' : 'comment_email_error'));
  }
  if (authorUrl === undefined) problems.push(readerText(settings, 'comment_url_error'));
  return problems.length > 0 || authorUrl === undefined
    ? { problems }
    : {
        comment: { content, authorName, authorEmail, authorUrl },
      };
}
