import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import type { Unreadable } from '#/contract/field.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { IconButton } from '#/ui/control/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { Table, Td, Th, Tr } from '#/ui/data/table.tsx'
import { clientName, sumKnown, type ClientColumn } from '#/features/agency/client-list.ts'
import type { RowOrder } from '#/features/shell/preference/row-order.ts'
import { UnreadableRecord } from '#/features/shell/state/unreadable-record.tsx'

/** Clients in two-line rows with a row of totals; `clients` is undefined while they are on their way. */
export const ClientsTable = ({
  clients,
  unreadable,
  isAll,
  current,
  pinned,
  onPin,
  order,
  onSort,
}: {
  clients: readonly ClientRead[] | undefined
  unreadable: readonly Unreadable[]
  /** Nothing is left out by a search: the totals are those of the agency. */
  isAll: boolean
  current: string | null
  pinned: ReadonlySet<string>
  onPin: (client: string, pinned: boolean) => void
  order: RowOrder<ClientColumn>
  onSort: (column: ClientColumn) => void
}) => {
  const header = (column: ClientColumn) => ({
    sorted: order.column === column ? order.direction : undefined,
    onSort: () => onSort(column),
  })
  return (
    <Table
      aria-label={m.clients_title()}
      aria-busy={clients === undefined}
      className="phone:border-t phone:border-line"
    >
      <thead>
        <tr>
          <Th {...header('company')}>{m.client_company()}</Th>
          <Th numeric className="w-32 phone:w-0 phone:px-1" {...header('objects')}>
            {m.client_objects()}
          </Th>
          <Th numeric className="w-32 phone:w-0 phone:px-1" {...header('calls')}>
            {m.client_calls()}
          </Th>
        </tr>
      </thead>
      <tbody>
        {clients ? (
          clients.map((client) => (
            <ClientRow
              key={client.client}
              client={client}
              current={client.client === current}
              pinned={pinned.has(client.client)}
              onPin={onPin}
            />
          ))
        ) : (
          <SkeletonRows />
        )}
        {unreadable.map((record, index) => (
          // Nothing identifies them, and they never change places.
          <tr key={index}>
            <Td colSpan={3} className="bg-warning-soft">
              <UnreadableRecord record={record} />
            </Td>
          </tr>
        ))}
      </tbody>
      {clients && clients.length > 0 && <Totals clients={clients} isAll={isAll} />}
    </Table>
  )
}

const ClientRow = ({
  client,
  current,
  pinned,
  onPin,
}: {
  client: ClientRead
  current: boolean
  pinned: boolean
  onPin: (client: string, pinned: boolean) => void
}) => (
  <Tr height="two-line" selected={current} className="phone:h-15">
    <Td className="py-0.5 phone:py-2">
      <span className="flex items-center gap-1.5">
        <PinButton name={clientName(client)} pinned={pinned} onPress={() => onPin(client.client, !pinned)} />
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2 whitespace-normal">
            <Link
              to="/calls"
              search={{ client: client.client }}
              className="relative rounded-1 font-strong wrap-anywhere hover:underline phone:text-15 phone:after:absolute phone:after:-inset-2"
            >
              <bdi>{clientName(client)}</bdi>
            </Link>
            {client.statistics_only && (
              <span title={m.statistics_only_title()} className="contents">
                <Badge>{m.statistics_only()}</Badge>
              </span>
            )}
            {current && (
              <span className="inline-flex items-center gap-1 text-12 text-accent">
                <Icon name="check" size={14} />
                {m.client_current()}
              </span>
            )}
          </span>
          <span className="block text-12 wrap-anywhere whitespace-normal text-text-3">
            {client.email ? <bdi>{client.email}</bdi> : <Absent reason={m.no_email()} />}
          </span>
        </span>
      </span>
    </Td>
    <Td numeric className="phone:px-1">
      <Count value={client.objects_count} />
    </Td>
    <Td numeric className="phone:pl-1">
      <Count value={client.calls_count} />
    </Td>
  </Tr>
)

/** Its name says what a press does; the filled sign and the place of the row say what is. */
const PinButton = ({ name, pinned, onPress }: { name: string; pinned: boolean; onPress: () => void }) => (
  <IconButton
    icon="pin"
    label={pinned ? m.unpin({ name }) : m.pin({ name })}
    onClick={onPress}
    className={classNames(
      // The sign stands where the column's name begins; the button around it reaches further.
      '-ml-1.5 phone:-ml-3',
      pinned ? '[&>svg]:fill-current [&>svg]:text-accent' : '[&>svg]:text-line-control',
    )}
  />
)

const Count = ({ value }: { value: number | null }): ReactNode =>
  value === null ? <Absent reason={m.no_count()} /> : formatNumber(value)

const Totals = ({ clients, isAll }: { clients: readonly ClientRead[]; isAll: boolean }) => {
  const count = clients.length
  return (
    <tfoot className="font-strong">
      <tr className="h-11 [&>*]:border-t [&>*]:border-line-strong">
        <th scope="row" className="px-2 font-strong">
          {isAll ? m.clients_all() : m.clients_count({ count, shown: formatNumber(count) })}
        </th>
        <Total counts={clients.map(({ objects_count }) => objects_count)} />
        <Total counts={clients.map(({ calls_count }) => calls_count)} />
      </tr>
    </tfoot>
  )
}

/** A sum says how many clients are not in it. */
const Total = ({ counts }: { counts: readonly (number | null)[] }) => {
  const { sum, missing } = sumKnown(counts)
  return (
    <td className="px-2 text-right tabular-nums phone:px-1">
      <Count value={sum} />
      {sum !== null && missing > 0 && (
        <span className="block text-12 font-normal whitespace-normal text-text-3">
          {m.clients_counts_missing({ shown: formatNumber(missing) })}
        </span>
      )}
    </td>
  )
}

const SKELETON_ROWS = 12

const SkeletonRows = () =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} className="h-11 phone:h-15">
      <Td>
        <span className="grid max-w-56 gap-2">
          <Skeleton width={row % 3 === 0 ? 'lg' : 'xl'} />
          <Skeleton width="md" />
        </span>
        {row === 0 && <output className="sr-only">{m.clients_loading()}</output>}
      </Td>
      <Td>
        <span className="ml-auto block w-6">
          <Skeleton />
        </span>
      </Td>
      <Td>
        <span className="ml-auto block w-12">
          <Skeleton />
        </span>
      </Td>
    </tr>
  ))
