import { z } from 'zod';
import { lookUpPage } from '../../modules/embeds/look-up-page.ts';
import type { Permission } from '../../kernel/permission.ts';
import { mayWriteAnything } from '../../modules/posts/policy.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { textParam } from '../../kernel/http/rest/params.ts';
import { InvalidParamsError } from '../../kernel/http/rest/rest-errors.ts';
import { valueOf } from '../../kernel/http/rest/rest-reply.ts';
import { method, restRoute } from '../../kernel/http/rest/rest-route.ts';

const may: Permission<unknown> = {
  code: 'rest_cannot_view_url_details',
  message: 'Sorry, you are not allowed to process remote URLs.',
  capability: 'edit_posts',
  test: mayWriteAnything,
};
const details = z.object({ title: z.string(), icon: z.string(), description: z.string(), image: z.string() });

/** `/wp-block-editor/v1/url-details?url=…`: title, description, icon and image of a page on another site. */
export const urlDetails = restRoute({
  path: '/wp-block-editor/v1/url-details',
  methods: {
    GET: method({
      params: z.object({ url: textParam('uri') }),
      required: ['url'],
      reply: valueOf(details),
      may,
      run: async ({ site, actor }, { url = '' }) => {
        if (actor) site.limitEmbeds(String(actor.id));
        const body = await lookUpPage(url, site.fetchEmbeds).catch((error: unknown) => {
          if (!(error instanceof InvalidInputError)) throw error;
          throw new InvalidParamsError({
            url: {
              code: 'rest_invalid_param',
              message: 'url is not an http or https URL of a public server.',
            },
          });
        });
        return { kind: 'plain', body: { ...body } };
      },
    }),
  },
});
