import { episode } from './episode.ts';
import { event } from './event.ts';
import type { ReadyType, ReadyTypeName } from './model.ts';
import { recipe } from './recipe.ts';
import { review } from './review.ts';

const byName: Readonly<Record<ReadyTypeName, ReadyType>> = { review, event, recipe, episode };

export const readyTypes: readonly ReadyType[] = Object.values(byName);

export const readyTypeNamed = (name: ReadyTypeName): ReadyType => byName[name];
