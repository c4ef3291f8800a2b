import type { MatrixLine } from './read-matrix.ts';
import type { Subject } from './route-cases.ts';

/** `POST /wp/v2/posts` */
export const nameOf = ({ method, path }: Pick<MatrixLine, 'method' | 'path'>) => `${method} ${path}`;
export const titleOf = (line: MatrixLine) =>
  `${nameOf(line)}${line.query} ${JSON.stringify(line.body)} of ${line.subject}`;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let made = 0;

export function neededBy(
  { method, path, needs }: MatrixLine,
  subject: Subject,
): Readonly<Record<string, unknown>> {
  if (method !== 'POST') return {};
  made++;
  if (needs) return needs(made, subject);
  if (/^\/wp\/v2\/(?:posts|pages|blocks|navigation)$/.test(path)) return { title: 'Made' };
  if (/^\/wp\/v2\/(?:categories|tags|wp_pattern_category|menus)$/.test(path)) return { name: `Made ${made}` };
  if (path === '/wp/v2/menu-items')
    return { menus: subject['menu'], title: 'Made', url: 'https://other.example/' };
  if (path === '/wp/v2/comments') return { post: subject['post'], content: `Remark made ${made}` };
  if (path === '/wp/v2/users')
    return { username: `made${made}`, email: `made${made}@mail.example`, password: 'A-Long-Password-42' };
  if (path.endsWith('/application-passwords')) return { name: 'Made' };
  if (path.endsWith('/edit')) return { src: 'https://other.example/picture.jpg', rotation: 90 };
  if (path.endsWith('/autosaves')) return { content: `Text ${made}` };
  return {};
}

export const addressOf = ({ path, query }: Pick<MatrixLine, 'path' | 'query'>, subject: Subject) =>
  `/wp-json${path}${query}`.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(subject[name] ?? '')),
  );

/** A line's request, without authentication; `type`: headers of its body. */
export function requestOf(line: MatrixLine, subject: Subject) {
  const isFile = nameOf(line) === 'POST /wp/v2/media';
  const type: Record<string, string> = isFile
    ? { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="dot.png"' }
    : { 'content-type': 'application/json' };
  const bare = { method: line.method, url: addressOf(line, subject) };
  if (line.method === 'GET') return { ...bare, type: {}, payload: undefined };
  return {
    ...bare,
    type,
    payload: isFile ? png : JSON.stringify({ ...neededBy(line, subject), ...line.body }),
  };
}
