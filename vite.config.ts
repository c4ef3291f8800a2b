import { defineConfig } from 'vite';

/** Options shared by the browser build, the server build (scripts/build.mjs) and development (scripts/dev.mjs). */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  logLevel: 'warn',
  // The admin bar is next to the newsroom's packages, and rendered by the server as well.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    modulePreload: false,
    cssMinify: 'lightningcss',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
  },
});
