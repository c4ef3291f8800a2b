import sanitizeHtml from 'sanitize-html';

/** What WordPress lets visitors write in comments, and the lists and paragraphs that signed-in people's comments hold. */
const options: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'abbr', 'acronym', 'b', 'blockquote', 'br', 'cite', 'code', 'dd', 'del', 'dl', 'dt', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'i', 'ins', 'kbd', 'li', 'ol', 'p', 'pre', 'q', 's',
    'small', 'span', 'strike', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'tt', 'u', 'ul', 'var', 'address', 'big'],
  allowedAttributes: { a: ['href', 'title', 'rel'], abbr: ['title'], acronym: ['title'], blockquote: ['cite'], q: ['cite'], del: ['datetime'], ins: ['datetime'] },
  allowedSchemes: ['http', 'https', 'mailto'],
};

/** Takes scripts and styles out of an imported comment; text without markup stays as it is. */
export function cleanCommentHtml(html: string): string {
  return html.includes('<') ? sanitizeHtml(html, options) : html;
}
