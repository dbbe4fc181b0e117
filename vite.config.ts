import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunksByPage } from './scripts/chunks-by-page.ts'
import { documentHeaders, NONCE_PLACEHOLDER } from './src/server/headers.ts'

/**
 * `vite build --mode primitives` builds the page of primitives (ui.html) and nothing else, beside the app and not into
 * it: what people get has no route to it, no chunk of it, and no module that is shared because of it.
 */
const PRIMITIVES = 'primitives'
const { 'Content-Security-Policy': policy = '' } = documentHeaders(NONCE_PLACEHOLDER, {
  https: false,
  hstsSubdomains: false,
})

export default defineConfig(({ mode }) => ({
  plugins: [
    chunksByPage(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
    }),
    react(),
    tailwindcss(),
  ],
  resolve: {
    alias: [
      { find: '#', replacement: new URL('./src', import.meta.url).pathname },
      // For the versions of React that have no such hook of their own.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  html: { cspNonce: NONCE_PLACEHOLDER },
  // The built page of primitives keeps to the policy that the server gives the app.
  preview: { headers: { 'Content-Security-Policy': policy } },
  build: {
    ...(mode === PRIMITIVES && { outDir: 'e2e/.output/primitives' }),
    target: 'es2023',
    // light-dark() is left as it is: browsers that have it are those whose popovers and iterators the app needs anyway.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // The policy of headers.ts forbids inline data in scripts and styles.
    assetsInlineLimit: 0,
    sourcemap: 'hidden',
    // From which the server knows the scripts and the typeface of each page.
    manifest: mode !== PRIMITIVES,
    // Most of what is bundled asks for its licence to come along.
    license: { fileName: 'licences.txt' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A constant costs less where it is used than an export and an import of it between files.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      input: mode === PRIMITIVES ? 'ui.html' : 'index.html',
    },
  },
}))
