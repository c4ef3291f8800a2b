import { z } from 'zod';
import type { CustomField } from '../../modules/posts/custom-fields.ts';
import { detailKeys } from '../../modules/posts/details.ts';
import type { PostDetails } from '../../modules/posts/details.ts';
import { postFields } from '../../modules/posts/post-input.ts';
import type { PostFields } from '../../modules/posts/post-input.ts';
import type { PostParts } from './load-posts.ts';
import { structParam } from '../../kernel/http/rest/params.ts';
import { fieldsOf, toEditors } from '../../kernel/http/rest/resource.ts';

const { authorIds, customFields, details } = postFields.shape;
const { shape: sent } = details.unwrap();

/** What a newspaper says of a post and WordPress has no field for, as clients name it. */
const detailsFields = z
  .strictObject({
    /** Everybody who wrote it, in order; the first is `author`. */
    byline: authorIds,
    custom_fields: customFields,
    subtitle: sent.subtitle,
    featured_video: sent.featuredVideo,
    full_screen_header: sent.fullScreenHeader,
    smart_list: sent.smartList,
    primary_category: sent.primaryCategoryId,
    related_first: sent.relatedFirst,
    related_exclude: sent.relatedExclude,
    push_off: sent.pushOff,
    seo_title: sent.seoTitle,
    seo_description: sent.seoDescription,
    canonical_url: sent.canonicalUrl,
    noindex: sent.noindex,
    social_title: sent.socialTitle,
    social_description: sent.socialDescription,
    social_image: sent.socialImage,
  })
  .partial();

/** How it is read when somebody writes it. */
export const detailsArgument = structParam(detailsFields);
type SentDetails = z.output<typeof detailsArgument>;

type ByKey = { readonly [Field in keyof PostDetails as (typeof detailKeys)[Field]]: PostDetails[Field] };
type Told = { readonly byline: readonly number[]; readonly custom_fields: readonly CustomField[] } & Omit<
  ByKey,
  'smart_list'
> & { readonly smart_list: ByKey['smart_list'] | null };

const fields = Object.entries(detailKeys) as [keyof PostDetails, keyof ByKey][];

function told({ post, customFields: custom }: PostParts): Told {
  const { smartList, ...others } = post.details;
  const byKey = Object.fromEntries(
    fields.map(([field, key]) => [key, field === 'smartList' ? (smartList ?? null) : others[field]]),
  );
  return { byline: post.authorIds, custom_fields: custom, ...byKey } as Told;
}

const { written } = fieldsOf<PostParts>();
const shape = z.custom<Told>().meta({ type: 'object' });

/** `broadsheet` of posts, for who edits them. Of what is sent only the fields that are there change. */
export const detailsField = { broadsheet: written(shape, toEditors, told, detailsArgument) };

/** The same as commands take it. */
export function detailsSent(all: SentDetails): Pick<PostFields, 'details' | 'authorIds' | 'customFields'> {
  if (!all) return {};
  const { byline, custom_fields: custom, ...byKey } = all;
  const given = fields.flatMap(([field, key]) =>
    byKey[key] === undefined ? [] : [[field, byKey[key]] as const],
  );
  return {
    ...(byline ? { authorIds: byline } : {}),
    ...(custom ? { customFields: custom } : {}),
    ...(given.length > 0 ? { details: Object.fromEntries(given) } : {}),
  };
}
