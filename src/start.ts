import { startQuickly } from './lib/node-tuning.ts';

startQuickly();
await import('./main.ts');
