import { defineEvent } from '../../kernel/events.ts';

/** A post whose text was expanded again. Texts are HTML as they are stored. */
export interface ExpandedPost {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly password: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  /** The expanded text that was stored before; null: there was none. */
  readonly before: string | null;
  readonly expanded: string | null;
  /** Whether everything derived from the text has to be made again, whatever changed. */
  readonly isRenewed: boolean;
}

/** Emitted after the expanded texts of posts were stored because a pattern, or the rule by which texts are read, changed. */
export const textsExpanded = defineEvent<readonly ExpandedPost[]>('texts.expanded');
