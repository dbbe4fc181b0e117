import { memo, type CSSProperties } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { hiddenFields } from '#/domain/client/hidden-fields.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { rowNumber } from '#/ui/table/row-keys.ts'
import { gridClass, placedRowClass, rowClass } from '#/ui/table/table.tsx'
import { Icon, type IconName } from '#/ui/icon.tsx'
import type { ClientColumn, ClientDaysSearch } from './client-column.ts'
import { OWN_COLUMNS } from './own-columns.tsx'

const OWN_COUNTS = OWN_COLUMNS.length - 1

/* Plain links and buttons with clicks delegated by `data-does`, so that row props are stable. */

export const clientRowClass = `${gridClass} h-(--row) items-center phone:block`
export const clientCellClass = 'block min-w-0 truncate px-2'

interface ClientRowProps {
  client: ClientRead
  columns: readonly ClientColumn[]
  isPhone: boolean
  index: number
  /** Pixels from the top. */
  start: number
  isCurrent: boolean
  isPinned: boolean
  /** Undefined: not expandable. */
  isOpen: boolean | undefined
  /** Period of the overview it links to. */
  search: ClientDaysSearch
}

export const ClientRow = memo(
  ({ client, columns, isPhone, index, start, isCurrent, isPinned, isOpen, search }: ClientRowProps) => (
    <tr
      aria-rowindex={rowNumber(index)}
      style={{ top: start }}
      aria-current={isCurrent || undefined}
      className={classNames(
        clientRowClass,
        placedRowClass,
        'focus-within:bg-hover',
        // Opaque over the list's ruling, which doesn't know expanded rows.
        isCurrent ? rowClass({ selected: true }) : `bg-bg ${rowClass()}`,
      )}
    >
      {isPhone ? (
        <PhoneCell {...{ client, columns, isCurrent, isPinned, isOpen, search }} />
      ) : (
        <>
          <td className="sticky left-0 flex h-full min-w-0 items-center gap-1.5 bg-inherit pr-2 pl-4">
            <PinButton client={client} isPinned={isPinned} className="-ml-1.5" />
            <span className="flex min-w-0 grow items-center gap-x-2">
              <OpenLink client={client} search={search} className="min-w-16 truncate" />
              {isCurrent && <CurrentMark />}
              <ClientBadges client={client} />
            </span>
            {isOpen !== undefined && <DetailsButton client={client} isOpen={isOpen} />}
          </td>
          {columns.map(({ id, isNumeric, cell }, at) => (
            <td
              key={id}
              // A note spans the empty cells to its right.
              style={{ '--at': at + 2 } as CSSProperties}
              className={classNames(
                clientCellClass,
                'last:pr-4 empty:hidden has-data-rest:[grid-column:var(--at)/-1]',
                isNumeric && 'text-right tabular-nums',
              )}
            >
              {cell(client)}
            </td>
          ))}
        </>
      )}
    </tr>
  ),
)

const PhoneCell = ({
  client,
  columns,
  isCurrent,
  isPinned,
  isOpen,
  search,
}: Pick<ClientRowProps, 'client' | 'columns' | 'isCurrent' | 'isPinned' | 'isOpen' | 'search'>) => {
  const { side, line } = phoneLayout(columns)
  return (
    <td className="grid h-full grid-cols-[auto_minmax(0,1fr)_auto_auto] content-center items-center gap-x-1 pr-4 pl-1">
      <span className="col-start-2 grid min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          {/* The whole row is the link; other controls are above it. */}
          <OpenLink
            client={client}
            search={search}
            className="min-w-16 truncate text-15 leading-6 after:absolute after:inset-0"
          />
          {isCurrent && <CurrentMark />}
          {line.length > 0 && <ClientBadges client={client} />}
        </span>
        <span className="flex h-5 min-w-0 items-center gap-2">
          {line.length === 0 ? (
            <>
              <Email client={client} />
              <ClientBadges client={client} />
            </>
          ) : (
            <span className="flex min-w-0 gap-x-3 truncate text-12 text-text-2 tabular-nums">
              {line.map(({ id, label, cell, words }) => (
                <span key={id}>
                  {words?.(client) ?? (
                    <>
                      <span className="text-text-3">{label()}</span> {cell(client)}
                    </>
                  )}
                </span>
              ))}
            </span>
          )}
        </span>
      </span>
      <span className="col-start-3 grid text-right text-12 text-text-2 tabular-nums">
        {side.map(({ id, label, cell, words }) => (
          <span key={id} className="first:text-13 first:text-text">
            {words?.(client) ?? (
              <>
                <span className="sr-only">{label()} </span>
                {cell(client)}
              </>
            )}
          </span>
        ))}
      </span>
      <PinButton client={client} isPinned={isPinned} className="relative col-start-1 row-start-1" />
      <span className="relative col-start-4 row-start-1 min-w-3">
        {isOpen !== undefined && <DetailsButton client={client} isOpen={isOpen} />}
      </span>
    </td>
  )
}

