import { restMatrix } from '../fixtures/role-matrix.ts';

/** A line of the REST table, for one of its methods. */
export interface MatrixLine {
  readonly method: string;
  /** `/wp/v2/posts/{id}` */
  readonly path: string;
  /** `?context=edit` */
  readonly query: string;
  /** What is sent beside what the route needs. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What the path names; `-`: nothing. */
  readonly subject: string;
  /** One for each role, and one for visitors. */
  readonly letters: string;
  /** What the letters of refusals stand for: `403 rest_cannot_edit`, or only the code. */
  readonly codes: ReadonlyMap<string, string>;
}

/** The REST table, a method a line. */
export const matrixLines: readonly MatrixLine[] = restMatrix.replaceAll(/\n {2,}/g, ' ').trim().split('\n')
  .filter((line) => line !== '' && !line.startsWith('#')).flatMap((line) => {
    const [methods = '', address = '', subject = '', letters = '', ...told] = line.split(/ {2,}/);
    const [, path = '', query = '', body = '{}'] = /^([^ ?]+)(\?\S*)?(?: (\{.*\}))?$/.exec(address) ?? [];
    const codes = new Map(told.join(' ').split(', ').filter(Boolean).map((code) => {
      const [, letter = '-', meant = ''] = /^(?:(\w)=)?(.*)$/.exec(code) ?? [];
      return [letter, meant];
    }));
    return methods.split(',').map((method) => ({ method, path, query, body: JSON.parse(body) as MatrixLine['body'], subject, letters, codes }));
  });

/** A route's path as the table writes it. */
export function pathInMatrix(path: string): string {
  return path.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, '{$1}');
}
