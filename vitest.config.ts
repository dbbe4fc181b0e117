import { defineConfig } from 'vitest/config'

// Days and hours come from the offset that a call's date carries, never from this machine's zone (G6): a zone that is
// half an hour off and knows summer time makes code that forgets this fail. Workers inherit it.
process.env.TZ = 'America/St_Johns'

export default defineConfig({
  resolve: { alias: { '#': new URL('./src', import.meta.url).pathname } },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/gallery/*.test.ts'],
    // A machine whose cores are busy is no failure: a test waits for what it expects, never for a time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubGlobals: true,
    restoreMocks: true,
  },
})
