import { z } from 'zod';
import { asItStands, noteChange, readInput } from '../../kernel/command.ts';
import type { Database, Reader, Tx } from '../../kernel/db/open-database.ts';
import { demand } from '../../kernel/permission.ts';
import type { Actor } from '../../kernel/permission.ts';
import { ConflictError } from '../../lib/errors.ts';
import { toneFile } from '../../lib/tone.ts';
import { defineFirstFields } from '../fields/index.ts';
import { addToDemo } from '../imports/index.ts';
import { uploadFiles, uploadMedia } from '../media/index.ts';
import { createPost } from '../posts/index.ts';
import { assignTemplate, createTemplate } from '../templates/index.ts';
import { createType, holdDefinitions, listTypes, manageTypes } from '../types/index.ts';
import type { ListedType } from '../types/index.ts';
import { readyTypeNames } from './model.ts';
import type { ReadyType } from './model.ts';
import { readyTypeNamed, readyTypes } from './ready-types.ts';

const chosen = z.strictObject({ name: z.enum(readyTypeNames) });

/** `on`: the site has a type of that name. `taken`: it had one, or has items of it. */
export const readyStates = ['off', 'on', 'taken'] as const;
type ReadyState = (typeof readyStates)[number];

export interface ListedReadyType {
  readonly type: ReadyType;
  readonly state: ReadyState;
  /** That of the site's type once it is on, since it can be edited. */
  readonly slug: string;
}

const stateOf = (found: ListedType | undefined): ReadyState =>
  found === undefined ? 'off' : found.state === 'defined' ? 'on' : 'taken';

export async function listReadyTypes(read: Reader): Promise<ListedReadyType[]> {
  const types = new Map((await listTypes(read)).map((one) => [one.name, one]));
  return readyTypes.map((type) => {
    const found = types.get(type.name);
    const state = stateOf(found);
    return { type, state, slug: ((state === 'on' && found) || type).definition.slug };
  });
}

const refusals: Readonly<Record<Exclude<ReadyState, 'off'>, string>> = {
  on: 'The site has a post type “%” already.',
  taken: 'The site had a post type “%”, or has items of it. Define it in the list of post types.',
};

/**
 * Makes a ready type with its fields and its two templates, which are then edited like any other. Throws
 * `ConflictError` if the site has or had a type of that name, and the errors of the commands that it consists of.
 */
export async function switchOnType(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof chosen>,
): Promise<ReadyType> {
  const { name } = readInput(chosen, input, 'the ready type');
  demand(manageTypes, actor, undefined);
  await holdDefinitions(tx);
  const state = stateOf((await listTypes(tx.db)).find((one) => one.name === name));
  const type = readyTypeNamed(name);
  if (state !== 'off') throw new ConflictError(refusals[state].replace('%', name), 'content_type_exists');
  const { definition } = type;
  await createType(tx, actor, { name, ...definition, supports: [...definition.supports] });
  // The registry has the type only after the transaction, so the command for fields would not find it.
  await defineFirstFields(tx, name, type.fields);
  const { singular, plural } = definition;
  await useTemplate(tx, actor, { kind: `cpt:${name}`, type: 'cpt', title: singular, content: type.item });
  await useTemplate(tx, actor, {
    kind: `cpt_tax:${name}`,
    type: 'cpt_tax',
    title: plural,
    content: type.archive,
  });
  const summary = `Ready type "${name}": ${type.fields.length} fields, 2 templates`;
  await noteChange(tx, actor, { verb: 'create', kind: 'setting', itemId: 0, summary });
  return type;
}

async function useTemplate(
  tx: Tx,
  actor: Actor,
  { kind, ...template }: Readonly<Record<'kind' | 'type' | 'title' | 'content', string>>,
): Promise<void> {
  const templateId = await createTemplate(tx, actor, template);
  await assignTemplate(tx, actor, { kind, itemId: 0, templateId }, asItStands);
}

interface Place {
  readonly database: Database;
  readonly dataDir: string;
}

/** Adds the samples of a type that is on, as ordinary items of the actor, with their files. Returns how many. */
async function addSamples(
  { database, dataDir }: Place,
  actor: Actor | undefined,
  type: ReadyType,
): Promise<number> {
  const samples = type.samples(Date.now());
  const files = new Map<string, number>();
  for (const { title, slug, audio } of samples)
    if (audio) {
      const bytes = toneFile(audio.seconds, audio.hertz);
      const { id } = await uploadMedia({ database, dataDir }, actor, { name: `${slug}.wav`, title, bytes });
      files.set(slug, id);
    }
  await database.write(async (tx) => {
    demand(manageTypes, actor, undefined);
    const ids = new Map([...files].map(([slug, id]) => [`${type.name}:${slug}:audio`, id]));
    for (const { meta, audio: _audio, ...sample } of samples) {
      const audio = files.get(sample.slug);
      const values = entriesOf({ ...meta, ...(audio === undefined ? {} : { audio }) });
      const id = await createPost(tx, actor, { ...sample, type: type.name, meta: values });
      ids.set(`${type.name}:${sample.slug}`, id);
    }
    await addToDemo(tx, ids);
  });
  return samples.length;
}

const entriesOf = (meta: Readonly<Record<string, unknown>>): Record<string, unknown[]> =>
  Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, [value]]));

/**
 * Switches a type on, then adds its samples in a transaction of their own, since only then the process knows the type.
 * Returns the number of samples.
 */
export async function switchOn(
  place: Place,
  actor: Actor | undefined,
  { name, samples: wantsSamples }: { readonly name: string; readonly samples: boolean },
): Promise<{ readonly type: ReadyType; readonly samples: number }> {
  const { name: known } = readInput(chosen, { name }, 'the ready type');
  demand(manageTypes, actor, undefined);
  // Before the type exists: it isn't switched on without the samples that were asked for.
  if (
    wantsSamples &&
    readyTypeNamed(known)
      .samples(0)
      .some(({ audio }) => audio)
  )
    demand<unknown>(uploadFiles, actor, undefined);
  const type = await place.database.write((tx) => switchOnType(tx, actor, { name: known }));
  const samples = wantsSamples ? await addSamples(place, actor, type) : 0;
  return { type, samples };
}
