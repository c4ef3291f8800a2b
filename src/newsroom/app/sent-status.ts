import type { PostSent } from './sent.ts';

type SentStatus = NonNullable<PostSent['status']>;
const sent = ['publish', 'future', 'draft', 'pending', 'private'] as const satisfies readonly SentStatus[];

/** The status of a post as it can be sent: what has one that only the server gives is made a draft. */
export const sentStatus = (status: string): SentStatus => sent.find((one) => one === status) ?? 'draft';

/** Whether a post of this status may have no date, and get that of its publication. */
export const mayBeUndated = (status: unknown): boolean => status === 'draft' || status === 'pending';
