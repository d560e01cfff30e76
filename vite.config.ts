import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { sandbox } from './scripts/sandbox.mjs';

const MB = 1024 * 1024;

/** The page without a network: every file of the build is kept, and the page decides when a new version takes over. */
const offline = VitePWA({
  registerType: 'prompt',
  injectRegister: false,
  manifest: {
    name: 'Diptych',
    short_name: 'Diptych',
    description: 'View, edit, format and compare JSON in two panels, at 100 MB as smoothly as at 100 KB.',
    display: 'standalone',
    background_color: '#f6f7f8',
    theme_color: '#0b7a55',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    file_handlers: [
      {
        action: '/',
        accept: {
          'application/json': ['.json', '.jsonc', '.json5', '.ndjson', '.jsonl', '.geojson'],
          'application/gzip': ['.gz'],
        },
      },
    ],
    launch_handler: { client_mode: 'focus-existing' },
  },
  workbox: {
    globPatterns: ['**/*.{js,css,html,svg,ttf,woff2,wasm}'],
    // No service worker answers for a frame without an origin.
    globIgnores: ['sandbox.*.html', 'embed*', 'embed/**'],
    // Monaco in one piece.
    maximumFileSizeToCacheInBytes: 16 * MB,
    navigateFallback: '/index.html',
    // Addresses of the server, and pages for others' frames, which are never answered from here.
    navigateFallbackDenylist: [/^\/v2\//, /^\/embed\b/, /^\/(health|ready)$/],
    // Hashed names: what is kept of an older version is of no use.
    cleanupOutdatedCaches: true,
  },
});

/**
 * Has V8 compile all functions of a file while it is loaded, beside the page, and not each when it is first called: half
 * of what opening the first menu or dialog took. @see https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';
/** What floats is loaded when the page stands, and then used at once. */
const FLOATING = /\/node_modules\/@(base-ui|floating-ui)\//;

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [react(), isSsrBuild ? [] : [sandbox(), offline]],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 6000,
    // What the page needs at once is one file: thirty small ones compress worse, and ask thirty times.
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: { groups: [{ name: 'main', test: /\/src\/ui\/main\.tsx$/ }] },
            postBanner: ({ name, moduleIds }) =>
              name !== 'main' && moduleIds.some((id) => FLOATING.test(id)) ? COMPILE_HINT : '',
          },
        },
  },
}));
