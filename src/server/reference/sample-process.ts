import process from 'node:process'
import { openToWrite, type DatabaseAddress } from '#/server/database/database.ts'
import { makeSampleData, type SampleOptions } from './sample-data.ts'
import type { ReferenceTables } from './schema.ts'

/* Makes the sample data in a process of its own, whose memory is free when it ends. Started by embedded.ts. */

export interface SampleOrder {
  readonly address: DatabaseAddress
  readonly options: Omit<SampleOptions, 'onProgress'>
}

/** Contacts so far, and in all; or why it fails. */
export type SampleNews = readonly [made: number, all: number] | string

const tell = (news: SampleNews) => process.send?.(news)

process.once('message', async ({ address, options }: SampleOrder) => {
  try {
    const database = await openToWrite<ReferenceTables>(address)
    await makeSampleData(database, { ...options, onProgress: (...progress) => void tell(progress) })
    await database.destroy()
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
  }
  process.disconnect?.()
})
// Also when the server is stopped.
process.once('disconnect', () => process.exit())
