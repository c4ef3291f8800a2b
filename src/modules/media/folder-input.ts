import { z } from 'zod';
import type { Reader } from '../../kernel/db/open-database.ts';
import { ExistsError } from '../../lib/errors.ts';
import { nameKey } from '../../lib/fold.ts';
import { sentIdOrNone, sentName } from '../../kernel/input-kinds.ts';
import type { Term } from '../terms/term.ts';
import { folderTaxonomy } from '../types/names.ts';

/** What people say of a folder. */
export const folderFields = z.strictObject({
  /** Plain text; tags go. */
  name: sentName(100),
  /** The folder that it stands in; 0: none. */
  parentId: sentIdOrNone,
});

/** Throws `ExistsError` where another folder in the same place has the name, whatever its case. */
export async function refuseSameName(
  read: Reader,
  { id, name, parentId }: Pick<Term, 'id' | 'name' | 'parentId'>,
): Promise<void> {
  const others = await read
    .selectFrom('term')
    .select(['id', 'name'])
    .where('taxonomy', '=', folderTaxonomy)
    .where('parent_id', '=', parentId)
    .where('id', '<>', id)
    .execute();
  const same = others.find((other) => nameKey(other.name) === nameKey(name));
  if (same)
    throw new ExistsError(
      `There is a folder “${same.name}” in the same place already; take another name.`,
      'term_exists',
      same.id,
    );
}
