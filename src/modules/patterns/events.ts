import { defineEvent } from '../../kernel/events.ts';

/** A post whose content was expanded again, as stored HTML. */
export interface ExpandedPost {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly password: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  /** The previously stored expansion, or null. */
  readonly before: string | null;
  readonly expanded: string | null;
  readonly isRenewed: boolean;
}

/** Emitted after new expansions are stored because a pattern or the extraction rules changed. */
export const textsExpanded = defineEvent<readonly ExpandedPost[]>('texts.expanded');
