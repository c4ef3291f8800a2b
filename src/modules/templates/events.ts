import { defineEvent } from '../../kernel/events.ts';

/** Emitted before the row of a template is deleted. */
export const templateDeleted = defineEvent<{ readonly id: number }>('template.deleted');
