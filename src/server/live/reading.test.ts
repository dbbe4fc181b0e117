import { expect, test } from 'vitest'
import { createQuestion } from '#/server/archive/reading/questions/question.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { readNorms, type LiveReader } from './reading.ts'

test('waits for no further week once its time is over', async () => {
  const end = new AbortController()
  const archive = {
    count: async () => {
      end.abort()
      return [{ day: '2026-11-20', weeks: [null], clocks: new Map() }]
    },
    ask: (_: unknown, days: { first: number; last: number }) => ({
      reading: { state: async () => ({ is: 'reading', error: null }), leave: () => undefined },
      question: createQuestion(days),
    }),
  } as unknown as Archive
  const reader = {
    session: { account: '1' },
    client: null,
    hidden: new Set(),
    context: { faults: new Set(), signal: end.signal },
    now: () => 0,
  } as unknown as LiveReader
  await expect(readNorms(archive, reader)).rejects.toMatchObject({ error: 'upstream_timeout' })
})
