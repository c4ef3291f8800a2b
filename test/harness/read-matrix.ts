import { restMatrix } from '../fixtures/role-matrix.ts';
import { routeCases } from './route-cases.ts';
import type { RouteCase } from './route-cases.ts';

/** A line of the REST table, for one method. */
export interface MatrixLine {
  readonly method: string;
  /** `/wp/v2/posts/{id}` */
  readonly path: string;
  /** `?context=edit` */
  readonly query: string;
  /** Fields in addition to the required ones. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The item in the path; `-` for none. */
  readonly subject: string;
  /** One for each role, and one for visitors. */
  readonly letters: string;
  /** Meaning of the refusals' letters: `403 rest_cannot_edit`, or only the code. */
  readonly codes: ReadonlyMap<string, string>;
  readonly needs?: RouteCase['body'];
}

/** Expands `/[pages|blocks]/{id}`. */
function variantsOf(path: string): readonly string[] {
  const [choice = '', names] = /\[(.*?)\]/.exec(path) ?? [];
  return names?.split('|').flatMap((name) => variantsOf(path.replace(choice, name))) ?? [path];
}

/** Parses a table. Throws `Error` for a line with ambiguous columns, which are separated by two or more spaces. */
export function readMatrix(table: string): readonly MatrixLine[] {
  return table
    .replaceAll(/\n {2,}/g, ' ')
    .trim()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [methods = '', address = '', subject = '', letters = '', ...codeColumns] = line.split(/ {2,}/);
      const [, path = '', query = '', body = '{}'] = /^([^ ?]+)(\?\S*)?(?: (\{.*\}))?$/.exec(address) ?? [];
      if (
        !/^[A-Z]+(?:,[A-Z]+)*$/.test(methods) ||
        path === '' ||
        !/^[\w/-]+(?: [\w-]+)*$/.test(subject) ||
        !/^[+\w-]{6}$/.test(letters)
      ) {
        throw new Error(
          `"${line}" is no line of the table. It has methods, an address, what that names and six outcomes, each two ` +
            'spaces or more from the next.',
        );
      }
      const codes = new Map(
        codeColumns
          .join(' ')
          .split(', ')
          .filter(Boolean)
          .map((code) => {
            const [, letter = '-', meant = ''] = /^(?:(\w)=)?(.*)$/.exec(code) ?? [];
            return [letter, meant];
          }),
      );
      const known = { query, subject, letters, codes, body: JSON.parse(body) as MatrixLine['body'] };
      return variantsOf(path).flatMap((one) =>
        methods.split(',').map((method) => ({ ...known, method, path: one })),
      );
    });
}

export const matrixLines = [
  ...readMatrix(restMatrix),
  ...routeCases.flatMap(({ rows, body }) =>
    readMatrix(rows.join('\n')).map((line) => ({ ...line, needs: body })),
  ),
];

export function pathInMatrix(path: string): string {
  return path.replaceAll(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/g, '{$1}');
}
