import { useActing } from '../../reader/islands/acting.ts';
import { useWords } from '../../ui/language.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';

export function View({ data }: ViewProps<Settings, Settings>) {
  const acting = useActing();
  const words = useWords();
  return (
    <div className="copy-code" {...acting.now('copy-code')}>
      <pre tabIndex={0}>
        <code data-code="">{data.code}</code>
      </pre>
      {/* The script shows the button; until then its space is reserved. */}
      <button type="button" className="button button-quiet" data-copy="" style={{ visibility: 'hidden' }}>
        {words.copy_code}
      </button>
    </div>
  );
}
