import { deepestElements, nestingFault } from '../../lib/clean-html/parse.ts';
import { fillIn } from '../../lib/messages.ts';
import { canReach, normalizeEmail } from '../../lib/normalize-email.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { visibleName, withoutTurning } from '../../lib/visible-name.ts';
import { readerText } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Actor } from '../../kernel/permission.ts';
import { cleanHtml } from '../../lib/clean-html/clean-html.ts';
import { visitorProfile } from '../../lib/clean-html/profiles.ts';

export interface TypedComment {
  readonly comment: string;
  readonly author: string;
  readonly email: string;
  readonly url: string;
}

export interface CleanComment {
  /** HTML. */
  readonly content: string;
  /** HTML text. */
  readonly authorName: string;
  readonly authorEmail: string;
  readonly authorUrl: string;
}

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

export const isNameRequired = ({
  require_name_email: isRequired,
}: Pick<Settings, 'require_name_email'>): boolean => isRequired;

/** Validates a signed-in user's comment; only the text is taken from the input, the rest from the account. */
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

/** Validates and cleans input; returns all problems as text for the visitor. `isNamed`: name and email address are required. */
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

/** Cleans a visitor's comment to the allowed HTML; keeps line breaks. Empty if no readable text remains. */
export function cleanVisitorHtml(typed: string): string {
  // Twice: bidi controls can hide tags before cleaning, and entities can decode to them.
  const html = withoutTurning(
    cleanHtml(withoutTurning(typed.replace(/\r\n?/g, '\n')), visitorProfile),
  ).trim();
  return htmlToText(html) === '' ? '' : html;
}

export function cleanName(typed: string): string {
  return escapeHtml(visibleName(htmlToText(withoutTurning(typed))));
}

/** Normalizes a visitor's web address, adding `https://` if the scheme is missing; undefined if invalid. */
export function cleanAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return '';
  const whole =
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text)
      ? text
      : `https://${text.replace(/^\/\//, '')}`;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, hostname, href } = new URL(whole);
  return /^https?:$/.test(protocol) && hostname.includes('.') ? href : undefined;
}
