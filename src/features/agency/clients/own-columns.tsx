import type { ClientRead } from '#/contract/agency.ts'
import { sumKnown } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { CountValue } from '#/domain/cells/count-value.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import type { ClientColumn } from './client-column.ts'

const Sum = ({ counts }: { counts: readonly (number | null)[] }) => {
  const { sum, missing } = sumKnown(counts)
  return (
    <>
      <CountValue value={sum} />
      {sum !== null && missing > 0 && (
        <span className="block text-12 font-normal text-text-3">
          {m.clients_counts_missing({ shown: formatNumber(missing) })}
        </span>
      )}
    </>
  )
}

const countColumn = (
  id: string,
  label: () => string,
  value: (client: ClientRead) => number | null,
  words: (count: { count: number; shown: string }) => string,
): ClientColumn => ({
  id,
  label,
  isNumeric: true,
  width: 112,
  least: 72,
  firstDirection: 'descending',
  value,
  cell: (client) => <CountValue value={value(client)} />,
  words: (client) => {
    const count = value(client)
    return count === null ? <Absent reason={m.no_count()} /> : words(counted(count))
  },
  total: (clients) => <Sum counts={clients.map(value)} />,
})

/** The row header: company, e-mail, pin and badges. */
const COMPANY: ClientColumn = {
  id: 'company',
  label: m.client_company,
  isNumeric: false,
  width: 0,
  firstDirection: 'ascending',
  value: clientName,
  cell: clientName,
}

/** Columns of the agency's list (API document 2.9). */
export const OWN_COLUMNS: readonly ClientColumn[] = [
  COMPANY,
  countColumn('objects', m.client_objects, ({ objects_count }) => objects_count, m.objects_count),
  countColumn('calls', m.client_calls, ({ calls_count }) => calls_count, m.client_calls_count),
]
