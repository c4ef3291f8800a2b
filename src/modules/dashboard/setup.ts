import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { adSlots, defaultSettings } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import { counterKey } from '../types/index.ts';

/** Steps of setting up a new site, and whether each is done. The last one is optional. */
export interface Setup {
  readonly identity: boolean;
  readonly story: boolean;
  readonly menu: boolean;
  readonly look: boolean;
  readonly people: boolean;
  readonly services: boolean;
}

/** Whether the steps are done, from the settings and one query that reads a few rows. */
export async function findSetup(read: Reader, settings: Settings): Promise<Setup> {
  const { rows } = await sql<{ story: number; menu: number; people: number }>`select
    (select coalesce(sum(value), 0) from counter where key = ${counterKey({})}) as story,
    (select count(*) from (select 1 as one from menu_location
      join menu_item on menu_item.menu_id = menu_location.menu_id limit 1) as items) as menu,
    (select count(*) from (select 1 as one from "user" limit 2) as accounts) as people`.execute(read);
  const [found] = rows;
  return {
    identity: settings.blogname !== defaultSettings.blogname && settings.site_logo > 0,
    story: Number(found?.story) > 0,
    menu: Number(found?.menu) > 0,
    look: !isDeepStrictEqual(settings.look, defaultSettings.look),
    people: Number(found?.people) > 1,
    services:
      settings.push_desktop || settings.push_mobile || adSlots.some((slot) => settings[`ad_${slot}`] !== ''),
  };
}
