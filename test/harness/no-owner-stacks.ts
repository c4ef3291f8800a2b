import * as React from 'react';

const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
);
const count = 'recentlyCreatedOwnerStacks';
if (typeof internals !== 'object' || internals === null || !(count in internals))
  throw new Error('This React counts no owner stacks: this file can go.');

// In development, React stores a stack per element, half of a page's cost (9.9 ms, else 5.2), which no test reads. It
// stops at the 10,000th element; here every one counts as that.
Object.defineProperty(internals, count, { configurable: true, get: () => 10_000, set: () => {} });
