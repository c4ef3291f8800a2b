import { Link } from 'react-router';
import { ScreenHead } from './screen-head.tsx';
import { screens } from './screens.ts';

/** At an address below `/wp-admin/` that nothing has, as those of WordPress' screens that there is no counterpart of: the way to those that there are. */
export function NowhereScreen() {
  return (
    <>
      <ScreenHead title="There is no such screen" />
      <p>
        Nothing is at{' '}
        <code className="nowhere-address" dir="ltr">
          {location.pathname.slice(0, 200)}
        </code>
        . This is what there is:
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
