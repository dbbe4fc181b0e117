import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { ORIGIN, PORT } from './support/address.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const DATA_DIR = path('.output/data')
const executablePath = findChromium()

// Every run begins with the same sample data. Workers read this file too, while the server is using the folder.
if (process.env['TEST_WORKER_INDEX'] === undefined) rmSync(DATA_DIR, { recursive: true, force: true })

export default defineConfig({
  testDir: path('.'),
  outputDir: path('.output/results'),
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: path('../.cache/e2e.json') }]],
  use: {
    baseURL: ORIGIN,
    locale: 'en-US',
    // Far from the sample objects' own zones, and off by a quarter of an hour: days that follow the browser's clock
    // instead of the call's own offset (G6) show at once.
    timezoneId: 'Asia/Kathmandu',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Chromium's own sandbox does not start as root, which is who one is in most containers.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
  projects: [
    {
      name: 'desktop',
      testMatch: '**/*.e2e.ts',
      testIgnore: '**/*.phone.e2e.ts',
      use: { browserName: 'chromium', viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: '**/*.phone.e2e.ts',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: 'node src/server/main.ts',
    cwd: path('..'),
    url: `${ORIGIN}/healthz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    timeout: 60_000,
    env: {
      HOST: '127.0.0.1',
      PORT: String(PORT),
      PUBLIC_URL: ORIGIN,
      DATA_DIR,
      SAMPLE_CONTACTS: '6000',
      FAULTS: '1',
      // Whoever runs the tests may have a real service set up: it is none of theirs.
      API_BASE_URL: '',
    },
  },
})
