import { Link } from 'react-router';
import { say, sayWith } from '../words.ts';
import { ScreenHead } from './screen-head.tsx';
import { screens } from './screens.ts';

/** Shown at unknown addresses below `/wp-admin/`, including WordPress screens without a counterpart. */
export function NowhereScreen() {
  return (
    <>
      <ScreenHead title={say('Page not found')} />
      <p>
        {sayWith(
          'There is no page at %s. You may be looking for:',
          <code className="nowhere-address" dir="ltr">
            {location.pathname.slice(0, 200)}
          </code>,
        )}
      </p>
      <ul className="nowhere">
        {screens.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
