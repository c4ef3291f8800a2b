import type { TagWeight } from '../../blocks/load-context.ts';
import type { TextAround } from '../../lib/text-around.ts';

/** A renderer's reply, identical for all clients with this key and device. */
export interface RenderedReply {
  readonly status: number;
  /** With charset: `text/html; charset=utf-8`. */
  readonly contentType: string;
  /** Pages are split around their CSS, which many share. */
  readonly body: string | Buffer | TextAround;
  /** Additional headers (`Content-Security-Policy`, `Location` …) that override the cache's defaults; an empty one removes its default. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Dependencies: emitting any of these drops or ages the stored copy. */
  readonly tags: ReadonlyMap<string, TagWeight>;
  /** Milliseconds since 1970 after which it is not served any more. */
  readonly expiresAt?: number;
  /** A list could not be loaded in time: never replaces a complete stale copy. */
  readonly isLacking?: boolean;
  /** False: never stored, `Cache-Control: no-store`. */
  readonly store: boolean;
  /** The reply depends on the device: stored separately, and `private`. */
  readonly variesByDevice?: boolean;
  /** Paging parameters of lists on the page (`query-3-page`): it is rendered with those, and ignores all others. */
  readonly turnedBy?: ReadonlySet<string>;
  /**
   * Whether a client with these cookies gets another reply than the stored one: they open a protected post, show the
   * visitor's own held comment, or log in where the render read the actor. Other clients can't bypass the stored copy.
   */
  readonly differsFor?: (cookieHeader: string) => boolean;
  /** The query of a search with results, so that the search is counted. */
  readonly searched?: string | undefined;
  /** `Set-Cookie` headers; only for one client's reply. */
  readonly setCookies?: readonly string[];
}

/** A reply that many keys share (the 404 page, the footer of many articles). */
export interface SharedReply {
  /** Identifies the shared reply (`404`, `footer:7`); equal keys must render equal bytes. */
  readonly shareKey: string;
  /** Called only if the shared reply is not stored. */
  render(): Promise<RenderedReply>;
  /**
   * Set: stores this key as an alias, and so as a hit, until one of these tags is emitted. Undefined (404): the key is
   * not stored, so that made-up addresses cost one look-up and no memory.
   */
  readonly aliasTags?: ReadonlyMap<string, TagWeight>;
}
