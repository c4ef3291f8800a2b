import { isRecord } from '../is-record.ts';
import { blockTokens } from '../markup/block-tokens.ts';
import { readJson } from '../markup/read-json.ts';
import { splice } from '../markup/splice.ts';
import { acfParts, fieldsOfData } from './acf-fields.ts';
import type { AcfField } from './acf-fields.ts';
import { writeParts } from './parts.ts';
import type { DataSources } from './parts.ts';

/** Whether a text may hold blocks of ACF; quick. */
export const mayHoldAcfBlocks = (content: string): boolean => content.includes('<!-- wp:acf/');

/** The fields of a block by its attributes. */
export function fieldsOfBlock(json: string): AcfField[] {
  const data = json === '' ? undefined : readJson(json)?.data;
  return isRecord(data) ? fieldsOfData(data) : [];
}

/** All fields of the ACF blocks of a text. */
export function fieldsOfBlocks(content: string): AcfField[] {
  return blockTokens(content).flatMap(({ kind, name, json }) =>
    kind !== 'close' && name.startsWith('acf/') ? fieldsOfBlock(json) : [],
  );
}

/** A text with the words, pictures and links of its ACF blocks in their places; blocks inside of one stay, behind them. */
export function withAcfBlocks(content: string, sources: DataSources): string {
  if (!mayHoldAcfBlocks(content)) return content;
  return splice(
    content,
    blockTokens(content)
      .filter(({ name }) => name.startsWith('acf/'))
      .map(({ kind, json, start, end }) => ({
        start,
        end,
        text: kind === 'close' ? '' : writeParts(acfParts(fieldsOfBlock(json), sources).flat(), sources),
      })),
  );
}
