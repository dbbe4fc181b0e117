import { randomUUID } from 'node:crypto'
import type { Failure } from '#/server/http/failure.ts'
import type { AccountReading } from './account-reading.ts'

/** Idle readings are kept too: they know when they last looked for changes. */
const REMEMBERED_MAX = 1_000

/** Readings by account. */
export const createReadings = (begin: (account: string, holder: string) => AccountReading) => {
  const holder = randomUUID()
  const readings = new Map<string, AccountReading>()

  return {
    of: (account: string): AccountReading => {
      const reading = readings.get(account) ?? begin(account, holder)
      // The most recent is last.
      readings.delete(account)
      readings.set(account, reading)
      for (const [name, one] of readings) {
        if (readings.size <= REMEMBERED_MAX) break
        if (name !== account && one.isIdle()) readings.delete(name)
      }
      return reading
    },
    isReading: (account: string): boolean => readings.get(account)?.isIdle() === false,
    count: (): number => [...readings.values()].filter((reading) => !reading.isIdle()).length,
    /** @param account null: all accounts */
    drop: (idHash: string, account: string | null, why: Failure): void => {
      for (const [name, reading] of readings)
        if (account === null || name === account) reading.drop(idHash, why)
    },
    stop: async (isStopped: (account: string) => boolean): Promise<void> => {
      const stopped = [...readings].filter(([account]) => isStopped(account))
      for (const [account] of stopped) readings.delete(account)
      await Promise.all(stopped.map(([, reading]) => reading.stop()))
    },
    settled: async (): Promise<void> => {
      for (const reading of readings.values()) await reading.settled()
    },
  }
}

export type Readings = ReturnType<typeof createReadings>
