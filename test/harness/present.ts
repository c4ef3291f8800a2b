import { expect } from 'vitest';

/** What a loader gave, which is something: undefined would mean that its block stays away. */
export function present<Data>(data: Data | undefined): Data {
  expect(data).toBeDefined();
  return data as Data;
}
