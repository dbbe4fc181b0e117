import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import { findChromium, madePictures } from '../scripts/chromium.ts'
import { CLOCK } from './support/servers/clock.ts'
import { isLongSuite, isQuickSuite } from '../src/test/suite.ts'
import { ORIGIN, PORT, PRIMITIVES, PRIMITIVES_PORT } from './support/address.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const DATA_DIR = path('.output/data')
const executablePath = findChromium()

/** `npm test` runs the journeys; those for a night only run with `npm run test:all -- --long`. */
const journeys = isQuickSuite ? { grep: /@journey\b/ } : {}
const forTheNight = isLongSuite ? [] : [/@long\b/]

const MISSION = '**/mission.e2e.ts'
const onDesk = { browserName: 'chromium', viewport: { width: 1440, height: 900 } } as const

// Every run begins with the same sample data. Workers read this file too, while the server is using the folder.
if (process.env['TEST_WORKER_INDEX'] === undefined) rmSync(DATA_DIR, { recursive: true, force: true })

export default defineConfig({
  testDir: path('.'),
  outputDir: path('.output/results'),
  // More than there are cores: a page waits for answers and for what it shows.
  workers: 4,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A limit for what hangs, not a measure of speed. What is no journey goes through more of the app, over servers of its own.
  timeout: isQuickSuite ? 120_000 : 360_000,
  snapshotPathTemplate: '{testFilePath}-snapshots/{arg}{ext}',
  // Letters are drawn in another way elsewhere: there the pictures would say nothing.
  ignoreSnapshots: !madePictures(executablePath),
  expect: {
    // Services of some of the other tests are slow by design.
    timeout: isQuickSuite ? 30_000 : 90_000,
    toHaveScreenshot: {
      // Between runs only the round corners of borders differ, by 6 in 255 at most; a row's hover tint is 9 away from
      // its ground and must be seen. This is a difference of 8.
      threshold: 0.03,
      // Room for corners on another machine, but less than one icon has.
      maxDiffPixels: 50,
    },
  },
  reporter: [['list'], ['json', { outputFile: path('../.cache/e2e.json') }]],
  use: {
    baseURL: ORIGIN,
    actionTimeout: 45_000,
    locale: 'en-US',
    // Far from the sample objects' own zones, and off by a quarter of an hour: days that follow the browser's clock
    // instead of the call's own offset (G6) show at once.
    timezoneId: 'Asia/Kathmandu',
    // What moves is no place to click: Playwright would scroll the page to find another, and what hangs on a button with it.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces cost a fifth of the time: `--trace retain-on-failure` asks for them where one is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Chromium's own sandbox does not start as root, which is who one is in most containers.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        // Letters in the pictures look alike on every machine, however its fonts are set up.
        '--font-render-hinting=none',
        '--disable-lcd-text',
        // Where there is no graphics card one would be imitated, at the cost of a process as busy as the page itself.
        '--disable-gpu',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testMatch: '**/*.e2e.ts',
      testIgnore: ['**/*.phone.e2e.ts', MISSION],
      ...journeys,
      grepInvert: [/@phone\b/, ...forTheNight],
      use: onDesk,
    },
    {
      name: 'phone',
      testMatch: ['**/*.phone.e2e.ts', ...(isQuickSuite ? [] : ['**/pages.e2e.ts'])],
      ...journeys,
      grepInvert: [/@desktop\b/, ...forTheNight],
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
    // The last of `npm run test:all`; by itself with --no-deps.
    ...(isQuickSuite
      ? []
      : [{ name: 'mission', testMatch: MISSION, dependencies: ['desktop', 'phone'], use: onDesk }]),
  ],
  webServer: [
    {
      command: 'node src/server/main.ts',
      cwd: path('..'),
      url: `${ORIGIN}/healthz`,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      timeout: 180_000,
      env: {
        HOST: '127.0.0.1',
        PORT: String(PORT),
        PUBLIC_URL: ORIGIN,
        DATA_DIR,
        SAMPLE_CONTACTS: '6000',
        // Tests compare what the page shows with what the service answers a moment later.
        SAMPLE_NEW_CONTACTS: '0',
        ARCHIVE: 'memory',
        ...CLOCK,
        // The environment may name a real service: tests must never use it.
        API_BASE_URL: '',
      },
    },
    {
      // The page of primitives is not in the app's build (see vite.config.ts): this one takes about a second.
      command: `vite build --mode primitives --logLevel warn && vite preview --mode primitives --host 127.0.0.1 --strictPort --port ${PRIMITIVES_PORT}`,
      cwd: path('..'),
      url: PRIMITIVES,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      timeout: 180_000,
      // Otherwise Playwright's own "test" would make it React's development build.
      env: { NODE_ENV: 'production' },
    },
  ],
})
