import type { LoadContext } from '../load-context.ts';

export interface DarkSwitchData {
  readonly shown: boolean;
}

export async function load(_settings: unknown, context: LoadContext): Promise<DarkSwitchData> {
  return { shown: (await context.content.settings.current()).dark_mode_toggle };
}
