/** What people do with things. */
export const activityVerbs = ['create', 'update', 'trash', 'restore', 'delete', 'import'] as const;
export type ActivityVerb = (typeof activityVerbs)[number];

/** What they do it with. Posts of every type, attachments too, are `post`. */
export const activityKinds = [
  'post',
  'term',
  'menu',
  'user',
  'setting',
  'template',
  'redirect',
  'front',
  'comment',
  'job',
  'site',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** Where a change came from: somebody with an account, the command line, an import. */
export const activitySources = ['site', 'cli', 'import'] as const;
export type ActivitySource = (typeof activitySources)[number];

/** One change that somebody made. */
export interface Activity {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
  readonly from: ActivitySource;
  /** 0 for the command line and imports. */
  readonly userId: number;
  /** Public name at that time: the account may be gone. */
  readonly userName: string;
  readonly verb: ActivityVerb;
  readonly kind: ActivityKind;
  /** 0 where the kind has no ids. */
  readonly itemId: number;
  /** What was changed, in short: names and fields, never texts or secrets. */
  readonly summary: string;
}
