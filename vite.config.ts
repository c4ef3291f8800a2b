import { defineConfig } from 'vite';

/** What the browser build, the server build (scripts/build.mjs) and development (scripts/dev.mjs) have in common. */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  logLevel: 'warn',
  build: {
    modulePreload: false,
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
  },
});
