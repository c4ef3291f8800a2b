/** The methods of HTTP that routes declare, in the order in which they are told. */
export const restMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type RestMethodName = (typeof restMethods)[number];

export function isRestMethod(name: string): name is RestMethodName {
  return restMethods.some((one) => one === name);
}
