import { fillIn } from '../../lib/messages.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import type { PasswordRule } from '../../lib/account-rules.ts';
import type { Vault } from '../../lib/keys.ts';
import { readerText } from '../settings/index.ts';
import type { SiteSource, Settings } from '../settings/index.ts';
import type { ReaderText } from '../../languages/en.ts';
import type { Guard } from './guard.ts';

export interface Accounts {
  readonly content: SiteSource;
  readonly guard: Guard;
  /** Encrypts the secrets of second factors. */
  readonly vault: Vault;
  /** Whether a mail server is configured; otherwise users aren't asked to check their mail. */
  readonly sendsMail: boolean;
}

export function passwordRule({
  password_min_length: least,
  password_letter_and_digit: letterAndDigit,
}: Settings): PasswordRule {
  return { least, letterAndDigit };
}

export function passwordRuleText(settings: Settings): string {
  const { least, letterAndDigit } = passwordRule(settings);
  return fillIn(
    readerText(settings, letterAndDigit ? 'account_password_rule_mixed' : 'account_password_rule'),
    least,
  );
}

/** A form error in the site's wording; `field` is its name in the form. */
export function fault(settings: Settings, text: ReaderText, field: string): InvalidInputError {
  const message = readerText(settings, text);
  return new InvalidInputError(message, text, { [field]: message });
}
