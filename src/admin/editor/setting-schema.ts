/** A setting of a block: JSON schema, and what an inspector says of it (`blocks/setting-types.ts`). */
export interface SettingSchema {
  readonly title?: string;
  readonly help?: string;
  readonly group?: string;
  readonly control?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly multiple?: boolean;
  readonly taxonomy?: string;
  readonly postType?: string;
  readonly by?: 'slug';
}
