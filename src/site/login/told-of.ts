import { mostApplicationPasswords } from '../../modules/users/application-password.ts';
import { readerCount, readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { PortraitError } from '../../modules/users/portrait-maker.ts';
import { readerTexts } from '../../languages/en.ts';
import type { ReaderText } from '../../languages/en.ts';
import { InvalidInputError, TooManyRequestsError } from '../../lib/errors.ts';
import type { BroadsheetError } from '../../lib/errors.ts';
import { fillIn } from '../../lib/fill-in.ts';
import type { Told } from './login-action.ts';

/** What fields are called on a page, by their names. */
export type FieldLabels = Readonly<Record<string, ReaderText>>;

/** A fault in words for who sent the form. `labels`: of fields that a command says something about in words of its own. */
export function toldOf(error: BroadsheetError, settings: Settings, labels: FieldLabels = {}): Told {
  const text =
    error instanceof TooManyRequestsError
      ? readerCount(settings, 'account_too_fast', error.retryAfter)
      : error instanceof PortraitError
        ? fillIn(readerText(settings, error.text), ...error.given)
        : saidOf(error, settings, labels);
  return { kind: 'problem', text, fields: wrongFields(error) };
}

const wrongFields = (error: BroadsheetError) =>
  error instanceof InvalidInputError ? Object.keys(error.fields) : [];

/** Whether what was thrown is in the words of the site: its code is then the wording's name. */
const isInWords = ({ code }: BroadsheetError) => Object.hasOwn(readerTexts, code);

/** What commands and readers of forms say in English, to programs as well. */
const words: ReadonlyMap<string, (settings: Settings) => string> = new Map([
  [
    'too_many_passwords',
    (settings: Settings) => fillIn(readerText(settings, 'account_programs_many'), mostApplicationPasswords),
  ],
  [
    'rest_application_password_not_found',
    (settings: Settings) => readerText(settings, 'account_program_gone'),
  ],
  ['disk', (settings: Settings) => readerText(settings, 'error_unavailable')],
]);

/** The same as a sentence alone, in the language of the site. */
export function saidOf(error: BroadsheetError, settings: Settings, labels: FieldLabels = {}): string {
  if (isInWords(error)) return error.message;
  const label = wrongFields(error)
    .map((name) => labels[name.split('.', 1)[0] ?? ''])
    .find((one) => one !== undefined);
  if (label !== undefined)
    return fillIn(readerText(settings, 'account_field_wrong'), readerText(settings, label));
  return (
    words.get(error.code)?.(settings) ??
    readerText(settings, error.status === 401 || error.status === 403 ? 'account_refused' : 'error_request')
  );
}
