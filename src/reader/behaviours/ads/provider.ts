import { loadScript } from '../scripts/load-script.ts';

let loading: Promise<boolean> | undefined;

/** Loads the ad network's script, tried once a page; false when it was kept from loading. */
export function loadProvider(url: string): Promise<boolean> {
  loading ??= loadScript(url).then(
    () => true,
    () => false,
  );
  return loading;
}
