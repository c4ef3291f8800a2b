import { z } from 'zod';
import { wholeOf } from './whole.ts';

/** A whole number in [from, to]. */
export const whole = (from: number, to: number) => z.int().min(from).max(to);

/** The same where it may stand as a text, as the database keeps meta. */
export const wholeOrText = (from: number, to: number) => z.preprocess((value) => wholeOf(value) ?? value, whole(from, to));
