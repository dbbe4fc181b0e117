import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { runway } from '#/analytics/judge/runway.ts'
import type { Unreadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { objectName } from '#/domain/marks/object-name.ts'
import type { RowOrder } from '#/domain/preferences/row-order.ts'
import { RunwayFigure } from '#/domain/runway/runway-figure.tsx'
import { columnText } from '#/domain/runway/runway-words.ts'
import { UnreadableRecord } from '#/domain/notice/unreadable-record.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Table, Td, Th, Tr } from '#/ui/data/table.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'
import {
  City,
  Count,
  DueBadges,
  PaidUntil,
  PhoneLabel,
  Sessions,
  SiteOrNumber,
  Tariff,
  Tracking,
} from './object-cells.tsx'
import type { ObjectColumn } from './object-list.ts'
import { rowLook } from './row-look.ts'
import { SkeletonRows } from './skeleton-rows.tsx'

/** The columns that sort, in the order of the table. */
export const objectColumns = (): { id: ObjectColumn; label: string }[] => [
  { id: 'title', label: m.object_column() },
  { id: 'sessions', label: m.object_sessions() },
  { id: 'runway', label: columnText() },
  { id: 'numbers', label: m.object_numbers() },
  { id: 'calls', label: m.object_calls() },
  { id: 'paid_until', label: m.object_paid_until() },
]

/** Objects in rows of 60 px; `objects` is undefined while they are on their way. */
export const ObjectsTable = ({
  ref,
  objects,
  unreadable,
  today,
  order,
  onSort,
}: {
  ref: RefObject<HTMLTableElement | null>
  objects: readonly ObjRead[] | undefined
  unreadable: readonly Unreadable[]
  /** `YYYY-MM-DD`: runways begin here. */
  today: string
  order: RowOrder<ObjectColumn>
  onSort: (column: ObjectColumn) => void
}) => {
  const header = (column: ObjectColumn) => ({
    sorted: order.column === column ? order.direction : undefined,
    onSort: () => onSort(column),
  })
  return (
    <div className="relative desk:overflow-x-auto">
      <Table
        ref={ref}
        aria-label={m.objects_title()}
        aria-busy={objects === undefined}
        className="desk:min-w-296 desk:table-fixed phone:block phone:border-t phone:border-line-strong"
      >
        <thead className="phone:hidden">
          <tr>
            <Th {...header('title')}>{m.object_column()}</Th>
            <Th className="w-24">{m.object_tracking()}</Th>
            <Th className="w-34" {...header('sessions')}>
              {m.object_sessions()}
            </Th>
            <Th className="w-62" {...header('runway')}>
              {columnText()}
            </Th>
            <Th numeric className="w-22" {...header('numbers')}>
              {m.object_numbers()}
            </Th>
            <Th numeric className="w-29 pr-14" {...header('calls')}>
              {m.object_calls()}
            </Th>
            <Th className="w-28">{m.object_tariff()}</Th>
            <Th className="w-26">{m.object_city()}</Th>
            <Th className="w-28" {...header('paid_until')}>
              {m.object_paid_until()}
            </Th>
          </tr>
        </thead>
        <tbody className="phone:block">
          {objects ? (
            objects.map((object) => <ObjectRow key={object.oid} object={object} today={today} />)
          ) : (
            <SkeletonRows />
          )}
          {unreadable.map((record, index) => (
            // Nothing identifies them, and they never change places.
            <tr key={index} className="phone:block">
              <Td colSpan={9} className="bg-warning-soft phone:block">
                <UnreadableRecord record={record} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const ObjectRow = ({ object, today }: { object: ObjRead; today: string }) => (
  <Tr
    height="tall"
    className={`${rowLook.row} has-[:focus-visible]:bg-selected desk:has-[:focus-visible]:shadow-[inset_2px_0_var(--accent)]`}
  >
    <Td className={rowLook.name}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal phone:pr-24">
        <Link
          to="/objects/$oid"
          params={{ oid: object.oid }}
          state={{ fromObjects: true }}
          data-to="object"
          className="relative line-clamp-3 scroll-my-18 rounded-1 font-strong wrap-anywhere hover:underline phone:text-15 phone:after:absolute phone:after:-inset-2"
        >
          <bdi>{objectName(object)}</bdi>
        </Link>
        <DueBadges object={object} />
      </span>
      <span className="line-clamp-2 text-12 wrap-anywhere whitespace-normal text-text-3 phone:mt-0.5">
        <SiteOrNumber object={object} />
      </span>
    </Td>
    <Td className={rowLook.tracking}>
      <Tracking on={object.is_tracking} />
    </Td>
    <Td className={rowLook.sessions}>
      <Sessions object={object} />
    </Td>
    <Td className={rowLook.runway}>
      <RunwayFigure runway={runway(object, today)} />
    </Td>
    <Td numeric className={rowLook.quiet}>
      <PhoneLabel>{m.object_numbers()}</PhoneLabel>
      <Count value={object.numbers} />
    </Td>
    <Td numeric className={rowLook.quiet}>
      <span className="inline-flex items-center">
        <span>
          <PhoneLabel>{m.object_calls()}</PhoneLabel>
          <Count value={object.calls_count} />
        </span>
        <Ways object={object} />
      </span>
    </Td>
    <Td className={`${rowLook.quiet} text-text-2`}>
      <PhoneLabel>{m.object_tariff()}</PhoneLabel>
      <Tariff object={object} />
    </Td>
    <Td className={`${rowLook.quiet} text-text-2`}>
      <PhoneLabel>{m.object_city()}</PhoneLabel>
      <City city={object.city} />
    </Td>
    <Td className={`${rowLook.quiet} text-text-2 tabular-nums`}>
      <PhoneLabel>{m.object_paid_until()}</PhoneLabel>
      <PaidUntil written={object.expiration_date} />
    </Td>
  </Tr>
)

const WAY =
  'grid size-6 place-items-center rounded-2 text-text-3 hover:bg-press hover:text-text phone:size-10'

/** The ways to what the calls are and what they add up to; on a phone in the row's corner. */
const Ways = ({ object }: { object: ObjRead }) => {
  const name = objectName(object)
  const [journal, overview] = [m.object_journal({ name }), m.overview_of({ name })]
  return (
    <span className="flex phone:absolute phone:right-1 phone:bottom-1.5">
      <Tooltip text={journal}>
        <Link to="/objects/$oid/calls" params={{ oid: object.oid }} aria-label={journal} className={WAY}>
          <Icon name="journal" />
        </Link>
      </Tooltip>
      <Tooltip text={overview}>
        <Link to="/overview" search={{ object: object.oid }} aria-label={overview} className={WAY}>
          <Icon name="overview" />
        </Link>
      </Tooltip>
    </span>
  )
}
