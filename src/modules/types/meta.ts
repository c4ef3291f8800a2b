import type { z } from 'zod';
import { wholeOrText } from '../../lib/whole-schema.ts';
import { accentMetaKey } from './names.ts';

/**
 * Meta that a type's posts or a taxonomy's terms have, by key: REST shows it, and who may change the thing writes it. The schema reads what is sent, and the
 * stored value, which is text in the database: `z.coerce.number()`. What is stored under other keys stays, and is nobody's to see or to write.
 */
export type MetaSchema = Readonly<Record<string, z.ZodType>>;

/** Colours that terms are given (theme/tokens.css). */
export const accents = 8;

/** Meta of terms that are shown in a colour: the number of the one that was chosen. */
export const accentMeta: MetaSchema = { [accentMetaKey]: wholeOrText(0, accents - 1) };
