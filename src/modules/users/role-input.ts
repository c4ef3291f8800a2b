import { z } from 'zod';
import { sentName } from '../../kernel/input-kinds.ts';
import { isCapability } from './role.ts';

/** Name of a role, as accounts have it. */
export const sentRoleName = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_-]*$/, 'it has small letters, digits, "_" and "-", and begins with a letter');

/** What a role is called, and what it allows. */
export const roleFields = {
  label: sentName(60),
  capabilities: z
    .array(z.string().max(60).refine(isCapability, 'there is no such capability'))
    .max(200)
    .transform((names) => [...new Set(names)].toSorted()),
};
