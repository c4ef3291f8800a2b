/** How somebody left the preview on this device. */
export interface Remembered {
  readonly isOpen: boolean;
  readonly devices: 'both' | 'phone' | 'desktop';
}

const key = 'broadsheet-preview';

/** What a browser does not keep, or somebody else wrote there, is as it is at first. */
export function readRemembered(): Remembered {
  try {
    const { isOpen, devices } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Remembered>;
    return {
      isOpen: isOpen === true,
      devices: devices === 'phone' || devices === 'desktop' ? devices : 'both',
    };
  } catch {
    return { isOpen: false, devices: 'both' };
  }
}

export function remember(state: Remembered): void {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // It is as it is at first, another time.
  }
}
