import process from 'node:process'
import { openToWrite, type DatabaseAddress } from '#/server/database/database.ts'
import { makeSampleData, type SampleOptions } from './sample-data.ts'
import type { ReferenceTables } from './schema.ts'

/* Makes the sample data in a process of its own, whose memory is free when it ends. Started by embedded.ts. */

export interface SampleOrder {
  readonly address: DatabaseAddress
  readonly options: Omit<SampleOptions, 'onProgress'>
}

/** Contacts so far, and in all. */
export type SampleProgress = readonly [made: number, all: number]

process.once('message', async ({ address, options }: SampleOrder) => {
  const database = await openToWrite<ReferenceTables>(address)
  const onProgress = (...progress: SampleProgress) =>
    new Promise<void>((resolve) => {
      // An error: the server was stopped.
      process.send?.(progress, undefined, undefined, (error) => (error ? process.exit() : resolve()))
    })
  await makeSampleData(database, { ...options, onProgress })
  await database.destroy()
  process.disconnect?.()
})
