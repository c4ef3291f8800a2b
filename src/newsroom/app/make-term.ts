import type { EditedTerm, NewTermSent } from './rest-types.ts';
import { rest, RestError } from './rest.ts';

/** Creates a term; returns its id, or that of the existing term with the same name and parent. Throws `RestError` for other refusals. */
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
