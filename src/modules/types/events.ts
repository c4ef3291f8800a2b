import { defineEvent } from '../../kernel/events.ts';

/** Emitted when a post type gets capabilities of its own: editors get them, too. */
export const capabilitiesAdded = defineEvent<{ readonly capabilities: readonly string[] }>(
  'types.capabilities-added',
);
