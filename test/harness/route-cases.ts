import type { Tx } from '../../src/kernel/db/open-database.ts';
import type { Writer } from './writer.ts';

/** Values of the `{parameters}` of a path, and `post` where a body names one. */
export type Subject = Readonly<Record<string, string | number>>;

/** The test data of one route, or of several methods of it. A path alone has rows. */
export interface RouteCase {
  /** Rows of the matrix without method and path: `?query {body}  subject  outcomes  codes` (role-matrix.ts). */
  readonly who: string | readonly string[];
  /** A body that is valid each time it is sent by POST; `made` is another number each time. */
  readonly body?: (made: number, subject: Subject) => Readonly<Record<string, unknown>>;
  /** Creates the item that the path names; `named` is the subject of the row. It belongs to none of the roles. */
  readonly subject?: (tx: Tx, named: string) => Promise<Subject>;
  /** Requests of the route, or commands that it calls, and the cached pages that they change; empty: a POST that writes nothing. */
  readonly writes?: readonly Writer[];
}

/** `rest/*cases.test.ts` of a module exports one as `cases`, with keys such as `POST,PUT /broadsheet/v1/roles/{name}`. */
export type RouteCases = Readonly<Record<`${string} /${string}`, RouteCase | RouteCase['who']>>;

/** Query and body belong to the address; columns have two spaces between them. */
const gapBefore = (row: string) => (row.startsWith('?') ? '' : row.startsWith('{') ? ' ' : '  ');

/** The cases of all modules, a route and its methods each. */
export const routeCases = Object.values(
  import.meta.glob<RouteCases>('../../src/**/rest/*cases.test.ts', { eager: true, import: 'cases' }),
).flatMap((cases) =>
  Object.entries(cases).map(([route, value]) => {
    const [methods = '', path = ''] = route.split(' ');
    const { who, writes, ...more }: RouteCase =
      typeof value === 'object' && 'who' in value ? value : { who: value };
    const covers = methods.split(',').map((method) => `${method} ${path}`);
    return {
      ...more,
      path,
      rows: [who].flat().map((row) => `${methods}  ${path}${gapBefore(row)}${row}`),
      writes: writes?.map((writer) => (writer.send === undefined ? { ...writer, covers } : writer)),
    };
  }),
);
