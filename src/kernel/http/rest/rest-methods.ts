import { isAllowed } from '../../permission.ts';
import type { Permission } from '../../permission.ts';
import type { Actor } from '../../actor.ts';

/** The methods of HTTP that routes declare, in the order in which they are told. */
export const restMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type RestMethodName = (typeof restMethods)[number];

export function isRestMethod(name: string): name is RestMethodName {
  return restMethods.some((one) => one === name);
}

/** Who may use which methods; `undefined`: everybody. A route refuses by it, and its items tell of it. */
export type MethodPermissions<Subject> = Readonly<
  Partial<Record<RestMethodName, { readonly may: Permission<Subject> | undefined }>>
>;

/** The methods that somebody may use on a thing, in the order in which they are told. */
export function allowedMethods<Subject>(
  methods: MethodPermissions<Subject>,
  actor: Actor | undefined,
  subject: Subject,
): RestMethodName[] {
  return restMethods.filter(
    (name) => methods[name] !== undefined && isAllowed(methods[name].may, actor, subject),
  );
}
