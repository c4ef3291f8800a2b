import type { Content } from '../../modules/content/content.ts';
import type { PartFile } from '../../kernel/part-files.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import type { Actor } from '../../kernel/permission.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../kernel/http/receive-parts.ts';
import { answerRequest } from '../rest/answer-request.ts';
import type { RestReply } from '../rest/answer-request.ts';
import type { Client, RestSite } from '../../kernel/http/rest/rest-request.ts';
import { restRouteList } from '../rest/rest-routes.ts';
import { faultOfReply } from './fault.ts';

export interface Caller {
  readonly actor: Actor;
  readonly applicationPassword: string;
  readonly client: Client;
}

export interface Call extends Caller {
  readonly site: RestSite;
  readonly content: Content;
  readonly settings: Settings;
  readonly part: PartFile | undefined;
  /** Logs an unexpected error. */
  readonly onFault: (error: unknown) => void;
}

type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;
export type RestQuery = Readonly<Record<string, QueryValue>>;

export interface RestCall {
  readonly query?: RestQuery;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly file?: ReceivedFile;
}

/**
 * Calls a REST route as the caller; schemas, permissions, cleaning and stale checks are the route's. `Body`: the
 * route's declared response. Throws `XmlRpcFault` if the route refuses.
 */
export async function askRest<Body>(
  call: Call,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  more: RestCall = {},
): Promise<Body> {
  return (await askReply(call, method, path, more)).body as Body;
}

async function askReply(
  call: Call,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { query = {}, body, file }: RestCall,
): Promise<RestReply> {
  const sent =
    method === 'GET'
      ? undefined
      : { contentType: 'application/json', text: JSON.stringify(body ?? {}), file };
  const reply = await answerRequest(
    call.site,
    restRouteList(),
    {
      method,
      path,
      queryString: queryString(query),
      body: sent,
      actor: call.actor,
      applicationPassword: call.applicationPassword,
      client: call.client,
    },
    call.onFault,
  );
  if (reply.status >= 400) throw faultOfReply(reply);
  return reply;
}

function queryString(query: RestQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const one of value) params.append(`${name}[]`, String(one));
    else params.set(name, String(value));
  }
  return params.toString();
}

/** Items per REST request. */
const perRequest = 100;

/** Lists `limit` items of a REST collection from `offset`, in as many requests as needed. */
export async function listRest<Item>(
  call: Call,
  path: string,
  query: RestQuery,
  limit: number,
  offset = 0,
): Promise<Item[]> {
  const found: Item[] = [];
  while (found.length < limit) {
    const size = Math.min(perRequest, limit - found.length);
    const reply = await askReply(call, 'GET', path, {
      query: { ...query, per_page: size, offset: offset + found.length },
    });
    const items = reply.body as Item[];
    found.push(...items);
    if (items.length < size || offset + found.length >= Number(reply.headers['x-wp-total'] ?? 0)) break;
  }
  return found;
}

/** The requested number of items, at most `most`. Throws `InvalidInputError` if negative. */
export function limitOf(wished: number | undefined, usual: number, most: number): number {
  if (wished === undefined || wished === 0) return usual;
  if (wished < 0) throw new InvalidInputError('The number of items must not be negative.');
  return Math.min(wished, most);
}
