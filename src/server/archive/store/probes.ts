import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { AccountNumbers } from './account-numbers.ts'
import type { ArchiveTables } from './schema.ts'

const spans = z.array(
  z.object({
    first: z.number(),
    last: z.number(),
    counts: z.record(z.string(), z.tuple([z.number(), z.number()])),
  }),
)

export type ProbedSpan = z.infer<typeof spans>[number]

export interface ProbedMonth {
  readonly month: number
  readonly probedAt: number
  readonly spans: readonly ProbedSpan[]
}

export const probesOf = (database: Kysely<ArchiveTables>, { known, writeIn }: AccountNumbers) => ({
  probes: async (account: string): Promise<readonly ProbedMonth[]> => {
    const rows = await database
      .selectFrom('archive_probes')
      .selectAll()
      .where('account', '=', (await known(account)) ?? 0)
      .orderBy('month')
      .execute()
    return rows.map(({ month, probed_at, counts }) => ({
      month,
      probedAt: probed_at,
      spans: spans.parse(JSON.parse(counts)),
    }))
  },

  /**
   * @param epoch when it began; null: any
   * @throws AccountForgotten
   */
  probed: async (
    account: string,
    { month, probedAt, spans: counted }: ProbedMonth,
    epoch: number | null = null,
  ): Promise<void> => {
    const row = { probed_at: probedAt, counts: JSON.stringify(counted) }
    await writeIn(account, epoch, (write, number) =>
      write
        .insertInto('archive_probes')
        .values({ account: number, month, ...row })
        .onConflict((conflict) => conflict.columns(['account', 'month']).doUpdateSet(row))
        .execute(),
    )
  },
})
