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

/** `npm test` runs journeys; nightly ones need `npm run test:all -- --long`. */
const journeys = isQuickSuite ? { grep: /@journey\b/ } : {}
const forTheNight = isLongSuite ? [] : [/@long\b/]

const MISSION = '**/mission.e2e.ts'
const onDesk = { browserName: 'chromium', viewport: { width: 1440, height: 900 } } as const

// Fresh sample data. Workers also evaluate this file while the server uses the folder.
if (process.env['TEST_WORKER_INDEX'] === undefined) rmSync(DATA_DIR, { recursive: true, force: true })

export default defineConfig({
  testDir: path('.'),
  outputDir: path('.output/results'),
  // More than cores: pages mostly wait.
  workers: 4,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A limit for hangs, not for speed.
  timeout: isQuickSuite ? 120_000 : 360_000,
  snapshotPathTemplate: '{testFilePath}-snapshots/{arg}{ext}',
  // Font rendering differs elsewhere.
  ignoreSnapshots: !madePictures(executablePath),
  expect: {
    // Some services are slow by design.
    timeout: isQuickSuite ? 30_000 : 90_000,
    toHaveScreenshot: {
      // Border corners vary by up to 6 of 255; hover tints differ by 9. The threshold is 8.
      threshold: 0.03,
      // Tolerates corners, not an icon.
      maxDiffPixels: 50,
    },
  },
  reporter: [['list'], ['json', { outputFile: path('../.cache/e2e.json') }]],
  use: {
    baseURL: ORIGIN,
    actionTimeout: 45_000,
    locale: 'en-US',
    // Far from the objects' zones and off by a quarter hour, to reveal use of the browser's clock (G6).
    timezoneId: 'Asia/Kathmandu',
    // Moving elements make Playwright scroll.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces cost a fifth of the time; use `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Chromium's sandbox doesn't start as root, as in containers.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        // Same font rendering on all machines.
        '--font-render-hinting=none',
        '--disable-lcd-text',
        // Software GPU emulation is slow.
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
    // Runs last, or alone with --no-deps.
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
        // Pages are compared with later answers of the service.
        SAMPLE_NEW_CONTACTS: '0',
        ARCHIVE: 'memory',
        ...CLOCK,
        // Tests must never use a real service.
        API_BASE_URL: '',
      },
    },
    {
      // Separate build of the gallery (vite.config.ts), about a second.
      command: `vite build --mode primitives --logLevel warn && vite preview --mode primitives --host 127.0.0.1 --strictPort --port ${PRIMITIVES_PORT}`,
      cwd: path('..'),
      url: PRIMITIVES,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
      timeout: 180_000,
      // "test" would select React's development build.
      env: { NODE_ENV: 'production' },
    },
  ],
})
