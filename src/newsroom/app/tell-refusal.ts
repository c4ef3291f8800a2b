import { RestError } from './rest-error.ts';
import { toast } from './toasts.tsx';

/** Says why REST refused something. Throws what is no refusal. */
export function tellRefusal(error: unknown): void {
  if (!(error instanceof RestError)) throw error;
  toast(error.message);
}
