import type { ArchiveDrift } from '#/contract/archive/drift.ts'
import { checkAnswer } from '#/contract/check/check-answer.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { AccountForgotten } from '#/server/archive/store/account-numbers.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { utcDay } from './clock.ts'

/** Of an account's answers one is looked at in so long: a service does not change its form from page to page. */
const EVERY_MS = 10 * MINUTE_MS

/** Where one answer differs from the API document; our server has taken nothing out of it yet. */
const driftOf = (answer: unknown): ArchiveDrift => ({
  answers: 1,
  differences: checkAnswer(endpoints.all_calls, answer).differences.flatMap(
    ({ kind, path, expected, seen, section, listed }) =>
      kind === 'hidden'
        ? []
        : [{ kind, path, expected: [...expected], seen: [...seen], section, listed, answers: 1 }],
  ),
})

/** Holds some of the answers that the archive is read from against the API document, and keeps what differs. */
export const createDriftWatch = (store: Pick<ArchiveStore, 'epoch' | 'noteDrift'>, now: () => number) => {
  const lookedAt = new Map<string, number>()
  return async (account: string, answer: unknown): Promise<void> => {
    const last = lookedAt.get(account)
    if (last !== undefined && Math.abs(now() - last) < EVERY_MS) return
    lookedAt.set(account, now())
    const found = driftOf(answer)
    try {
      await store.noteDrift(account, utcDay(now()), found, await store.epoch(account))
    } catch (error) {
      if (!(error instanceof AccountForgotten)) throw error
    }
  }
}
