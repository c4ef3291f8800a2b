import type { Permission } from '../../kernel/permission.ts';
import { capabilities, missing } from '../users/index.ts';

/**
 * A backup contains and replaces all accounts with their rights, so anything less than all capabilities could be
 * escalated by a restore.
 */
export const seeBackups: Permission<unknown> = {
  code: 'rest_cannot_back_up',
  message: 'Sorry, you are not allowed to back up and restore this site.',
  capability: 'manage_options',
  lacking: (actor) => missing(actor, capabilities)[0],
  test: (actor) => missing(actor, capabilities).length === 0,
};

/** Writing, downloading, deleting and restoring backups. */
export const useBackups: Permission<unknown> = { ...seeBackups, isSensitive: true };
