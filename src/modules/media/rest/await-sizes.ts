import { wantsField } from '../../../kernel/http/rest/query-string.ts';
import type { RestRequest } from '../../../kernel/http/rest/rest-request.ts';

/** Waits for an image's sizes unless the client prefers an asynchronous reply or requests no field that lists them. */
export async function awaitSizes({ site, fields, isAsync = false }: RestRequest, id: number): Promise<void> {
  if (isAsync || !(wantsField(fields, 'media_details') || wantsField(fields, 'missing_image_sizes'))) return;
  await site.sizes?.wait(id);
}
