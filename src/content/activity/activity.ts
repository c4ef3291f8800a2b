/** What people do with things. */
export const activityVerbs = ['create', 'update', 'trash', 'restore', 'delete'] as const;
export type ActivityVerb = (typeof activityVerbs)[number];

/** What they do it with. Posts of every type, attachments too, are `post`. */
export const activityKinds = ['post', 'term', 'menu', 'user', 'setting', 'template', 'redirect', 'front'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** One change that a person made. */
export interface Activity {
  readonly id: number;
  /** Milliseconds. */
  readonly at: number;
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
