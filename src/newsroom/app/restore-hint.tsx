import { Link } from 'react-router';
import { may } from './boot.ts';
import { typesAddress } from './screens.ts';
import { say, sayWith } from '../words.ts';

/** How to restore a missing content type. */
export function RestoreHint() {
  return may('manage_options')
    ? sayWith(
        'Deleted content types can be restored under %s.',
        <Link to={typesAddress}>{say('Content types')}</Link>,
      )
    : say('An administrator can restore a deleted content type.');
}
