/** Control characters mean nothing in HTML, and PostgreSQL refuses the first of them. */
export function withoutControls(content: string): string {
  // eslint-disable-next-line no-control-regex -- these very characters are meant
  return content.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
}
