import { capabilityOf } from '../types/capabilities.ts';
import type { Actor } from '../users/role.ts';

/** Whether somebody may say what stands on top of the front page: those who look after everybody's articles. */
export function mayArrangeFront(actor: Actor | undefined): boolean {
  return actor?.capabilities.has(capabilityOf('post', 'edit_others')) ?? false;
}
