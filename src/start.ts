import { startQuickly } from './lib/quick-start.ts';

startQuickly();
await import('./main.ts');
