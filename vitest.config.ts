import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/chromium.ts'
import { isLongSuite, isQuickSuite } from './src/test/suite.ts'

// Days and hours come from the offset that a call's date carries, never from this machine's zone (G6): a zone that is
// half an hour off and knows summer time makes code that forgets this fail. Workers inherit it.
process.env.TZ = 'America/St_Johns'

const BROWSER_TESTS = 'src/**/*.browser.test.tsx'
const PACKAGES = [
  '@internationalized/date',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-store',
  '@tanstack/react-virtual',
  'react',
  'react-aria-components',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'recharts',
  'zod/mini',
]
const executablePath = findChromium()

/** Tests of what keeps anything, which keep it in `openTestDatabase`: they run once more over PostgreSQL. */
const STORE_TESTS = [
  'src/server/administration/**/*.test.ts',
  'src/server/archive/store/{store,former-callers,hashed-store}.test.ts',
  'src/server/archive/store/texts/text-index.test.ts',
  'src/server/archive/{client-comparison,client-issues,routes}.test.ts',
  'src/server/archive/lists/{marked,route,texts}.test.ts',
  'src/server/archive/figures/contact-cache.test.ts',
  'src/server/archive/counting/{count-sums,object-minutes}.test.ts',
  'src/server/archive/reading/{history,leases,probe,reading}.test.ts',
  'src/server/process-tests/archive-crash.test.ts',
  'src/server/alerts/**/*.test.ts',
  'src/server/builds/*.test.ts',
  'src/server/annotations/*.test.ts',
  'src/server/database/storage.test.ts',
  'src/server/database/migrations/upgrade.test.ts',
  'src/server/session-revocation.test.ts',
  'src/server/preferences/preferences.test.ts',
  'src/server/schedule/scheduler.test.ts',
  'src/server/{mail/stops,offline-access/offline-access}.test.ts',
  'src/server/reference/endpoints/{answers,call-query,lists,matrix,recordings,writes}.test.ts',
  'src/server/session/{names,store,tries}.test.ts',
  'src/server/{month-plans,chart-notes,agency-logo}/*.test.ts',
  'src/server/shared-reports/*.test.ts',
]

/** Tests of the whole app in jsdom: their files import its harness. */
const PAGE_TESTS = globSync('src/**/*.test.tsx', { cwd: import.meta.dirname })
  .filter((file) =>
    /from '[^']*\/render-app\.tsx'/.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
  )
  .map((file) => file.replaceAll('\\', '/'))
/** These run in React's development build: they meet every page, and what it warns of fails them. */
const WARNING_TESTS = 'src/test/react-warnings.test.tsx'
/** Not even loaded by `npm test`. */
const ALL_ONLY = isQuickSuite
  ? globSync('{src,scripts}/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) =>
      readFileSync(new URL(file, import.meta.url), 'utf8').startsWith('/** @module-tag all */'),
    )
  : []

export default defineConfig({
  resolve: {
    alias: {
      // As the server loads them: thousands of modules are slow to load.
      '#/i18n/paraglide/messages.js': new URL('./src/i18n/paraglide/joined-messages.js', import.meta.url)
        .pathname,
      '#': new URL('./src', import.meta.url).pathname,
    },
  },
  test: {
    unstubGlobals: true,
    restoreMocks: true,
    tags: [
      {
        name: 'all',
        description: 'Only in npm run test:all: CONTRIBUTING.md says why',
        timeout: isLongSuite ? 1_800_000 : 300_000,
      },
    ],
    ...(isQuickSuite && { tagsFilter: ['!all'] }),
    // Limits for what hangs, not measures of speed: a machine with other work takes several times as long.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than there are cores: a page's test is idle for some of its time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/gallery/*.test.ts'],
          exclude: [BROWSER_TESTS, ...PAGE_TESTS.filter((file) => file !== WARNING_TESTS), ...ALL_ONLY],
          // To load the packages that a test needs takes longer than many a file's tests: a process does it once. Our own
          // modules, and the window, are each file's own (setup/unit.ts).
          isolate: false,
          setupFiles: ['src/test/setup/unit.ts'],
          globalSetup: ['src/test/setup/postgres.ts'],
        },
      },
      ...(isQuickSuite
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                environment: 'node',
                include: STORE_TESTS,
                isolate: false,
                setupFiles: ['src/test/setup/unit.ts'],
                globalSetup: ['src/test/setup/postgres.ts'],
                // A new database takes seconds.
                testTimeout: 180_000,
                env: { TEST_ENGINE: 'postgres' },
              },
            },
          ]),
      {
        extends: true,
        // `jsxDEV` is in React's development build only.
        oxc: { jsx: { runtime: 'automatic', development: isLongSuite } },
        test: {
          name: 'pages',
          environment: 'jsdom',
          include: PAGE_TESTS,
          exclude: [WARNING_TESTS, ...ALL_ONLY],
          isolate: false,
          setupFiles: ['src/test/setup/unit.ts'],
          // React's development build takes twice the time.
          env: { NODE_ENV: isLongSuite ? 'test' : 'production' },
        },
      },
      {
        extends: true,
        plugins: [react(), tailwindcss()],
        // Every package that what is tested imports: one found in the middle of a run would reload the page.
        optimizeDeps: { noDiscovery: true, include: PACKAGES },
        test: {
          name: 'browser',
          include: [BROWSER_TESTS],
          setupFiles: ['src/test/setup/browser.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: {
                ...(executablePath && { executablePath }),
                // Chromium's own sandbox does not start as root, which is who one is in most containers.
                chromiumSandbox: process.getuid?.() !== 0,
              },
              contextOptions: {
                locale: 'en-US',
                // As in the end-to-end tests.
                timezoneId: 'Asia/Kathmandu',
                reducedMotion: 'reduce',
                permissions: ['clipboard-read', 'clipboard-write'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
