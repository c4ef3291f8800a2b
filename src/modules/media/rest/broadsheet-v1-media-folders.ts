import { z } from 'zod';
import { createFolder, updateFolder, deleteFolder, folderFields } from '../folder-commands.ts';
import { listFolders } from '../folders.ts';
import type { Permission } from '../../../kernel/permission.ts';
import {
  createTerms,
  deleteTerms,
  mayAssignTerms,
  termCapability,
  updateTerms,
  findTerms,
} from '../../terms/index.ts';
import type { Term } from '../../terms/index.ts';
import { folderTaxonomy } from '../../types/index.ts';
import { defined } from '../../../lib/records.ts';
import { ExistsError, NotFoundError, StaleError } from '../../../lib/errors.ts';
import { fromOf, fromRevision, staleReply } from '../../../kernel/http/rest/from-revision.ts';
import { writtenText, writtenWhole } from '../../../kernel/http/rest/params.ts';
import { DetailedError, faultsOfParams } from '../../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { capturedId, itemRoute, method, restRoute } from '../../../kernel/http/rest/rest-route.ts';

const folder = z.object({
  id: z.int(),
  name: z.string(),
  parent: z.int(),
  revision: z.int(),
  count: z.int(),
});
const folders = z.object({ folders: z.array(folder), all: z.int(), none: z.int() });
const deletedFolder = z.object({ deleted: z.boolean(), previous: folder });
const { name, parentId } = folderFields.shape;
const params = z.object({
  name: writtenText(name).describe('Name of the folder.'),
  parent: writtenWhole(parentId).describe('Id of the parent folder. 0 for none.'),
});

const capability = termCapability(folderTaxonomy, 'manage_terms');
const may: Permission<unknown> = {
  code: 'rest_forbidden_context',
  message: 'Sorry, you are not allowed to see folders of the library.',
  capability: termCapability(folderTaxonomy, 'assign_terms'),
  test: (actor) => mayAssignTerms(actor, folderTaxonomy),
};
const mayCreate: Permission<unknown> = {
  code: createTerms.code,
  message: 'Sorry, you are not allowed to create folders.',
  capability,
  test: (actor) => createTerms.test(actor, folderTaxonomy),
};
const mayUpdate: Permission<Term> = {
  ...updateTerms,
  message: 'Sorry, you are not allowed to change this folder.',
  capability,
};
const mayDelete: Permission<Term> = {
  code: deleteTerms.code,
  message: 'Sorry, you are not allowed to delete this folder.',
  capability,
  test: (actor, { taxonomy }) => deleteTerms.test(actor, { taxonomy, isDefault: false }),
};

async function foldersReply({ actor, site }: RestRequest): Promise<z.output<typeof folders>> {
  const { folders: found, all, none } = await listFolders(site.content.database.read, actor);
  return { folders: found.map(({ parentId: parent, ...one }) => ({ ...one, parent })), all, none };
}

async function oneOf(request: RestRequest, id: number): Promise<z.output<typeof folder>> {
  const found = (await foldersReply(request)).folders.find((one) => one.id === id);
  if (!found) throw noFolder(); // deleted concurrently
  return found;
}

const noFolder = () => new NotFoundError('There is no such folder.', 'rest_term_invalid');

/** Converts errors of commands to the route's error codes and parameter names. */
async function describeError(
  request: RestRequest,
  error: unknown,
  mine: unknown,
  id: number,
): Promise<unknown> {
  if (error instanceof ExistsError)
    return new DetailedError(400, 'term_exists', error.message, { term_id: error.existingId });
  return error instanceof StaleError
    ? staleReply(error, mine, await oneOf(request, id))
    : faultsOfParams(error, { parentId: 'parent' });
}

/** `/broadsheet/v1/media-folders`: folders of the media library, for users who upload files. */
export const broadsheetMediaFolders = restRoute({
  path: '/broadsheet/v1/media-folders',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(folders),
      may,
      run: async (request) => ({ kind: 'plain', body: await foldersReply(request) }),
    }),
    POST: method({
      params,
      required: ['name'],
      reply: valueOf(folder, 201),
      may: mayCreate,
      run: async (request, sent) => {
        const input = { name: sent.name ?? '', ...defined({ parentId: sent.parent }) };
        const id = await request.site.content.database
          .write((tx) => createFolder(tx, request.actor, input))
          .catch(async (error: unknown) => Promise.reject(await describeError(request, error, sent, 0)));
        return { kind: 'plain', body: await oneOf(request, id) };
      },
    }),
  },
});

const update = method({
  params: params.extend(fromRevision),
  reply: valueOf(folder),
  may: mayUpdate,
  run: async (request, { revision, ...sent }, { id }: Term) => {
    const input = { id, ...defined({ name: sent.name, parentId: sent.parent }) };
    await request.site.content.database
      .write((tx) => updateFolder(tx, request.actor, input, fromOf(request, revision)))
      .catch(async (error: unknown) => Promise.reject(await describeError(request, error, sent, id)));
    return { kind: 'plain', body: await oneOf(request, id) };
  },
});

/** `/broadsheet/v1/media-folders/{id}`: one folder; deleting it keeps its files. */
export const broadsheetMediaFolder = itemRoute({
  path: '/broadsheet/v1/media-folders/(?P<id>[\\d]+)',
  find: async ({ site }, captured): Promise<Term> => {
    const id = capturedId(captured);
    const found = (await findTerms(site.content.database.read, [id])).get(id);
    if (found?.taxonomy !== folderTaxonomy) throw noFolder();
    return found;
  },
  methods: {
    POST: update,
    PUT: update,
    PATCH: update,
    DELETE: method({
      params: z.object(fromRevision),
      reply: valueOf(deletedFolder),
      may: mayDelete,
      run: async (request, { revision }, { id }: Term) => {
        const previous = await oneOf(request, id);
        await request.site.content.database
          .write((tx) => deleteFolder(tx, request.actor, { id }, fromOf(request, revision)))
          .catch(async (error: unknown) => Promise.reject(await describeError(request, error, null, id)));
        return { kind: 'plain', body: { deleted: true, previous } };
      },
    }),
  },
});
