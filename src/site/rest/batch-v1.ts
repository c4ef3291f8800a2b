import { z } from 'zod';
import { commonCapabilities } from '../../modules/users/policy.ts';
import { findActor } from '../../modules/users/roles.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { answerPart, enveloped, faultOfPart } from './answer-request.ts';
import type { Part, RestReply } from './answer-request.ts';
import { choiceParam } from '../../kernel/http/rest/params.ts';
import { parseQueryString } from '../../kernel/http/rest/query-string.ts';
import { encodeRestError } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';
import type { RestRoute } from '../../kernel/http/rest/rest-route.ts';

/** Most requests of one batch, as in WordPress. */
const mostRequests = 25;

/** An object; an empty list is an empty one, as PHP writes it. */
const objectOf = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(
    (sent) => (Array.isArray(sent) && sent.length === 0 ? {} : sent),
    z.record(z.string(), value).default({}),
  );

const sentRequest = z.object({
  method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  path: z.string(),
  body: objectOf(z.unknown()),
  headers: objectOf(z.union([z.string(), z.array(z.string())])),
});

const params = z.object({
  validation: choiceParam(['require-all-validate', 'normal'], 'normal'),
  requests: z.array(sentRequest).max(mostRequests),
});

/** Replies in the order of the requests; null for those that were not run, since another one can't be read. */
const replies = z.object({
  failed: z.literal('validation').optional(),
  responses: z.array(
    z
      .object({
        body: z.unknown(),
        status: z.int(),
        headers: z.record(z.string(), z.union([z.string(), z.int()])),
      })
      .nullable(),
  ),
});

/** `/batch/v1`: several writes in one request, each as if it came alone, one after the other. One that is refused does not keep the others from being done. */
export function batchV1(routes: () => readonly RestRoute[]) {
  return restRoute({
    path: '/batch/v1',
    methods: {
      POST: method({
        // Each of them asks for its own permission.
        may: {
          code: 'rest_forbidden',
          message: 'Sorry, you are not allowed to do that.',
          capability: undefined,
          test: () => true,
        },
        params,
        required: ['requests'],
        body: 'long',
        reply: valueOf(replies, 207),
        run: async (request, { validation, requests }) => {
          const parts = requests.map((sent) => {
            const part = partOf(sent);
            return { part, fault: part ? faultOfPart(routes(), part, request.onFault) : unreadable };
          });
          if (validation === 'require-all-validate' && parts.some(({ fault }) => fault)) {
            return answer({
              failed: 'validation',
              responses: parts.map(({ fault }) => (fault ? enveloped(fault) : null)),
            });
          }
          const responses = [];
          for (const { part, fault } of parts)
            responses.push(enveloped(fault ?? (part ? await runPart(request, routes(), part) : unreadable)));
          return answer({ responses });
        },
      }),
    },
  });
}

const answer = (body: z.input<typeof replies>) => ({ kind: 'plain', body }) as const;

const {
  data: { status },
  ...fault
} = encodeRestError(new InvalidInputError('Could not parse the path.', 'parse_path_failed'));
const unreadable: RestReply = { status, headers: {}, body: { ...fault, data: { status } } };

/** What only a request that stands alone may say: its method by another name, and how its reply is wrapped. */
const ofWholeRequests = ['_method', '_envelope', '_embed'];

/** Reads one request; undefined where its path is none, or leads elsewhere. Of its headers `If-Match` counts: who asks is known by those of the batch. */
function partOf({ method: name, path, body, headers }: z.output<typeof sentRequest>): Part | undefined {
  if (!path.startsWith('/') || path.startsWith('//')) return undefined;
  const mark = path.indexOf('?');
  const asked = mark < 0 ? '' : path.slice(mark + 1);
  const query = parseQueryString(asked);
  for (const word of ofWholeRequests) query.delete(word);
  const ifMatch = Object.entries(headers).find(([header]) => header.toLowerCase() === 'if-match')?.[1];
  return {
    method: name,
    path: mark < 0 ? path : path.slice(0, mark),
    queryString: asked,
    query,
    params: body,
    ifMatch: ifMatch === undefined ? undefined : String(ifMatch),
  };
}

/** Runs one request as who sent the batch, with what is left of their rights: those before it may have taken some, and give none. */
async function runPart(request: RestRequest, routes: readonly RestRoute[], part: Part): Promise<RestReply> {
  const { actor, site } = request;
  const left = actor && (await findActor(site.content.database.read, actor.id));
  const capabilities = commonCapabilities(left, actor);
  return answerPart(routes, part, request, left && { ...left, capabilities, cameBy: actor?.cameBy });
}
