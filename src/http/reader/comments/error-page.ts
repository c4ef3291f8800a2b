import type { TypedComment } from '../../../content/comments/submission.ts';
import { readerText } from '../../../content/settings/definitions/translations.ts';
import type { ReaderText } from '../../../content/settings/definitions/translations.ts';
import type { Settings } from '../../../content/settings/settings.ts';
import { escapeHtml } from '../../../lib/plain-text.ts';

/** Why a comment was not taken, and what was typed. */
export interface Refusal {
  readonly problems: readonly string[];
  readonly typed: TypedComment;
  readonly consent: boolean;
  readonly postId: number;
  readonly parentId: number;
  /** The article; undefined when the comment named none that visitors may see. */
  readonly back: string | undefined;
  /** Whether the same words may be sent again from here. */
  readonly mayRetry: boolean;
}

const style = `:root{color-scheme:light dark}body{max-width:40rem;margin:8vh auto;padding:0 16px 48px;font:17px/1.55 system-ui,sans-serif;color:light-dark(#111417,#e9ecef);background:light-dark(#fff,#0f1215)}
h1{margin:0 0 8px;font:650 32px/1.15 Georgia,serif}ul{padding-inline-start:1.2em}label{display:block;margin:16px 0 6px;font-weight:600;font-size:14px}
.field{box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;border:1px solid #8f959c;border-radius:0;background:transparent;color:inherit;font:inherit}
button{min-height:44px;margin-top:20px;padding:8px 18px;border:1px solid;background:light-dark(#111417,#e9ecef);color:light-dark(#fff,#0f1215);font:600 15px system-ui,sans-serif}
a{color:light-dark(#0a4fdb,#93b8ff)}.more{position:absolute;left:-9999px}`;

/** The page that says why a comment was not taken. What was typed is all there, to be mended and sent again, or copied. It needs neither scripts nor the database. */
export function commentErrorPage(settings: Settings, { problems, typed, consent, postId, parentId, back, mayRetry }: Refusal): string {
  const label = (name: ReaderText) => escapeHtml(readerText(settings, name));
  const input = (id: 'author' | 'email' | 'url', text: string) => `<label for="${id}">${text}</label><input class="field" id="${id}" name="${id}" value="${escapeHtml(typed[id])}">`;
  const fields = `<label for="comment">${label('comment_field')}</label><textarea class="field" id="comment" name="comment" rows="10">\n${escapeHtml(typed.comment)}</textarea>`
    + input('author', label('comment_name')) + input('email', label('comment_email')) + input('url', label('comment_url'));
  const form = `<form action="/wp-comments-post.php" method="post">${fields}
<input type="hidden" name="comment_post_ID" value="${postId}"><input type="hidden" name="comment_parent" value="${parentId}">${consent ? '<input type="hidden" name="wp-comment-cookies-consent" value="yes">' : ''}
<p class="more" aria-hidden="true"><input name="comment_more" tabindex="-1" autocomplete="off"></p>
<button type="submit">${label('comment_post')}</button></form>`;
  const isEmpty = Object.values(typed).every((text) => text === '');
  return `<!doctype html>
<html lang="${escapeHtml(settings.site_language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${label('comment_not_sent')}</title><style>${style}</style></head>
<body><h1>${label('comment_not_sent')}</h1>
<ul role="alert">${problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join('')}</ul>
${isEmpty ? '' : `<p>${label('comment_kept')}${mayRetry ? '' : ` ${label('comment_copy')}`}</p>`}
${mayRetry ? form : isEmpty ? '' : `<div>${fields}</div>`}
<p><a href="${escapeHtml(back ?? '/')}">${label(back === undefined ? 'comment_home' : 'comment_back')}</a></p>
</body></html>
`;
}
