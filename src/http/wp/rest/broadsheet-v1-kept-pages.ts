import { z } from 'zod';
import { editTemplates } from '../../../content/templates/policy.ts';
import { choiceParam, textParam } from './params.ts';
import { InvalidParamsError } from './rest-errors.ts';
import { valueOf } from './rest-reply.ts';
import type { RestRequest } from './rest-request.ts';
import { method, restRoute } from './rest-route.ts';

const params = z.object({ path: textParam(), device: choiceParam(['desktop', 'phone'], 'desktop') });
const reply = valueOf(z.object({ state: z.enum(['kept', 'stale', 'making', 'none']), made_at: z.int().nullable() }));

/** The address of a page here, as it was sent; throws `InvalidParamsError` for anything else. */
function addressIn(path = ''): string {
  if (/^\/(?!\/)[^\s\\#]*$/.test(path) && !/^\/wp-(?:json|admin|login)/.test(path)) return path;
  throw new InvalidParamsError({ path: { code: 'rest_invalid_param', message: 'path has to be the path of a page of this site, with its query: /a-story/' } });
}

function told({ site: { keptPages } }: RestRequest, address: string, device: 'desktop' | 'phone') {
  const { state, madeAt } = keptPages.look(address, device);
  return { kind: 'plain' as const, body: { state, made_at: madeAt ?? null } };
}

/** `/broadsheet/v1/kept-pages`: the copy of a page that readers get; a POST has it made anew. Times are milliseconds since 1970. */
export const broadsheetKeptPages = restRoute({
  path: '/broadsheet/v1/kept-pages',
  methods: {
    GET: method({ params, required: ['path'], may: editTemplates, reply, run: async (request, { path, device }) => told(request, addressIn(path), device) }),
    POST: method({
      params, required: ['path'], may: editTemplates, reply,
      run: async (request, { path, device }) => {
        const address = addressIn(path);
        await request.site.keptPages.renew(address, device);
        return told(request, address, device);
      },
    }),
  },
});
