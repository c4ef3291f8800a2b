import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BroadsheetError } from '../../../lib/errors.ts';
import { valueOf } from '../../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../../kernel/http/rest/rest-route.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';
import { jsonFault } from '../../../kernel/http/rest/read-body.ts';
import { manageSettings } from '../../settings/index.ts';
import { fontFile } from '../../../lib/look/own-fonts.ts';
import { writtenWords } from '../../../kernel/http/rest/params.ts';
import { maxFontBytes } from '../../../lib/read-woff2.ts';
import { importLook, uploadFont } from '../commands.ts';
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
        const bytes = await readSent(file, maxLookBytes, 'a look');
        const { changed, before, values } = await importLook(
          { database: content.database, dataDir },
          actor,
          readLookFile(bytes, jsonFault),
        );
        return { kind: 'plain', body: { changed: [...changed], before, values } };
      },
    }),
  },
});

/** `/broadsheet/v1/look/fonts`: stores a font file, which a saved look can then name. */
export const broadsheetLookFonts = restRoute({
  path: '/broadsheet/v1/look/fonts',
  methods: {
    POST: method({
      params: z.object({
        fonts: writtenWords().describe(
          'Files of the fonts before it (`file` of `ownFonts`), in their order.',
        ),
      }),
      body: 'file',
      reply: valueOf(z.object({ fonts: z.array(fontFile) })),
      may: manageSettings,
      run: async ({ actor, file, site: { dataDir, content } }, { fonts: before = [] }) => {
        const bytes = await readSent(file, maxFontBytes, 'a font');
        const fonts = await uploadFont({ database: content.database, dataDir }, actor, { before, bytes });
        return { kind: 'plain', body: { fonts } };
      },
    }),
  },
});

async function readSent(file: RestRequest['file'], maxBytes: number, what: string): Promise<Buffer> {
  if (!file || file.bytes === 0) throw new BroadsheetError(400, 'rest_upload_no_data', 'No data supplied.');
  if (file.bytes > maxBytes)
    throw new BroadsheetError(
      413,
      'rest_upload_file_too_big',
      `The file is too large; the maximum for ${what} is ${maxBytes / 2 ** 20} MB.`,
    );
  return readFile(file.path);
}
