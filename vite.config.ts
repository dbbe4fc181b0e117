import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './scripts/compressed.ts'
import { oneLanguage } from './scripts/one-language.ts'
import { changesOfThisBuild } from './scripts/user-changes.ts'
import { LOCALES } from './src/i18n/locale.ts'
import { documentHeaders, NONCE_PLACEHOLDER } from './src/server/headers.ts'

/**
 * `vite build --mode primitives` builds the page of primitives (ui.html) and nothing else, beside the app and not into
 * it: what people get has no route to it, no chunk of it, and no module that is shared because of it.
 */
const PRIMITIVES = 'primitives'
/**
 * What is fetched after the first paint: react-aria and what is made of it (lists to search, calendars), recharts with all
 * that it brings, the reading of CSV files, the queue of what is loaded in bulk.
 */
const LATER =
  /node_modules\/(react-aria[a-z-]*|react-stately|@react-aria|@react-stately|@internationalized|recharts|@reduxjs|redux|redux-thunk|react-redux|reselect|immer|victory-vendor|d3-[a-z-]+|internmap|es-toolkit|decimal\.js-light|eventemitter3|papaparse|p-queue)\/|src\/api\/queue\.|src\/(api\/embed\.|contract\/embed\/|ui\/control\/tabs\.|domain\/table-file\/save-file\.)|src\/features\/sign-in\/|src\/ui\/(control\/(search-listbox|range-calendar)|chart\/(line-plot|bar-plot|compared-bars))/
/** What the sign-in page shares with others, besides what every page begins with: it pays for nothing else of theirs. */
const ON_SIGN_IN =
  /src\/(ui\/(control\/field|overlay\/(menu|dialog|popover|placement)|brand-mark)|domain\/(leave-guard|preferences\/(look-menus|theme))|features\/sign-in\/(?!framed)|i18n\/paraglide\/messages\/(sign_in_|theme|language))|tanstack\/.*[mM]utation/
/** What the frame of every signed-in page shares with few of them, in a handful of bytes each: one file. */
const IN_FRAME =
  /src\/(app\/(?!embed)|ui\/(data\/avatar|roving-focus|control\/tabs|when-idle)|domain\/(when-idle|session\/use-sign-out))|i18n\/paraglide\/messages\/(object_key|client_key|nav_|export_deal|dismiss|account|sign_out|all_objects)/
/** What the overview and the data's health know of contacts that are loaded: one file. */
const IN_LOADING =
  /src\/(domain\/(loading|silence)\/|api\/worker\/|analytics\/(session|compare|columns\/count-as)\.)/
/** What objects, clients and the overview know of the day an object stops. */
const IN_RUNWAY = /src\/(domain\/runway|analytics\/judge\/(runway|expiration))/
/** What two addresses of one feature share, and no other, and what only lists of many pages ask with: files of their own. */
const OWN_FILES =
  /src\/(features\/(journal|overview)|domain\/(loading|runway|contact-marks)|(api|contract)\/(contact-marks|timeline-notes|month-plans|snapshots)|api\/worker)\/|src\/(contract\/archive\/shapes|domain\/marks\/moment-words)\.|src\/ui\/control\/text-area\.|src\/i18n\/paraglide\/messages\/(runway|overview|spend|mark)_|src\/analytics\/(compare|session|metrics|report-metrics|columns\/(call-backs|dataset|traits)|judge\/(runway|expiration))\.|tanstack\/.*(queriesObserver|useQueries)/
const { 'Content-Security-Policy': policy = '' } = documentHeaders(NONCE_PLACEHOLDER, {
  https: false,
  hstsSubdomains: false,
})

/** `vite build --mode en`, then `--mode ru`: one build for each language into the same folder, which the first one empties. */
const languageOf = (mode: string) => LOCALES.find((locale) => locale === mode)

export default defineConfig(({ mode }) => ({
  plugins: [
    ...(languageOf(mode) ? [oneLanguage(languageOf(mode)!), compressed()] : []),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
    }),
    react(),
    tailwindcss(),
  ],
  resolve: { alias: { '#': new URL('./src', import.meta.url).pathname } },
  define: changesOfThisBuild(),
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
    // From which the server knows the scripts of each page.
    manifest: mode !== PRIMITIVES && `.vite/manifest.${languageOf(mode) ?? LOCALES[0]}.json`,
    emptyOutDir: languageOf(mode) === undefined || mode === LOCALES[0],
    // Most of what is bundled asks for its licence to come along.
    license: { fileName: 'licences.txt' },
    modulePreload: { polyfill: false },
    // What every page begins with is one file, and what four or more chunks share another, not thirty small ones; what only
    // few share would be paid for by every other page. What is fetched later stays out of both.
    rolldownOptions: {
      input: mode === PRIMITIVES ? 'ui.html' : 'index.html',
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'] },
            { name: 'base', test: ON_SIGN_IN, minShareCount: 2 },
            { name: 'shared', test: (id) => !LATER.test(id) && !OWN_FILES.test(id), minShareCount: 4 },
            { name: 'frame', test: IN_FRAME, minShareCount: 2 },
            { name: 'loading', test: IN_LOADING, minShareCount: 2 },
            { name: 'runway', test: IN_RUNWAY, minShareCount: 2 },
          ],
        },
      },
    },
  },
}))
