import { defineConfig } from 'vitest/config'

// Days and hours come from the offset that a call's date carries, never from this machine's zone (G6): a zone that is
// half an hour off and knows summer time makes code that forgets this fail. Workers inherit it.
process.env.TZ = 'America/St_Johns'

export default defineConfig({
  resolve: { alias: { '#': new URL('./src', import.meta.url).pathname } },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/gallery/*.test.ts'],
    unstubGlobals: true,
    restoreMocks: true,
  },
})
