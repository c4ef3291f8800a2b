import { Button } from '@wordpress/components';
import { desktop, mobile } from '@wordpress/icons';
import { say } from '../../../words.ts';
import type { Device } from './preview-pane.tsx';

/** Chooses the device that a preview is shown for. */
export function DeviceButtons({
  device,
  onChange,
}: {
  readonly device: Device;
  readonly onChange: (device: Device) => void;
}) {
  return (
    <>
      <Button
        icon={mobile}
        label={say('On a phone')}
        isPressed={device === 'phone'}
        onClick={() => onChange('phone')}
      />
      <Button
        icon={desktop}
        label={say('On a desktop')}
        isPressed={device === 'desktop'}
        onClick={() => onChange('desktop')}
      />
    </>
  );
}
