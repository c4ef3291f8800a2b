import { useActing } from '../../reader/islands/acting.ts';
import type { ViewProps } from '../block.ts';
import type { Settings } from './block.ts';
import type { DarkSwitchData } from './loader.server.ts';

export function View({ settings }: Pick<ViewProps<Settings, DarkSwitchData>, 'settings'>) {
  const acting = useActing();
  return (
    <label className="dark-switch" {...acting.late('dark-switch')}>
      <input type="checkbox" className="dark-switch-box" data-dark-switch="" />
      <span className="dark-switch-track" aria-hidden="true" />
      <span className="dark-switch-label">{settings.label}</span>
    </label>
  );
}
