import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';

export function View({ settings }: ViewProps<Settings>) {
  if (settings.code === '') return null;
  return (
    <div className="copy-code" data-behaviour="copy-code">
      <pre tabIndex={0}><code data-code="">{settings.code}</code></pre>
      {/* Copying needs the script, which shows the button once there is something to copy; until then its place is kept. */}
      <button type="button" className="button button-quiet" data-copy="" style={{ visibility: 'hidden' }}>Copy code</button>
    </div>
  );
}
