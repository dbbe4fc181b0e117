import { Link } from '@tanstack/react-router'
import type { RefObject } from 'react'
import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'
import type { Unreadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { ExpiryForecastFigure } from '#/domain/expiry-forecast/expiry-forecast-figure.tsx'
import { columnText } from '#/domain/expiry-forecast/expiry-forecast-labels.ts'
import { useLinkTo } from '#/domain/navigation-context.ts'
import { UnreadableRecord } from '#/domain/notice/unreadable-record.tsx'
import { getLocale, type Locale } from '#/i18n/locale.ts'
import { CountValue } from '#/domain/cells/count-value.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { SortHead, Table, Td, Tr, type RowOrder } from '#/ui/table/table.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'
import {
  City,
  DueBadges,
  PaidUntil,
  PhoneLabel,
  SessionsCell,
  SiteOrNumber,
  Tariff,
  Tracking,
} from './object-cells.tsx'
import { FIRST_OBJECTS_DIRECTION, type ObjectColumn } from './object-list.ts'
import { Skeleton } from '#/ui/state/skeleton.tsx'

/** Columns with widths in pixels, by language if needed; the object takes the rest. */
const COLUMNS = [
  { id: 'title', name: m.object_column, width: null },
  { id: 'tracking', name: m.object_tracking, width: { en: 92, ru: 104 } },
  { id: 'sessions', name: m.object_sessions, width: 124 },
  { id: 'runway', name: columnText, width: 192 },
  // Room for the sort arrow between columns.
  { id: 'numbers', name: m.object_numbers, width: 68, numeric: true, className: '[&>button]:-ml-4.5' },
  // Row links are at the end.
  { id: 'calls', name: m.object_calls, width: 104, numeric: true, className: 'pr-14' },
  { id: 'tariff', name: m.object_tariff, width: 112 },
  { id: 'city', name: m.object_city, width: 108 },
  { id: 'paid_until', name: m.object_paid_until, width: { en: 108, ru: 96 } },
] as const
const widthsIn = (locale: Locale) =>
  COLUMNS.map(({ width }) => (width === null || typeof width === 'number' ? width : width[locale]))

const isSorting = (column: (typeof COLUMNS)[number]['id']): column is ObjectColumn =>
  column in FIRST_OBJECTS_DIRECTION

export const sortingColumns = () =>
  COLUMNS.flatMap(({ id, name }) =>
    isSorting(id) ? [{ id, label: name(), firstDirection: FIRST_OBJECTS_DIRECTION[id] }] : [],
  )

/** Rows of 60 px; undefined `objects`: loading. */
export const ObjectsTable = ({
  ref,
  objects,
  unreadable,
  todayOf,
  order,
  onSort,
}: {
  ref: RefObject<HTMLTableElement | null>
  objects: readonly ObjRead[] | undefined
  unreadable: readonly Unreadable[]
  /** `YYYY-MM-DD`, start of expiry forecasts. */
  todayOf: (oid: string) => string
  order: RowOrder<ObjectColumn>
  onSort: (column: ObjectColumn) => void
}) => {
  return (
    <div className="relative desk:overflow-x-auto">
      <Table
        ref={ref}
        aria-label={m.objects_title()}
        aria-busy={objects === undefined}
        widths={widthsIn(getLocale())}
        className="desk:min-w-276 phone:block phone:border-t phone:border-line-strong"
      >
        <thead className="phone:hidden">
          <SortHead
            columns={COLUMNS.map(({ name, ...column }) => ({
              ...column,
              label: name(),
              sorts: isSorting(column.id),
            }))}
            order={order}
            onSort={(column) => isSorting(column) && onSort(column)}
          />
        </thead>
        <tbody className="phone:block">
          {objects ? (
            objects.map((object) => (
              <ObjectRow key={object.oid} object={object} today={todayOf(object.oid)} />
            ))
          ) : (
            <SkeletonRows />
          )}
          {unreadable.map((record, index) => (
            // No id, fixed order.
            <tr key={index} className="phone:block">
              <Td colSpan={COLUMNS.length} className="bg-warning-soft phone:block">
                <UnreadableRecord record={record} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const cell = 'phone:border-0! phone:p-0!'
const wide = `${cell} phone:basis-full`

const rowClasses = {
  row: 'phone:relative phone:flex phone:h-auto phone:flex-wrap phone:gap-x-3 phone:gap-y-2 phone:border-b phone:border-line phone:px-4 phone:py-3',
  name: `${wide} py-1.5`,
  tracking: `${cell} phone:absolute phone:top-3 phone:right-4`,
  sessions: `${wide} phone:order-2`,
  expiry: `${wide} phone:order-1`,
  quiet: `${cell} phone:order-3 phone:basis-[calc(50%-6px)] phone:text-left phone:text-12 phone:text-text-2 phone:not-last:-mb-1`,
} as const

const ObjectRow = ({ object, today }: { object: ObjRead; today: string }) => (
  <Tr
    height="tall"
    className={`${rowClasses.row} has-[:focus-visible]:bg-selected desk:has-[:focus-visible]:shadow-[inset_2px_0_var(--accent)]`}
  >
    <Td className={rowClasses.name}>
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
    <Td className={rowClasses.tracking}>
      <Tracking on={object.is_tracking} />
    </Td>
    <Td className={rowClasses.sessions}>
      <SessionsCell object={object} />
    </Td>
    <Td className={rowClasses.expiry}>
      <ExpiryForecastFigure expiry={forecastExpiry(object, today)} />
    </Td>
    <Td numeric className={`${rowClasses.quiet} wrap-anywhere whitespace-normal`}>
      <PhoneLabel>{m.object_numbers()}</PhoneLabel>
      <CountValue value={object.numbers} />
    </Td>
    <Td numeric className={rowClasses.quiet}>
      <span className="inline-flex items-center">
        <span>
          <PhoneLabel>{m.object_calls()}</PhoneLabel>
          <CountValue value={object.calls_count} />
        </span>
        <Ways object={object} />
      </span>
    </Td>
    <Td className={`${rowClasses.quiet} text-text-2`}>
      <PhoneLabel>{m.object_tariff()}</PhoneLabel>
      <Tariff object={object} />
    </Td>
    <Td className={`${rowClasses.quiet} text-text-2`}>
      <PhoneLabel>{m.object_city()}</PhoneLabel>
      <City city={object.city} />
    </Td>
    <Td className={`${rowClasses.quiet} text-text-2 tabular-nums`}>
      <PhoneLabel>{m.object_paid_until()}</PhoneLabel>
      <PaidUntil written={object.expiration_date} />
    </Td>
  </Tr>
)

const WAY =
  'grid size-6 place-items-center rounded-2 text-text-3 hover:bg-press hover:text-text phone:size-10'

/** Links to calls and overview; in the corner on a phone. */
const Ways = ({ object }: { object: ObjRead }) => {
  const linkTo = useLinkTo()
  const name = objectName(object)
  const [journal, overview] = [m.object_journal({ name }), m.overview_of({ name })]
  return (
    <span className="flex phone:absolute phone:right-1 phone:bottom-1.5">
      <Tooltip text={journal}>
        <Link {...linkTo('/calls', object.oid)} aria-label={journal} className={WAY}>
          <Icon name="journal" />
        </Link>
      </Tooltip>
      <Tooltip text={overview}>
        <Link {...linkTo('/overview', object.oid)} aria-label={overview} className={WAY}>
          <Icon name="overview" />
        </Link>
      </Tooltip>
    </span>
  )
}

const SKELETON_ROWS = 8
const QUIET = ['ml-auto w-6', 'mr-8 ml-auto w-12', 'w-16', 'w-18', 'w-20']

const SkeletonRows = () =>
  Array.from({ length: SKELETON_ROWS }, (_, row) => (
    <tr key={row} className={`h-15 ${rowClasses.row}`}>
      <Td className={rowClasses.name}>
        <span className="grid max-w-60 gap-2.5">
          <Skeleton width={row % 3 === 0 ? 'lg' : 'xl'} />
          <Skeleton width="md" />
        </span>
        {row === 0 && <output className="sr-only">{m.objects_loading()}</output>}
      </Td>
      <Td className={rowClasses.tracking}>
        <span className="block w-10">
          <Skeleton />
        </span>
      </Td>
      <Td className={rowClasses.sessions}>
        <span className="grid gap-2.5">
          <Skeleton width="sm" />
          <Skeleton className="h-1" />
        </span>
      </Td>
      <Td className={rowClasses.expiry}>
        <span className="grid gap-2.5">
          <Skeleton className="h-1" />
          <Skeleton width="sm" />
        </span>
      </Td>
      {QUIET.map((alignment) => (
        <Td key={alignment} className={rowClasses.quiet}>
          <span className={`block phone:mx-0 ${alignment}`}>
            <Skeleton />
          </span>
        </Td>
      ))}
    </tr>
  ))
