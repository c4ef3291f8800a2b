import { z } from 'zod';
import { describeApi } from '../../src/site/rest/openapi.ts';
import { restRouteList } from '../../src/site/rest/rest-routes.ts';

/** A part of a document without formats, which texts that may be empty don't satisfy. */
function readable(value: unknown): unknown {
  const text = JSON.stringify(value, (key, part: unknown) =>
    key === 'format' || key === 'title' ? undefined : part,
  );
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'));
}

/** Returns the problem of a response according to the OpenAPI document, or undefined. */
export function replyChecker(): (
  method: string,
  path: string,
  status: number,
  body: unknown,
) => string | undefined {
  const api = describeApi(restRouteList(), '0');
  const $defs = readable(api.components['schemas']);
  const known = new Map<string, z.ZodType>();
  return (method, path, status, body) => {
    const operation = api.paths[path]?.[method.toLowerCase()] as {
      readonly responses: Record<string, { content?: Record<string, { schema: object }> }>;
    };
    const schema = Object.values(operation.responses[status]?.content ?? {})[0]?.schema;
    if (!schema) return `${method} ${path} declares no reply with the status ${status}.`;
    const key = `${method} ${path}`;
    const checks =
      known.get(key) ??
      z.fromJSONSchema({ ...(readable(schema) as object), $defs: $defs as object } as Parameters<
        typeof z.fromJSONSchema
      >[0]);
    known.set(key, checks);
    const parsed = checks.safeParse(body);
    return parsed.success ? undefined : `${key}: ${JSON.stringify(parsed.error.issues).slice(0, 600)}`;
  };
}
