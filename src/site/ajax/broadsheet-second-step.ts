import { secondStepOf, welcome } from '../login/second-step.tsx';
import { accountCall } from './account-call.ts';

/** `broadsheet_second_step`: takes a code (`code`) beside the password, and opens the session; the page that asked is shown anew. */
export const broadsheetSecondStep = accountCall({
  name: 'broadsheet_second_step',
  names: {},
  run: async (context) => ({
    setCookies: (await welcome(context, await secondStepOf(context), '')).setCookies,
  }),
});
