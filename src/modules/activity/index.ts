import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { changeMade } from '../../kernel/command.ts';
import { writeActivity } from './writer.ts';

export { listActivity } from './reader.ts';
export { activityQueue } from './retention.ts';
export { forgetInActivity } from './writer.ts';

export const followers = [
  defineFollower(
    'activity',
    on(changeMade, (tx: Tx, { actor, ...change }) => writeActivity(tx, actor, change)),
  ),
];
