import { sql } from 'kysely';
import { always, any, fact } from '../../db/rule.ts';
import type { Rule } from '../../db/rule.ts';
import { authorCounterSql } from '../posts/list.ts';
import { articleType } from '../types/names.ts';
import { can } from './policy.ts';
import type { Actor } from './role.ts';

/** What rules ask of somebody: who they are, and whether they have listed articles, which is what gives people a page. */
export interface RuledUser {
  readonly id: number;
  readonly hasArticles: boolean;
}

const account = fact<Pick<RuledUser, 'id'>, number>('user', 'id', ({ id }) => id);

/** People who have listed articles: whom everybody is told of. */
export const authors: Rule<Pick<RuledUser, 'hasArticles'>> = {
  test: ({ hasArticles }) => hasArticles,
  sql: ({ as = 'user' } = {}) => writesSql(articleType, as),
};

/** Whether somebody of the table `as` has listed posts of a type, from the maintained counters. */
export function writesSql(type: string, as = 'user') {
  return sql<boolean>`exists (select 1 from counter where counter.key = ${authorCounterSql(sql.ref(`${as}.id`), type)} and counter.value > 0)`;
}

/** Whom somebody (undefined: a visitor) is shown in lists of people: authors, or everybody where they may list accounts. */
export function visibleUsers(actor: Actor | undefined): Rule<RuledUser> {
  return can(actor, 'list_users') ? always : authors;
}

/** Whom somebody (undefined: a visitor) may look at one by one: those, and themselves. */
export function readableUsers(actor: Actor | undefined): Rule<RuledUser> {
  const visible = visibleUsers(actor);
  return actor ? any<RuledUser>(visible, account.equals(actor.id)) : visible;
}
