import type { Settings } from './block.ts';

/** Without code there is nothing to copy. */
export async function load({ code }: Settings): Promise<Settings | undefined> {
  return code === '' ? undefined : { code };
}
