import { z } from 'zod';
import { settingGroups } from './settings.ts';

/** A setting as screens and documents show it. */
export interface SettingDescription {
  readonly key: string;
  readonly group: string;
  readonly groupTitle: string;
  readonly title: string;
  readonly help: string;
  readonly default: unknown;
  /** JSON schema of what it accepts. */
  readonly schema: z.core.JSONSchema.JSONSchema;
  readonly secret: boolean;
}

/** Every setting, in the order of the screens. */
export function describeSettings(): SettingDescription[] {
  return settingGroups.flatMap((group) =>
    Object.entries(group.settings).map(([key, { schema, title, help, secret, default: value }]) => ({
      key,
      group: group.name,
      groupTitle: group.title,
      title,
      help,
      default: value,
      schema: z.toJSONSchema(schema, { io: 'input' }),
      secret,
    })),
  );
}
