import type { Tx } from '../../src/kernel/db/open-database.ts';
import type { Writer } from './writer.ts';

/** Values of a path's `{parameters}`, and `post` if a body refers to one. */
export type Subject = Readonly<Record<string, string | number>>;

/** Test data of one route, or of several methods of it. A plain path only has rows. */
export interface RouteCase {
  /** Rows of the matrix without method and path: `?query {body} subject outcomes codes` (role-matrix.ts). */
  readonly who: string | readonly string[];
  /** A valid body for each POST; `made` is a new number each time. */
  readonly body?: (made: number, subject: Subject) => Readonly<Record<string, unknown>>;
  /** Creates the item in the path; `named` is the row's subject. It belongs to none of the roles. */
  readonly subject?: (tx: Tx, named: string) => Promise<Subject>;
  /** Requests or commands of the route that write, and the cached pages that they change; empty for a POST that writes nothing. */
  readonly writes?: readonly Writer[];
}

/** `rest/*cases.test.ts` of a module exports one as `cases`, with keys such as `POST,PUT /broadsheet/v1/roles/{name}`. */
export type RouteCases = Readonly<Record<`${string} /${string}`, RouteCase | RouteCase['who']>>;

/** Query and body belong to the address; columns are separated by two spaces. */
const gapBefore = (row: string) => (row.startsWith('?') ? '' : row.startsWith('{') ? ' ' : '  ');

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
