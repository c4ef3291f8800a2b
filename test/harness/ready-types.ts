import { replaceFields } from '../../src/modules/fields/commands.ts';
import type { FieldDefinition } from '../../src/modules/fields/model.ts';
import { createType } from '../../src/modules/types/definition-commands.ts';
import { suggestedType } from '../../src/modules/types/own-definition.ts';
import { operator } from '../../src/modules/users/role.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';

type Field = Partial<FieldDefinition> & Pick<FieldDefinition, 'name' | 'kind'>;

const choices = (...values: readonly string[]) => values.map((value) => ({ value, label: value }));
const sub = (fields: readonly Field[]) =>
  fields.map((one) => ({ label: one.name, ...one })) as FieldDefinition['fields'];

const readyTypes = {
  event: {
    slug: 'events',
    fields: [
      { name: 'starts_at', kind: 'date_time', required: true, is_column: true, is_filter: true },
      { name: 'ends_at', kind: 'date_time' },
      { name: 'time_zone', kind: 'text' },
      { name: 'all_day', kind: 'boolean' },
      { name: 'place', kind: 'place' },
      { name: 'place_name', kind: 'text' },
      { name: 'address', kind: 'textarea' },
      {
        name: 'event_status',
        kind: 'choice',
        choices: choices('scheduled', 'postponed', 'rescheduled', 'cancelled', 'online'),
      },
      { name: 'event_url', kind: 'link' },
    ],
  },
  episode: {
    slug: 'podcast',
    fields: [
      { name: 'audio', kind: 'file', required: true },
      { name: 'audio_length_seconds', kind: 'number' },
      { name: 'season', kind: 'number', is_filter: true, is_column: true },
      { name: 'episode_number', kind: 'number', is_column: true },
      { name: 'episode_kind', kind: 'choice', choices: choices('full', 'trailer', 'bonus') },
      { name: 'explicit', kind: 'boolean' },
      {
        name: 'chapters',
        kind: 'group',
        fields: sub([
          { name: 'start', kind: 'text', required: true },
          { name: 'title', kind: 'text', required: true },
          { name: 'link', kind: 'link' },
        ]),
      },
      { name: 'transcript', kind: 'rich_text', is_searched: true },
      { name: 'transcript_file', kind: 'file' },
    ],
  },
} as const satisfies Record<string, { readonly slug: string; readonly fields: readonly Field[] }>;

/** Defines one of the ready types with the commands that the screens use. */
export async function defineReadyType(database: Database, name: keyof typeof readyTypes): Promise<void> {
  const { slug, fields } = readyTypes[name];
  await database.write((tx) => createType(tx, operator(), { name, ...suggestedType(name), slug }));
  const defined = fields.map((field) => ({ label: field.name, ...field })) as FieldDefinition[];
  await database.write((tx) => replaceFields(tx, operator(), { type: name, fields: defined }, 0));
}
