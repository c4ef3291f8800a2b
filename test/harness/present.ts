import { expect } from 'vitest';

/** A loader's data, asserted to be defined; undefined would hide its block. */
export function present<Data>(data: Data | undefined): Data {
  expect(data).toBeDefined();
  return data as Data;
}
