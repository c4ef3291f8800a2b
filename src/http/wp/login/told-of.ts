import { readerCount, readerText } from '../../../content/settings/definitions/translations.ts';
import type { Settings } from '../../../content/settings/settings.ts';
import { PortraitError } from '../../../content/users/portrait-maker.ts';
import { InvalidInputError, TooManyRequestsError } from '../../../lib/errors.ts';
import type { BroadsheetError } from '../../../lib/errors.ts';
import { fillIn } from '../../../lib/fill-in.ts';
import type { Told } from './login-action.ts';

/** A fault in words for who sent the form. */
export function toldOf(error: BroadsheetError, settings: Settings): Told {
  const text = error instanceof TooManyRequestsError ? readerCount(settings, 'account_too_fast', error.retryAfter)
    : error instanceof PortraitError ? fillIn(readerText(settings, error.text), ...error.given) : error.message;
  return { kind: 'problem', text, fields: error instanceof InvalidInputError ? Object.keys(error.fields) : [] };
}
