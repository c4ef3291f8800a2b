import type { TagWeight } from '../../blocks/load-context.ts';
import type { TextAround } from '../../lib/text-around.ts';

/** What a renderer answers: one reply, the same for everyone who sends this key with this device. */
export interface RenderedReply {
  readonly status: number;
  /** With charset: `text/html; charset=utf-8`. */
  readonly contentType: string;
  /** Pages come around their CSS, which many of them share. */
  readonly body: string | Buffer | TextAround;
  /** Further headers (`Content-Security-Policy`, `Location` …); they outrank the cache's own defaults of the same name, an empty one takes its default away. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the reply depends on; any emission of one of these ends or ages the stored copy. */
  readonly tags: ReadonlyMap<string, TagWeight>;
  /** Milliseconds since 1970 after which it is not served any more. */
  readonly expiresAt?: number;
  /** A list of it could not be had in time: it never takes the place of a stale copy that has all of them. */
  readonly isLacking?: boolean;
  /** False: answered, never kept, `Cache-Control: no-store`. */
  readonly store: boolean;
  /** The other device would get another reply: stored apart, and `private`. */
  readonly variesByDevice?: boolean;
  /** Parameters by which lists on the page are turned (`query-3-page`): it is rendered with those, and answers for all others. */
  readonly turnedBy?: ReadonlySet<string>;
  /**
   * Whether who sends these cookies gets another reply than is kept for everybody: they open a post behind a password, show a comment of one's own that waits,
   * or say who is signed in where that was looked at. Who has them is answered alone; nobody else gets past the stored copy.
   */
  readonly differsFor?: (cookieHeader: string) => boolean;
  /** What it was asked for, where it answers a search that found something: those who get it are counted. */
  readonly searched?: string | undefined;
  /** `Set-Cookie` headers; only with a reply for one client. */
  readonly setCookies?: readonly string[];
}

/** What a renderer answers once it knows that many keys share one reply (the 404 page, a footer that many articles have). */
export interface SharedReply {
  /** Names the shared reply (`404`, `footer:7`); renderers with the same name make the same bytes. */
  readonly shareKey: string;
  /** Called only when the shared reply is not stored. */
  render(): Promise<RenderedReply>;
  /**
   * Given: this key is remembered as another name of the shared reply until one of these tags is emitted, and is then a hit.
   * Left out (404): the key leaves nothing behind, so made-up addresses cost the step that finds nothing, and no memory.
   */
  readonly aliasTags?: ReadonlyMap<string, TagWeight>;
}
