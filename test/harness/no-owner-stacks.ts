import * as React from 'react';

const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
const count = 'recentlyCreatedOwnerStacks';
if (typeof internals !== 'object' || internals === null || !(count in internals))
  throw new Error('This React counts no owner stacks: this file can go.');

// Where it does not run for production, React keeps of each element the stack of its making, which is half of what a page costs (9.9 ms, else 5.2), and which
// no test reads. From the 10,000th element on it does not; here each one is that.
Object.defineProperty(internals, count, { configurable: true, get: () => 10_000, set: () => {} });
