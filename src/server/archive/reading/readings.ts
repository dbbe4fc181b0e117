import type { Failure } from '#/server/http/failure.ts'
import { randomUUID } from 'node:crypto'
import type { AccountReading } from './account-reading.ts'

/**
 * Who reads for which account: one reading each, made when it is first asked for.
 * @param begin a reading of an account, by this server
 */
export const createReadings = (begin: (account: string, holder: string) => AccountReading) => {
  const holder = randomUUID()
  const readings = new Map<string, AccountReading>()

  return {
    of: (account: string): AccountReading => {
      const before = readings.get(account)
      if (before) return before
      const reading = begin(account, holder)
      readings.set(account, reading)
      return reading
    },
    isReading: (account: string): boolean => readings.get(account)?.isIdle() === false,
    /** For how many accounts something is being read. */
    count: (): number => [...readings.values()].filter((reading) => !reading.isIdle()).length,
    /** A session may not read an account any more. @param account null: any */
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
