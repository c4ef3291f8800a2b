import { termBase } from '../../types/rest/type-paths.ts';
import { z } from 'zod';
import { createTerm } from '../create-term.ts';
import { deleteTerm } from '../delete-term.ts';
import { findTerms } from '../reader.ts';
import type { Term } from '../term.ts';
import { updateTerm } from '../update-term.ts';
import { taxonomyNamed } from '../../types/registry.ts';
import type { Taxonomy } from '../../types/taxonomy.ts';
import { defined } from '../../../lib/defined.ts';
import {
  BroadsheetError,
  ExistsError,
  InvalidInputError,
  NotFoundError,
  StaleError,
} from '../../../lib/errors.ts';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { metaInput } from '../../types/rest/meta-field.ts';
import { offParam } from '../../../kernel/http/rest/params.ts';
import { DetailedError, faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import type { ItemAnswer, RemovedAnswer } from '../../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../../kernel/http/rest/rest-request.ts';
import type { RestItem } from '../../../kernel/http/rest/rest-item.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { presentOneTerm } from './term-resource.ts';
import type { termArguments } from './term-resource.ts';

/** What a deletion takes. */
export const deleteArguments = z.object({ force: offParam(), ...fromRevision });

type Sent = z.output<ReturnType<typeof termArguments>>;
type SentChange = Sent & { readonly revision: number | undefined };

/** What was sent, as commands call it. */
function inputOf(
  { name, slug, description, parent, meta }: Sent,
  { isHierarchical, meta: declared }: Taxonomy,
) {
  if (parent !== undefined && !isHierarchical) {
    throw new InvalidInputError(
      'Cannot set parent term, taxonomy is not hierarchical.',
      'rest_taxonomy_not_hierarchical',
    );
  }
  return defined({ name, slug, description, parentId: parent, meta: metaInput(declared, meta) });
}

/** Makes a term: 201 with its address. */
export async function createByRest(
  request: RestRequest,
  taxonomy: Taxonomy,
  sent: Sent,
): Promise<ItemAnswer> {
  const { database } = request.site.content;
  const { name = '', ...input } = inputOf(sent, taxonomy);
  const id = await database
    .write((tx) => createTerm(tx, request.actor, { taxonomy: taxonomy.name, name, ...input }))
    .catch((error: unknown) => {
      if (!(error instanceof ExistsError)) throw inWordsOfRest(error);
      const where = taxonomy.isHierarchical ? 'with this parent' : 'in this taxonomy';
      throw new DetailedError(400, 'term_exists', `A term with the name provided already exists ${where}.`, {
        term_id: error.existingId,
      });
    });
  return {
    ...(await answer(request, id)),
    headers: { location: restUrl(request, `${termBase(taxonomy)}/${id}`) },
  };
}

/** Changes what is sent of a term; the rest stays. */
export async function updateByRest(
  request: RestRequest,
  { revision, ...sent }: SentChange,
  term: Term,
): Promise<ItemAnswer> {
  const input = { id: term.id, ...inputOf(sent, taxonomyNamed(term.taxonomy)) };
  const from = fromOf(request, revision);
  await request.site.content.database
    .write((tx) => updateTerm(tx, request.actor, input, from))
    .catch(async (error: unknown) => {
      if (error instanceof StaleError) throw await staleOf(request, error, sent, term.id);
      if (error instanceof ExistsError) {
        throw new DetailedError(
          400,
          'duplicate_term_slug',
          `The slug “${sent.slug}” is already in use by another term.`,
          { term_id: error.existingId },
        );
      }
      throw inWordsOfRest(error);
    });
  return answer(request, term.id);
}

/** Deletes a term, for good: terms have no trash. */
export async function deleteByRest(
  request: RestRequest,
  { force, revision }: z.output<typeof deleteArguments>,
  term: Term,
): Promise<RemovedAnswer> {
  if (!force)
    throw new BroadsheetError(
      501,
      'rest_trash_not_supported',
      "Terms do not support trashing. Set 'force=true' to delete.",
    );
  const previous = await itemOf(request, term);
  const from = fromOf(request, revision);
  await request.site.content.database
    .write((tx) => deleteTerm(tx, request.actor, { id: term.id }, from))
    .catch(async (error: unknown) => {
      throw error instanceof StaleError ? await staleOf(request, error, null, term.id) : error;
    });
  return { kind: 'removed', previous };
}

/** A term as it is stored now, for who wrote it. */
async function answer(request: RestRequest, id: number) {
  const term = await findTerm(request, id);
  if (!term) throw new NotFoundError('Term does not exist.', 'rest_term_invalid'); // somebody deleted it meanwhile
  return { kind: 'item', item: await itemOf(request, term) } as const;
}

async function findTerm(request: RestRequest, id: number): Promise<Term | undefined> {
  return (await findTerms(request.site.content.database.read, [id])).get(id);
}

const itemOf = async (request: RestRequest, term: Term): Promise<RestItem> =>
  presentOneTerm(request, term, 'edit');

/** 409 with both sides: what was sent, and the term as it is stored. */
async function staleOf(
  request: RestRequest,
  error: StaleError,
  mine: unknown,
  id: number,
): Promise<DetailedError> {
  const term = await findTerm(request, id);
  return staleReply(error, mine, term && (await itemOf(request, term)).body);
}

const inWordsOfRest = (error: unknown) => faultsOfParams(error, { parentId: 'parent' });
