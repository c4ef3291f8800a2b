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

/** As in WordPress. */
const maxRequests = 25;

/** PHP writes an empty object as an empty array. */
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
  requests: z.array(sentRequest).max(maxRequests),
});

/** Replies in the order of the requests; null for those not run because another request is invalid. */
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

/** `/batch/v1`: several writes in one request, one after the other, each as if sent alone. A refused one does not prevent the others. */
export function batchV1(routes: () => readonly RestRoute[]) {
  return restRoute({
    path: '/batch/v1',
    methods: {
      POST: method({
        // Each request checks its own permission.
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

/** Parameters that only apply to separate requests: method override and reply format. */
const ofWholeRequests = ['_method', '_envelope', '_embed'];

/**
 * Parses one request; undefined if its path is invalid or leads elsewhere. Only reads its `If-Match` header: the
 * batch's headers authenticate it.
 */
function partOf({ method: name, path, body, headers }: z.output<typeof sentRequest>): Part | undefined {
  if (!path.startsWith('/') || path.startsWith('//')) return undefined;
  const mark = path.indexOf('?');
  const queryString = mark < 0 ? '' : path.slice(mark + 1);
  const query = parseQueryString(queryString);
  for (const word of ofWholeRequests) query.delete(word);
  const ifMatch = Object.entries(headers).find(([header]) => header.toLowerCase() === 'if-match')?.[1];
  return {
    method: name,
    path: mark < 0 ? path : path.slice(0, mark),
    queryString,
    query,
    params: body,
    ifMatch: ifMatch === undefined ? undefined : String(ifMatch),
  };
}

/** Runs one request with the sender's remaining capabilities: earlier requests may have removed some, but can't add any. */
async function runPart(request: RestRequest, routes: readonly RestRoute[], part: Part): Promise<RestReply> {
  const { actor, site } = request;
  const left = actor && (await findActor(site.content.database.read, actor.id));
  const capabilities = commonCapabilities(left, actor);
  return answerPart(routes, part, request, left && { ...left, capabilities, cameBy: actor?.cameBy });
}
