import type { ClientRead } from '#/contract/agency.ts'
import type { ComparedAccount } from '#/contract/archive/client-comparison.ts'
import {
  FEW_CONTACTS,
  type MadeReport,
  type MonthlyAnswer,
} from '#/contract/monthly-reports/monthly-reports.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'

/** States of a client's monthly report, problems first. */
const REPORT_STATES = ['empty', 'failed', 'unread', 'reading', 'part', 'few', 'made', 'ready'] as const
export type ReportStateName = (typeof REPORT_STATES)[number]

export interface ClientReport {
  readonly client: string
  readonly name: string
  readonly state: ReportStateName
  /** Null: unknown. */
  readonly contacts: number | null
  readonly recipients: readonly string[]
  /** The last report sent or shared; null: none. */
  readonly made: MadeReport | null
  readonly error: ComparedAccount['error']
}

export const canReport = ({ state }: ClientReport): boolean => !['empty', 'failed', 'unread'].includes(state)
export const isUsual = ({ state }: ClientReport): boolean => ['reading', 'part', 'ready'].includes(state)

const stateOf = (
  client: ClientRead,
  account: ComparedAccount | undefined,
  made: MadeReport | null,
): ReportStateName => {
  if (!mayHaveContacts(client)) return 'empty'
  if (account === undefined) return 'reading'
  const { is, is_reading: isReading, error, counts } = account
  if (is !== 'whole' && isReading) return 'reading'
  if (is === 'none') return error === null ? 'unread' : 'failed'
  if (made !== null) return 'made'
  if (is !== 'whole') return 'part'
  return (counts?.contacts ?? 0) < FEW_CONTACTS ? 'few' : 'ready'
}

/** Problems first, then by name. */
export const clientReports = (
  clients: readonly ClientRead[],
  accounts: readonly ComparedAccount[],
  { made, recipients }: Pick<MonthlyAnswer, 'made' | 'recipients'>,
): readonly ClientReport[] => {
  const accountOf = new Map(accounts.map((one) => [one.client, one]))
  const toOf = new Map(recipients.map(({ client, to }) => [client, to]))
  return clients
    .map((client): ClientReport => {
      const account = accountOf.get(client.client)
      const before = made.find((one) => one.client === client.client) ?? null
      return {
        client: client.client,
        name: clientName(client),
        state: stateOf(client, account, before),
        contacts: account?.counts?.contacts ?? null,
        recipients: toOf.get(client.client) ?? [],
        made: before,
        error: account?.error ?? null,
      }
    })
    .toSorted(
      (a, b) =>
        REPORT_STATES.indexOf(a.state) - REPORT_STATES.indexOf(b.state) || a.name.localeCompare(b.name),
    )
}