/** Phone: the first figure of the comparison at the side, the others instead of the e-mail. */
export const phoneLayout = (columns: readonly ClientColumn[]) => {
  const [first, ...others] = columns.slice(OWN_COUNTS)
  if (!first) return { side: columns.toReversed(), line: [] }
  return {
    side: [first, ...others.filter(({ isAside }) => isAside)],
    line: others.filter(({ isAside, words }) => !isAside && words !== undefined),
  }
}

const OpenLink = ({
  client,
  search,
  className,
}: {
  client: ClientRead
  search: ClientDaysSearch
  className: string
}) => (
  <a
    href={`/overview?${new URLSearchParams({ client: client.client, ...search }).toString()}`}
    data-does="open"
    title={[...new Set([clientName(client), client.email ?? m.no_email()])].join('\n')}
    draggable={false}
    className={classNames('rounded-1 font-strong hover:underline', className)}
  >
    <bdi>{clientName(client)}</bdi>
  </a>
)

/** Restrictions of the client's account (G12). */
const ClientBadges = ({ client }: { client: ClientRead }) => {
  const hidden = [...hiddenFields(client)]
  return (
    <>
      {client.statistics_only && (
        <span title={m.statistics_only_title()} className="flex shrink-0">
          <Badge>{m.statistics_only()}</Badge>
        </span>
      )}
      {hidden.length > 0 && (
        // The second badge shrinks first.
        <span title={hidden.join(', ')} className={client.statistics_only ? 'flex min-w-0' : 'flex shrink-0'}>
          <Badge>{m.client_hidden_fields(counted(hidden.length))}</Badge>
          <span className="sr-only">{hidden.join(', ')}</span>
        </span>
      )}
    </>
  )
}

const CurrentMark = () => (
  <span className="inline-flex shrink-0 items-center gap-1 text-12 text-accent">
    <Icon name="check" size={14} />
    <span className="phone:sr-only">{m.client_current()}</span>
  </span>
)

const Email = ({ client: { email } }: { client: ClientRead }) => (
  <span className="block min-w-0 truncate text-12 text-text-3" title={email ?? undefined}>
    {email ? <bdi>{email}</bdi> : <Absent reason={m.no_email()} />}
  </span>
)

/** The label names the action; icon and position show the state. */
const PinButton = ({
  client,
  isPinned,
  className,
}: {
  client: ClientRead
  isPinned: boolean
  className: string
}) => {
  const name = clientName(client)
  return (
    <RowButton
      icon="pin"
      label={isPinned ? m.unpin({ name }) : m.pin({ name })}
      shortcut="p"
      does="pin"
      className={classNames(
        className,
        isPinned ? 'text-accent [&>svg]:fill-current' : 'text-line-control hover:text-text',
      )}
    />
  )
}

const DetailsButton = ({ client, isOpen }: { client: ClientRead; isOpen: boolean }) => (
  <RowButton
    icon={isOpen ? 'chevron-up' : 'chevron-down'}
    label={m.client_details({ name: clientName(client) })}
    isExpanded={isOpen}
    does="open-details"
    className="relative text-text-2 hover:text-text phone:col-start-4 phone:row-start-1 phone:-mr-3"
  />
)

/** Icon button without tooltip, which was most of a row's weight. */
const RowButton = ({
  icon,
  label,
  shortcut,
  does,
  isExpanded,
  className,
}: {
  icon: IconName
  label: string
  shortcut?: string
  does: string
  isExpanded?: boolean
  className: string
}) => (
  <button
    type="button"
    aria-label={label}
    aria-keyshortcuts={shortcut}
    aria-expanded={isExpanded}
    title={label}
    data-does={does}
    className={classNames(
      'grid size-7 shrink-0 cursor-default place-items-center rounded-2 hover:bg-press phone:size-10',
      className,
    )}
  >
    <Icon name={icon} />
  </button>
)
