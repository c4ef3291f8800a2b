/** The environment of this server, without secrets. */
export interface Environment {
  /** Variables that are set, with their values; `set` instead of secrets, addresses and names. */
  readonly set: Readonly<Record<string, string>>;
  /** Variables without effect that are probably typos, by the variable that was meant. */
  readonly mistyped: Readonly<Record<string, string>>;
}

export interface SlowPage {
  /** First segment of the path: `/`, `/*\/` for pages in the root, `/author/*\/`. */
  readonly pattern: string;
  readonly count: number;
  /** Of the slowest render: its path, milliseconds, and time. */
  readonly path: string;
  readonly ms: number;
  readonly at: number;
}

/** Facts of a serving process. */
export interface HealthSource {
  /** `since`: start of the process, in milliseconds. */
  readonly slowPages: { readonly since: number; list(): readonly SlowPage[] };
  readonly environment: Environment;
  readonly trustsProxy: boolean;
  readonly pageCacheBytes: number;
}
