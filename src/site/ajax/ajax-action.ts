import type { IncomingHttpHeaders } from 'node:http';
import type { TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import type { parseCookies } from '../../lib/cookies.ts';
import type { Signer } from '../../lib/keys.ts';
import { nearestWhole, wholeOf } from '../../lib/numbers.ts';
import type { ParameterTable } from '../cache/parameters.ts';
import type { Site } from '../pages/site.ts';

/** What an action works with. */
export interface AjaxContext {
  readonly site: Site;
  readonly signer: Signer;
  /** Form fields as sent; a field sent twice counts once, with its last value. */
  readonly fields: ReadonlyMap<string, string>;
  /** The request's Cookie header, for the few actions that read one. */
  readonly cookies: ReturnType<typeof parseCookies>;
  /** Who asks; undefined when the answer is for everybody, and kept. */
  readonly client?: {
    readonly ip: string;
    readonly userAgent: string;
    readonly query: URLSearchParams;
    readonly headers: IncomingHttpHeaders;
    readonly signedIn: SignedIn | undefined;
  };
}

/** An action's answer: an object that is sent as JSON, once encoded; or a text, as it is. */
export interface AjaxReply {
  readonly json?: unknown;
  readonly text?: string;
  /** What it depends on; with these it is kept like a page. */
  readonly tags?: ReadonlyMap<Tag, TagWeight>;
  readonly expiresAt?: number;
  /** See `RenderedReply`. */
  readonly isLacking?: boolean;
  /** See `RenderedReply`. */
  readonly searched?: string | undefined;
  readonly setCookies?: readonly string[];
  /** Default 200, with headers of its own. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number>>;
}

/** One action of `/wp-admin/admin-ajax.php`, in a file named like it. */
export interface AjaxAction {
  readonly name: string;
  /** Whether it answers GET, too, with its fields in the address. */
  readonly reads?: boolean;
  /** Fields that its answer depends on, for actions whose answers are kept like pages; undefined: never kept. */
  readonly cachedBy?: ParameterTable;
  /** Whether the answer to these fields is kept, for actions that keep some; the others are answered for their sender alone. */
  keeps?(fields: ReadonlyMap<string, string>, signer: Signer): boolean;
  /**
   * For answers that many calls share: names the answer, and says which tags may make this call lead to another one. Calls that share are stored once.
   */
  share?(context: AjaxContext): Promise<{ readonly key: string; readonly tags: ReadonlyMap<Tag, TagWeight> }>;
  /** Undefined: it is not for who asks. */
  handle(context: AjaxContext): Promise<AjaxReply | undefined>;
}

/** Reads a JSON object from a field; undefined where something else was sent, an empty one where nothing was. */
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

/** Reads a whole number from a field: `fallback` when it is missing or no number, clamped to [min, max]. */
export function numberField(
  fields: ReadonlyMap<string, string>,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  return nearestWhole(wholeOf(fields.get(name)?.trim()), min, max) ?? fallback;
}
