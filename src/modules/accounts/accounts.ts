import { fillIn } from '../../lib/messages.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import type { PasswordRule } from '../../lib/account-rules.ts';
import type { Vault } from '../../lib/keys.ts';
import { readerText } from '../settings/index.ts';
import type { SiteSource, Settings } from '../settings/index.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Guard } from './guard.ts';

/** What getting into accounts works with. */
export interface Accounts {
  readonly content: SiteSource;
  readonly guard: Guard;
  /** Where the secrets of second factors are kept. */
  readonly vault: Vault;
  /** Whether mails are sent: without a mail server nobody is told to look into theirs. */
  readonly sendsMail: boolean;
}

/** What passwords of this site need. */
export function passwordRule({
  password_min_length: least,
  password_letter_and_digit: letterAndDigit,
}: Settings): PasswordRule {
  return { least, letterAndDigit };
}

/** The same, in words. */
export function passwordRuleText(settings: Settings): string {
  const { least, letterAndDigit } = passwordRule(settings);
  return fillIn(
    readerText(settings, letterAndDigit ? 'account_password_rule_mixed' : 'account_password_rule'),
    least,
  );
}

/** A field that can't be taken, in the words of the site; `field` by its name in the form. */
export function fault(settings: Settings, text: ReaderText, field: string): InvalidInputError {
  const message = readerText(settings, text);
  return new InvalidInputError(message, text, { [field]: message });
}
