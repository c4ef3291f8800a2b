export const redirectStatuses = [301, 302, 307, 308, 410] as const;
/** 301 and 308 are lasting, 302 and 307 for now; 307 and 308 keep the method; 410: gone for good. */
export type RedirectStatus = (typeof redirectStatuses)[number];

/** Sends readers of one address to another. */
export interface Redirect {
  readonly id: number;
  /** Path of this site, with its query when that matters. */
  readonly source: string;
  /** Path of this site or http(s) address; empty for 410. */
  readonly target: string;
  readonly status: RedirectStatus;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Counts changes; a stale save names an older one. */
  readonly revision: number;
}
