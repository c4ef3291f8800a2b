import type { EditedTerm, NewTermSent } from './rest-types.ts';
import { rest, RestError } from './rest.ts';

/** Makes a term; returns its id, or that of the one which has the name in the same place already. Throws `RestError` for other refusals. */
export async function makeTerm(restBase: string, body: NewTermSent): Promise<number> {
  try {
    return (await rest<Pick<EditedTerm, 'id'>, NewTermSent>(`/wp/v2/${restBase}`, { method: 'POST', body }))
      .body.id;
  } catch (error) {
    if (error instanceof RestError && error.code === 'term_exists' && error.existing !== undefined)
      return error.existing;
    throw error;
  }
}
