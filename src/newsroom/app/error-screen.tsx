import { Button } from '@wordpress/components';
import { useRouteError } from 'react-router';

/** Where a screen can't be shown: after an update the browser may ask for scripts that are gone. */
export function ErrorScreen() {
  const error = useRouteError();
  return (
    <main className="error-screen">
      <h1>This screen can’t be shown</h1>
      <p>{error instanceof Error ? error.message : 'It ended without a reason.'}</p>
      <p>After an update it helps to load the page anew: what was saved is safe.</p>
      <Button variant="primary" onClick={() => location.reload()}>
        Load it anew
      </Button>
    </main>
  );
}
