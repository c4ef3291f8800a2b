import type { Settings } from './block.ts';

export async function load({ code }: Settings): Promise<Settings | undefined> {
  return code === '' ? undefined : { code };
}
