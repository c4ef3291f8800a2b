import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BroadsheetError } from '../../../lib/errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import { jsonFault } from '../../../kernel/http/rest/read-body.ts';
import { manageSettings } from '../../settings/index.ts';
import { importLook } from '../commands.ts';
import { maxLookBytes, readLookFile, writeLookFile } from '../look-file.ts';

const savedLook = z.object({
  changed: z.array(z.string()),
  before: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
});

/** `/broadsheet/v1/look`: the saved look as a file with its logos, icon and fonts; `POST` applies such a file. */
export const broadsheetLook = restRoute({
  path: '/broadsheet/v1/look',
  methods: {
    GET: method({
      params: z.object({}),
      reply: valueOf(z.record(z.string(), z.unknown())),
      may: manageSettings,
      run: async ({ settings, site: { dataDir, content } }) => ({
        kind: 'text',
        contentType: 'application/json; charset=utf-8',
        body: await writeLookFile({ database: content.database, dataDir }, settings),
      }),
    }),
    POST: method({
      params: z.object({}),
      body: 'file',
      reply: valueOf(savedLook),
      may: manageSettings,
      run: async ({ actor, file, site: { dataDir, content } }) => {
        if (!file || file.bytes === 0)
          throw new BroadsheetError(400, 'rest_upload_no_data', 'No data supplied.');
        if (file.bytes > maxLookBytes)
          throw new BroadsheetError(
            413,
            'rest_upload_file_too_big',
            `The file is too large; the maximum for a look is ${maxLookBytes / 2 ** 20} MB.`,
          );
        const { changed, before, values } = await importLook(
          { database: content.database, dataDir },
          actor,
          readLookFile(await readFile(file.path), jsonFault),
        );
        return { kind: 'plain', body: { changed: [...changed], before, values } };
      },
    }),
  },
});
