import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { expirationDay } from '#/analytics/expiration.ts'
import type { Unreadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { objectDetail, objectName } from '#/features/shell/object-name.ts'
import type { RowOrder } from '#/features/shell/preference/row-order.ts'
import { UnreadableRecord } from '#/features/shell/state/unreadable-record.tsx'
import { formatDay, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { Progress } from '#/ui/data/progress.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import { Table, Td, Th, Tr } from '#/ui/data/table.tsx'
import { sessionShare, sessionTone, type ObjectColumn } from './object-list.ts'

/** The columns that sort, in the order of the table. */
export const objectColumns = (): { id: ObjectColumn; label: string }[] => [
  { id: 'title', label: m.object_column() },
  { id: 'sessions', label: m.object_sessions() },
  { id: 'numbers', label: m.object_numbers() },
  { id: 'calls', label: m.object_calls() },
  { id: 'paid_until', label: m.object_paid_until() },
]

/**
 * On a phone the row is a block: name and tracking, badges, site, sessions with their meter, and the counts in a quiet
 * last line that says what each is, since there is no header.
 */
const rowLook =
  'phone:relative phone:flex phone:h-auto phone:flex-wrap phone:gap-x-3 phone:gap-y-1.5 phone:border-b phone:border-line phone:px-4 phone:py-3'
const cellLook = 'phone:border-0! phone:p-0!'
const quietLook = `${cellLook} phone:basis-[calc(50%-6px)] phone:text-left phone:text-12 phone:text-text-3`
const nameLook = `${cellLook} py-1.5 phone:basis-full`
const trackingLook = `${cellLook} phone:absolute phone:top-3 phone:right-4`
const sessionsLook = `${cellLook} phone:basis-full`

/** Objects in rows of 60 px; `objects` is undefined while they are on their way. */
export const ObjectsTable = ({
  objects,
  unreadable,
  order,
  onSort,
}: {
  objects: readonly ObjRead[] | undefined
  unreadable: readonly Unreadable[]
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
        aria-label={m.objects_title()}
        aria-busy={objects === undefined}
        className="phone:block phone:border-t phone:border-line-strong"
      >
        <thead className="phone:hidden">
          <tr>
            <Th className="w-1/3 min-w-60" {...header('title')}>
              {m.object_column()}
            </Th>
            <Th className="w-32">{m.object_tracking()}</Th>
            <Th className="w-60" {...header('sessions')}>
              {m.object_sessions()}
            </Th>
            <Th numeric className="w-28" {...header('numbers')}>
              {m.object_numbers()}
            </Th>
            <Th numeric className="w-28" {...header('calls')}>
              {m.object_calls()}
            </Th>
            <Th className="w-44 pl-8">{m.object_tariff()}</Th>
            <Th className="w-40" {...header('paid_until')}>
              {m.object_paid_until()}
            </Th>
          </tr>
        </thead>
        <tbody className="phone:block">
          {objects ? (
            objects.map((object) => <ObjectRow key={object.oid} object={object} />)
          ) : (
            <SkeletonRows />
          )}
          {unreadable.map((record, index) => (
            // Nothing identifies them, and they never change places.
            <tr key={index} className="phone:block">
              <Td colSpan={7} className="bg-warning-soft phone:block">
                <UnreadableRecord record={record} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const ObjectRow = ({ object }: { object: ObjRead }) => (
  <Tr height="tall" className={rowLook}>
    <Td className={nameLook}>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal phone:pr-24">
        <Link
          to="/objects/$oid/calls"
          params={{ oid: object.oid }}
          className="relative line-clamp-3 rounded-1 font-strong wrap-anywhere hover:underline phone:text-15 phone:after:absolute phone:after:-inset-2"
        >
          <bdi>{objectName(object)}</bdi>
        </Link>
        {object.needs_renewing && (
          <Badge tone="warning" icon="clock">
            {m.needs_renewing()}
          </Badge>
        )}
        {object.needs_increasing && (
          <Badge tone="missed" icon="alert">
            {m.needs_increasing()}
          </Badge>
        )}
      </span>
      <span className="line-clamp-2 text-12 wrap-anywhere whitespace-normal text-text-3 phone:mt-0.5">
        <SiteOrNumber object={object} />
      </span>
    </Td>
    <Td className={trackingLook}>
      <Tracking on={object.is_tracking} />
    </Td>
    <Td className={sessionsLook}>
      <Sessions object={object} />
    </Td>
    <Td numeric className={quietLook}>
      <PhoneLabel>{m.object_numbers()}</PhoneLabel>
      <Count value={object.numbers} />
    </Td>
    <Td numeric className={quietLook}>
      <PhoneLabel>{m.object_calls()}</PhoneLabel>
      <Count value={object.calls_count} />
    </Td>
    <Td className={`${quietLook} text-text-2 desk:pl-8`}>
      <PhoneLabel>{m.object_tariff()}</PhoneLabel>
      <span className="wrap-anywhere whitespace-normal desk:line-clamp-2 desk:min-w-24">
        {object.tariff?.name ? <bdi>{object.tariff.name}</bdi> : <Absent reason={m.no_tariff()} />}
      </span>
    </Td>
    <Td className={`${quietLook} text-text-2 tabular-nums`}>
      <PhoneLabel>{m.object_paid_until()}</PhoneLabel>
      <PaidUntil written={object.expiration_date} />
    </Td>
  </Tr>
)

/** On a phone there is no header to say what a figure is. */
const PhoneLabel = ({ children }: { children: string }) => <span className="desk:hidden">{children} </span>

/** The line under the name: the site or the number, whichever the name is not already. */
const SiteOrNumber = ({ object }: { object: ObjRead }) => {
  const detail = objectDetail(object)
  return detail === null ? <Absent reason={m.no_site_or_number()} /> : <bdi>{detail}</bdi>
}

const Tracking = ({ on }: { on: boolean | null }) => {
  if (on === null) return <Absent reason={m.no_tracking()} />
  return on ? (
    <StatusMark tone="answered" icon="check">
      {m.tracking_on()}
    </StatusMark>
  ) : (
    <StatusMark tone="neutral" icon="minus" className="text-text-3">
      {m.tracking_off()}
    </StatusMark>
  )
}

const Sessions = ({ object }: { object: ObjRead }) => {
  const { sessions_used: used, sessions: limit } = object
  if (used === null)
    return (
      <span className="phone:text-12 phone:text-text-3">
        <PhoneLabel>{m.object_sessions()}</PhoneLabel>
        <Absent reason={m.no_count()} />
      </span>
    )
  const share = sessionShare(object)
  const allowed = limit === null ? '–' : formatNumber(limit)
  return (
    <span className="grid max-w-44 gap-1 tabular-nums phone:max-w-none">
      <span>
        <span className="font-strong">{formatNumber(used)}</span>{' '}
        <span title={limit === null ? m.no_limit() : undefined} className="text-text-3">
          <span className="phone:hidden">{m.sessions_of({ limit: allowed })}</span>
          <span className="desk:hidden">{m.sessions_of_named({ limit: allowed })}</span>
        </span>
      </span>
      {share !== null && limit !== null && (
        <Progress
          kind="meter"
          label={m.object_sessions()}
          value={used}
          max={limit}
          valueText={m.sessions_of_limit({ used: formatNumber(used), limit: allowed })}
          tone={sessionTone(share)}
        />
      )}
    </span>
  )
}

const Count = ({ value }: { value: number | null }): ReactNode =>
  value === null ? <Absent reason={m.no_count()} /> : formatNumber(value)

/** The day in the language's form with the service's own writing behind it; an odd one as it is written (G15). */
const PaidUntil = ({ written }: { written: string | null }) => {
  if (!written) return <Absent reason={m.no_paid_until()} />
  const day = expirationDay(written)
  if (day !== null) return <span title={written}>{formatDay(day)}</span>
  return (
    <bdi className="wrap-anywhere whitespace-normal desk:line-clamp-2" title={written}>
      {written}
    </bdi>
  )
}

const SKELETON_ROWS = 8

const SkeletonRows = () =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} className={`h-15 ${rowLook}`}>
      <Td className={nameLook}>
        <span className="grid max-w-60 gap-2.5">
          <Skeleton width={row % 3 === 0 ? 'lg' : 'xl'} />
          <Skeleton width="md" />
        </span>
        {row === 0 && <output className="sr-only">{m.objects_loading()}</output>}
      </Td>
      <Td className={trackingLook}>
        <span className="block w-10">
          <Skeleton />
        </span>
      </Td>
      <Td className={`${sessionsLook} phone:mt-2`}>
        <span className="grid max-w-44 gap-2.5 phone:max-w-none">
          <Skeleton width="sm" />
          <Skeleton className="h-1" />
        </span>
      </Td>
      {['ml-auto w-6', 'ml-auto w-12', 'w-16 desk:ml-6', 'w-20'].map((look) => (
        <Td key={look} className={quietLook}>
          <span className={`block phone:ml-0 ${look}`}>
            <Skeleton />
          </span>
        </Td>
      ))}
    </tr>
  ))
