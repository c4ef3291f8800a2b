import { operator } from '../../src/modules/users/role.ts';
import type { Database, Tx } from '../../src/kernel/db/open-database.ts';
import type { World } from '../fixtures/cached-world.ts';
import { present } from './present.ts';
import type { Json } from './rest-app.ts';

export interface Desk {
  readonly database: Database;
  /** Ids by name, of the site and of items that earlier writers created. */
  readonly ids: World & Readonly<Record<string, number>>;
  /** Sends as an administrator; throws if the request is refused. */
  readonly send: (
    method: string,
    path: string,
    body: string | Buffer | undefined,
    headers?: Record<string, string>,
  ) => Promise<Json>;
}

export interface Writer {
  readonly does: string;
  /** Method and path of a REST request, with `{names}` of ids. */
  readonly send?: string;
  /** Routes with the same effect on pages. */
  readonly covers?: readonly string[];
  /** The command or queue that it runs instead of a route. */
  readonly by?: string;
  /** No page changes and none is dropped. */
  readonly silent?: true;
  /** No page changes here, though some are rendered again. */
  readonly unseen?: true;
  /** Lists sorted by it are rendered again once they are older than `countsAge`. */
  readonly lags?: true;
  /** Text that no page shows after the change. */
  readonly removes?: string;
  /** Name of the id of the item that it creates. */
  readonly as?: string;
  readonly run: (desk: Desk) => Promise<unknown>;
}

type More = Pick<Writer, 'unseen' | 'lags' | 'removes' | 'as' | 'covers'>;

const named = (text: string, ids: Desk['ids']) =>
  text.replaceAll(/"\{(\w+)\}"|\{(\w+)\}/g, (_all, whole?: string, part?: string) =>
    String(present(ids[whole ?? part ?? ''])),
  );

/** A REST request; `{names}` in path and body are replaced by ids. */
export function rest(does: string, send: string, body: object = {}, more: More = {}): Writer {
  const [method = '', path = ''] = send.split(' ');
  const sent = method === 'DELETE' ? undefined : JSON.stringify(body);
  return {
    does,
    send,
    ...more,
    run: async ({ send: ask, ids }) => ask(method, named(path, ids), sent && named(sent, ids)),
  };
}

export function file(does: string, send: string, bytes: Buffer, more: More = {}): Writer {
  const [method = '', path = ''] = send.split(' ');
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="dot.png"' };
  return { does, send, ...more, run: ({ send: ask, ids }) => ask(method, named(path, ids), bytes, headers) };
}

export function written(
  does: string,
  by: string,
  run: (tx: Tx, ids: Desk['ids']) => Promise<unknown>,
  more: More = {},
): Writer {
  return { does, by, ...more, run: ({ database, ids }) => database.write((tx) => run(tx, ids)) };
}

/** A change that no visitor sees; `as` names the id of the created item. */
export const silent = (writer: Writer, as?: string): Writer => ({
  ...writer,
  silent: true,
  as: as ?? writer.as,
});

export const chief = operator();
export const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
