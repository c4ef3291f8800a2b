import { defineEvent } from '../../kernel/events.ts';

/** Emitted after the row of a term was deleted; rows of other domains still name it. */
export const termDeleted = defineEvent<{ readonly id: number; readonly taxonomy: string }>('term.deleted');
