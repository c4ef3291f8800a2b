import { expect, test } from 'vitest';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { catalogue } from '../../languages/catalogues/de.ts';
import {
  BroadsheetError,
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  UnauthorizedError,
} from '../../lib/errors.ts';
import { saidOf, noticeOf } from './login-action.ts';

const german = { ...defaultSettings, site_language: 'de' };

test('translates English errors of commands for members, and keeps those in the site’s language', () => {
  const said = (error: BroadsheetError) => saidOf(error, german);
  expect(said(new UnauthorizedError('You have been logged out. Nothing was written.'))).toBe(
    catalogue.account_refused,
  );
  expect(said(new ForbiddenError('You no longer have the capability edit_posts.'))).toBe(
    catalogue.account_refused,
  );
  expect(said(new ConflictError('An account has at most 100.', 'too_many_passwords'))).toBe(
    catalogue.account_programs_many.replace('%d', '100'),
  );
  expect(said(new BroadsheetError(413, 'disk', 'The disk is full.'))).toBe(catalogue.error_unavailable);
  expect(said(new InvalidInputError('There is no such thing.'))).toBe(catalogue.error_request);
  expect(said(new InvalidInputError('Eigenes', 'login_empty', { log: 'Eigenes' }))).toBe('Eigenes');
});

test('names an invalid field as the page does', () => {
  const error = new InvalidInputError('The field "links.0" of the user is long.', 'rest_invalid_param', {
    'links.0': 'long',
    bio: 'long',
  });
  expect(noticeOf(error, german, { bio: 'account_bio' })).toEqual({
    kind: 'problem',
    text: catalogue.account_field_wrong.replace('%s', catalogue.account_bio),
    fields: ['links.0', 'bio'],
  });
});
