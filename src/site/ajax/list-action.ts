import { stylesFor } from '../../blocks/block.ts';
import { isListData } from '../../blocks/post-list/data.ts';
import { magicPurpose, magicText, withoutDraw } from '../../blocks/post-list/magic-token.ts';
import { filterOf } from '../../blocks/post-list/settings.ts';
import { findBlockByWireName } from '../../blocks/registry.server.ts';
import type { WireBlock } from '../../blocks/registry.server.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import type { Signer } from '../../lib/keys.ts';
import { parseSettings } from '../pages/prepared-document.ts';
import { renderListPage } from '../pages/render-fragment.ts';
import type { ListPageRequest } from '../pages/render-fragment.ts';
import { numberField, objectField } from './ajax-action.ts';
import { besides, registeredBlocks } from './fragment-reply.ts';
import type { AjaxAction, AjaxReply } from './ajax-action.ts';

type Fields = ReadonlyMap<string, string>;

/** Highest page number; lists end long before. */
const maxPages = 10_000;
/** Characters of `td_atts`. */
const maxAttsLength = 16_384;

/**
 * `td_ajax_block`: another page of a list. The answer is cached if the call has the token of the page with the list,
 * else rendered for the caller alone.
 */
export const tdAjaxBlock: AjaxAction = {
  name: 'td_ajax_block',
  cachedBy: {
    td_atts: 'json',
    td_block_id: 'text',
    td_column_number: 'number',
    td_current_page: 'number',
    block_type: 'text',
    td_filter_value: 'text',
    td_magic_token: 'raw',
    td_res_context_registered_atts: 'json',
  },
  isCacheable: (fields, signer) => tokenOf(fields, signer) === 'valid',
  share: async ({ fields }) => {
    const requested = askedFor(fields);
    if (!requested) return { key: '', tags: new Map() };
    const { block, settings, blockId, page, filter, present } = requested;
    const lacking = stylesFor(block.definition, settings).filter((name) => !present.has(name));
    return {
      key: JSON.stringify([fields.get('block_type'), settings, blockId, page, filter, lacking]),
      tags: new Map(),
    };
  },
  handle: async ({ site, signer, fields, client }) => {
    const token = tokenOf(fields, signer);
    if (token === 'wrong') {
      throw new ForbiddenError(
        'td_magic_token does not fit block_type and td_atts; send them as the page holds them, or leave the token out.',
        'invalid_magic_token',
      );
    }
    if (token === 'missing' && client) {
      const { ip, signedIn, limits } = client;
      limits.unsignedBlocks(signedIn ? `account ${signedIn.actor.id}` : callerOf(ip));
    }
    const requested = askedFor(fields);
    if (!requested) return emptyReply(fields);
    const { html, parts, data, tags, expiresAt } = await renderListPage(site, requested);
    if (!isListData(data))
      return {
        json: { td_data: '', td_block_id: requested.blockId, td_hide_prev: true, td_hide_next: true },
      };
    const { td_current_page: page, max_num_pages: pages } = data.state;
    const json = {
      td_data: html ?? '',
      td_block_id: requested.blockId,
      td_hide_prev: page <= 1,
      td_hide_next: page >= pages,
      ...besides(parts),
    };
    // Not cached: page numbers beyond the last are unlimited.
    return html === undefined ? { json } : { json, tags, expiresAt };
  },
};

/** Whether the signature matches the block's type and settings; the draw of a random list may vary. */
function tokenOf(fields: Fields, signer: Signer): 'valid' | 'missing' | 'wrong' {
  const token = fields.get('td_magic_token') ?? '';
  if (token === '') return 'missing';
  const fits = (atts: string) =>
    signer.verify(magicPurpose, magicText(fields.get('block_type') ?? '', atts), token);
  if (fits(fields.get('td_atts') ?? '')) return 'valid';
  const drawn = withoutDraw(attsOf(fields) ?? {});
  return drawn && fits(JSON.stringify(drawn)) ? 'valid' : 'wrong';
}

/** The request in the fields; undefined if they name no known list or invalid settings. */
function askedFor(fields: Fields): ListPageRequest | undefined {
  const wire = findBlockByWireName(fields.get('block_type') ?? '');
  const atts = attsOf(fields);
  if (!wire || !atts) return undefined;
  return {
    block: wire.block,
    settings: settingsOf(wire, atts, fields.get('td_column_number')),
    blockId: blockIdOf(fields),
    page: numberField(fields, 'td_current_page', 1, 1, maxPages),
    filter: filterOf(fields.get('td_filter_value')),
    present: registeredBlocks(fields.get('td_res_context_registered_atts')),
  };
}

/** The list of such a call has pages, even if its settings don't say so. */
function settingsOf(
  { block, preset }: WireBlock,
  atts: Readonly<Record<string, unknown>>,
  columns: string | undefined,
): unknown {
  const turning =
    typeof atts.ajax_pagination === 'string' && atts.ajax_pagination !== ''
      ? {}
      : { ajax_pagination: 'next_prev' };
  return parseSettings(
    block,
    { ...preset, ...atts, ...turning, ...(columns ? { td_column_number: columns } : {}) },
    () => {},
  );
}

/** Undefined unless the field holds a settings object. */
function attsOf(fields: Fields): Readonly<Record<string, unknown>> | undefined {
  return (fields.get('td_atts') ?? '').length > maxAttsLength ? undefined : objectField(fields, 'td_atts');
}

/** Limited to harmless characters, since the answer echoes it; other clients have ids of another form. */
function blockIdOf(fields: Fields): string {
  return (fields.get('td_block_id') ?? '').replace(/[^\w-]/g, '').slice(0, 64);
}

function emptyReply(fields: Fields): AjaxReply {
  return {
    json: {
      td_data: '',
      td_block_id: blockIdOf(fields),
      td_hide_prev: numberField(fields, 'td_current_page', 1, 1, maxPages) <= 1,
      td_hide_next: true,
    },
  };
}
