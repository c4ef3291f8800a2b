import { sql } from 'kysely';
import { always, any, fact } from '../../kernel/db/rule.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import { authorCounterSql } from '../posts/list.ts';
import { articleType } from '../types/names.ts';
import { registeredTypes } from '../types/registry.ts';
import { mayListUsers } from './policy.ts';
import type { Actor } from '../../kernel/actor.ts';

/** What rules ask of somebody: who they are, and whether everybody is told of something that they wrote. */
export interface RuledUser {
  readonly id: number;
  /** Listed posts of one of `typesOfAuthors`. */
  readonly isPublished: boolean;
}

const account = fact<Pick<RuledUser, 'id'>, number>('user', 'id', ({ id }) => id);

/** Types whose posts tell visitors over REST who wrote them: those that they see there, and that have authors. They are asked anew each time. */
export function typesOfAuthors(): string[] {
  return registeredTypes()
    .filter(
      ({ isPublic, restBase, supports }) => isPublic && restBase !== undefined && supports.has('author'),
    )
    .map(({ name }) => name);
}

/** People who have listed articles, which is what gives people a page. */
export const authors: Rule<{ readonly hasArticles: boolean }> = {
  test: ({ hasArticles }) => hasArticles,
  sql: ({ as = 'user' } = {}) => writesSql([articleType], as),
};

/** People whom posts tell of over REST: visitors are told of them there, whether they have a page or not, as in WordPress. */
const published: Rule<Pick<RuledUser, 'isPublished'>> = {
  test: ({ isPublished }) => isPublished,
  sql: ({ as = 'user' } = {}) => writesSql(typesOfAuthors(), as),
};

/** Whether somebody of the table `as` has listed posts of one of these types, from the maintained counters. */
export function writesSql(types: readonly string[], as = 'user') {
  if (types.length === 0) return sql<boolean>`1 = 0`;
  const keys = sql.join(types.map((type) => authorCounterSql(sql.ref(`${as}.id`), type)));
  return sql<boolean>`exists (select 1 from counter where counter.key in (${keys}) and counter.value > 0)`;
}

/** Whom somebody (undefined: a visitor) is shown in lists of people: who published something, or everybody where they may list accounts. */
export function visibleUsers(actor: Actor | undefined): Rule<RuledUser> {
  return mayListUsers(actor) ? always : published;
}

/** Whom somebody (undefined: a visitor) may look at one by one: those, and themselves. */
export function readableUsers(actor: Actor | undefined): Rule<RuledUser> {
  const visible = visibleUsers(actor);
  return actor ? any<RuledUser>(visible, account.equals(actor.id)) : visible;
}
