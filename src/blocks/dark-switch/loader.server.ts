import type { LoadContext } from '../load-context.ts';

export type DarkSwitchData = Readonly<Record<string, never>>;

export async function load(_settings: unknown, context: LoadContext): Promise<DarkSwitchData | undefined> {
  return (await context.content.settings.current()).dark_mode_toggle ? {} : undefined;
}
