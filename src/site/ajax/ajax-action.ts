import type { IncomingHttpHeaders } from 'node:http';
import type { TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import type { parseCookies } from '../../lib/cookies.ts';
import type { Signer } from '../../lib/keys.ts';
import { nearestWhole, wholeOf } from '../../lib/numbers.ts';
import { createRateLimit } from '../../lib/rate-limit.ts';
import type { ParameterTable } from '../cache/parameters.ts';
import type { Site } from '../pages/site.ts';

/** Each throws `TooManyRequestsError` for a caller beyond its limit. */
export type AjaxLimits = ReturnType<typeof createAjaxLimits>;

export const createAjaxLimits = () => ({
  /** Each call without a token costs a render. */
  unsignedBlocks: createRateLimit({ name: 'td_ajax_block without td_magic_token', burst: 120, perSecond: 4 }),
  /** Each call may query an external service. */
  captchas: createRateLimit({ name: 'td_ajax_submit_captcha', burst: 20, perSecond: 0.5 }),
});

export interface AjaxContext {
  readonly site: Site;
  readonly signer: Signer;
  /** As sent; of a repeated field, the last value. */
  readonly fields: ReadonlyMap<string, string>;
  /** Parsed, for the few actions that read cookies. */
  readonly cookies: ReturnType<typeof parseCookies>;
  /** Undefined for an answer that is cached for all visitors. */
  readonly client?: {
    readonly ip: string;
    readonly userAgent: string;
    readonly query: URLSearchParams;
    readonly headers: IncomingHttpHeaders;
    readonly signedIn: SignedIn | undefined;
    readonly limits: AjaxLimits;
  };
}

export interface AjaxReply {
  readonly json?: unknown;
  readonly text?: string;
  /** Makes the answer cacheable, like a page. */
  readonly tags?: ReadonlyMap<Tag, TagWeight>;
  readonly expiresAt?: number;
  readonly isLacking?: boolean;
  /** See `RenderedReply`. */
  readonly searched?: string | undefined;
  readonly setCookies?: readonly string[];
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number>>;
}

export interface AjaxAction {
  readonly name: string;
  /** Whether it also answers GET, with its fields in the query. */
  readonly reads?: boolean;
  /** Fields that a cacheable answer depends on; undefined: never cached. */
  readonly cachedBy?: ParameterTable;
  /** Whether the answer to these fields is cacheable, for actions that cache only some. */
  isCacheable?(fields: ReadonlyMap<string, string>, signer: Signer): boolean;
  /** Lets several calls share one stored answer: names it, and the tags that may make this call resolve to another one. */
  share?(context: AjaxContext): Promise<{ readonly key: string; readonly tags: ReadonlyMap<Tag, TagWeight> }>;
  /** Undefined: not open to this caller. */
  handle(context: AjaxContext): Promise<AjaxReply | undefined>;
}

/** Parses a JSON object from a field: empty if nothing was sent, undefined for anything else. */
export function objectField(
  fields: ReadonlyMap<string, string>,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(fields.get(name) || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Parses a whole number from a field: `fallback` if missing or not a number, clamped to [min, max]. */
export function numberField(
  fields: ReadonlyMap<string, string>,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  return nearestWhole(wholeOf(fields.get(name)?.trim()), min, max) ?? fallback;
}
