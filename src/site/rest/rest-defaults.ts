import type { RestSite } from '../../kernel/http/rest/rest-request.ts';
import { BroadsheetError, ForbiddenError, NotFoundError } from '../../lib/errors.ts';

/** Defaults for apps that lack a service of the routes, such as in tests. */
export const noPages: RestSite['cachedPages'] = { look: () => ({ state: 'none' }), renew: async () => {} };
const nothingThere = async () => {
  throw new NotFoundError('This site has no page at that address.', 'rest_no_page');
};
export const noPreviews: RestSite['pagePreviews'] = {
  check: () => [],
  blocksFault: () => undefined,
  fault: () => undefined,
  warnings: async () => [],
  warningsOfType: async () => new Map(),
  reach: nothingThere,
  explain: nothingThere,
  find: nothingThere,
  show: nothingThere,
  frontAreas: async () => [],
};
export const noReauthentication: RestSite['reauthenticate'] = async () => {
  throw new ForbiddenError('There are no sessions here.', 'rest_no_session');
};
export const noRestore: RestSite['restore'] = async () => {
  throw new BroadsheetError(
    501,
    'restore_not_supported',
    'This server cannot restart itself. Restore the backup on the command line.',
  );
};
export const noMails: RestSite['mails'] = { sendsMail: false, count: () => {} };
