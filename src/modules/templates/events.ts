import { defineEvent } from '../../kernel/events.ts';

export const templateDeleted = defineEvent<{ readonly id: number }>('template.deleted');
