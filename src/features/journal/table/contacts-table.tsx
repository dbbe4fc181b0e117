import { currentTime } from '#/api/transport/server-facts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type CSSProperties, type ReactNode, type RefCallback } from 'react'
import { knownStatusNames } from '#/api/status-names.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { useDensity, type Density } from '#/domain/preferences/density.ts'
import { useTextMarker } from '#/domain/cells/text-markers.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { getTimes, shownClock, useTimes, type Times } from '#/domain/preferences/times.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import { classNames } from '#/ui/class-names.ts'
import type { DrawnRow } from '#/ui/table/row-slots.ts'
import { placedRowsClass } from '#/ui/table/table.tsx'
import { useBoxRows } from '#/ui/table/box-rows.ts'
import { glyph } from '#/ui/icon.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { useIsPrinting } from '#/ui/use-is-printing.ts'
import { useHeight } from '#/ui/use-size.ts'
import type { ContactRow, ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import type { Listening } from '#/features/journal/listen/use-listening.tsx'
import { useSourceFilter } from '#/features/journal/filters/use-source-filter.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { noteScroll } from './edges/scrolled-aside.ts'
import { gridOf, laidColumns, type LaidColumn } from './column-layout.ts'
import type { CellContext } from './cell.ts'
import { OtherRow, ReadyRow } from './contact-row.tsx'
import { JournalFooter } from './journal-footer.tsx'
import { useRowAnnotations } from '#/features/journal/annotations/use-row-annotations.ts'
import { keepsSelection, useRowLinks } from './row-links.tsx'
import { offsetLabel } from '#/features/journal/contact-labels.ts'
import type { Offsets } from './use-offsets.ts'
import { TableHead } from './table-head.tsx'
import { useCurrentRow } from './use-current-row.ts'
import { usePointedRow } from './use-pointed-row.ts'
import type { TableLayout } from './use-table-layout.ts'
import { useIdleCode } from '#/ui/use-idle-code.ts'

export type VisibleRange = RowRange

/** Heights in pixels. */
const ROW = { compact: 28, regular: 32, relaxed: 40 } as const satisfies Record<Density, number>
const PHONE_ROW = 60
const SNIPPET = 20
const HEAD = 32

interface ContactsTableProps {
  oid: string | null
  journal: Journal
  rows: ContactRows
  layout: TableLayout
  offsets: Offsets
  /** Changing it resets the scroll position. */
  listKey: string
  onRange: (range: VisibleRange) => void
  /** Above a phone's rows: scrolling and sticky parts. */
  above: { readonly goes: ReactNode; readonly stays: ReactNode } | null
  /** Replaces the rows. */
  message: ReactNode
  /** The contact that is heard becomes the current row, and is brought into view. */
  listening: Pick<Listening, 'heard' | 'isPlaying' | 'play'>
  /** Between rows and footer. */
  dock: ReactNode
}

/**
 * Table "Contacts", virtualised over all matching contacts. All rows have one height, so nothing moves under the
 * pointer.
 */
export const ContactsTable = (props: ContactsTableProps) => {
  const isPhone = useIsPhone()
  const times = useTimes()
  return <List key={`${isPhone} ${times}`} isPhone={isPhone} {...props} />
}

const List = ({
  oid,
  journal,
  rows,
  layout,
  offsets,
  listKey,
  onRange,
  above,
  message,
  listening,
  dock,
  isPhone,
}: ContactsTableProps & { isPhone: boolean }) => {
  const box = useRef<HTMLDivElement>(null)
  const density = useDensity()
  const line = isPhone ? PHONE_ROW : ROW[density]
  // Presentation mode hides texts and their matches.
  const searched = privacyMode === null ? journal.search.q : undefined
  const row = searched === undefined ? line : line + SNIPPET
  const count = message ? 0 : rows.first ? rows.count : 20
  const [goesHeight, goes] = useHeight()
  const [staysHeight, stays] = useHeight()
  const head = isPhone ? 0 : HEAD
  const pointed = usePointedRow(box)
  const { range, drawn, isMoving, first, top, scrollTo } = useBoxRows({
    box,
    count,
    row,
    head,
    lead: goesHeight + staysHeight,
    // With the player, the sticky part gives way to rows.
    stays: dock ? 0 : staysHeight,
    listKey,
    onRange,
    onStill: pointed.onStill,
  })

  const { heard, isPlaying, play } = listening
  const links = useRowLinks(rows, journal, oid)
  const current = useCurrentRow({
    rows,
    range,
    box,
    scrollTo,
    open: links.open,
    play: (index) => {
      const one = rows.at(index)
      if (one.state === 'ready') listening.play(index, one.call)
    },
    heard,
  })
  const stop = drawn.some(({ index }) => index === current.index) ? current.index : first

  const byDate = journal.search.order_field === undefined
  const columns = useMemo(
    () => laidColumns(layout, byDate, offsets.isMixed),
    [layout, byDate, offsets.isMixed],
  )
  const { template, least } = useMemo(() => gridOf(columns, layout.widths), [columns, layout.widths])
  const onPaper = useIsPrinting() && rows.first ? loadedAround(rows, range) : null
  const { renderAnnotation, markOf } = useRowAnnotations(
    rows,
    onPaper ?? range,
    oid,
    !isPhone && columns.some(({ shows }) => shows === null),
  )
  const context = useCellContext({
    journal,
    oid,
    hidden: layout.hidden,
    offsets,
    searched,
    renderAnnotation,
    onPlay: play,
  })
  const statusNames = useStatusNames(rows)

  const draw = ({ index, slot, isPassing }: DrawnRow) => {
    const one = rows.first ? rows.at(index) : LOADING
    const place = {
      index,
      top: index * row,
      columns: isPhone ? null : columns,
      isCurrent: index === current.index,
    }
    if (one.state !== 'ready')
      return (
        <OtherRow
          key={slot}
          {...place}
          row={one}
          saysFailed={index === 0 || index === range.start || rows.at(index - 1).state !== 'failed'}
        />
      )
    return (
      <ReadyRow
        key={slot}
        {...place}
        call={one.call}
        context={context}
        mark={markOf(one.call)}
        isActive={index === pointed.index || index === current.index}
        isStop={index === stop}
        isPassing={isPassing}
        heard={heard?.index === index && heard.id === one.call.id ? (isPlaying ? 'playing' : 'paused') : null}
        firstOfDay={byDate ? index === top || isFirstOfDay(rows, index) : null}
        objectTitle={oid === null && one.call.obj_oid !== null ? rows.objectTitle(one.call.obj_oid) : null}
        statusName={one.call.status === null ? undefined : statusNames.get(one.call.status)}
      />
    )
  }
  return (
    <>
      <div
        ref={box}
        // The router restores the scroll position.
        data-scroll-restoration-id="contacts"
        tabIndex={-1}
        style={sizesOf({ row, line, template, least })}
        aria-busy={rows.isPrevious || !rows.first}
        {...current.handlers}
        {...keepsSelection}
        onScroll={({ currentTarget }) => noteScroll(currentTarget)}
        className="group/list relative isolate min-h-0 grow scroll-pt-8 phone:scroll-pt-14 scroll-pl-34 overflow-auto"
      >
        {above && <Above {...above} goesBy={goes} staysBy={stays} isSticky={!dock} />}
        {!isPhone && <IdleEdges columns={columns} layout={layout} />}
        <TableFrame rows={rows} columns={columns} journal={journal} layout={layout} isPhone={isPhone}>
          <tbody
            {...links.handlers}
            {...pointed.handlers(isMoving)}
            style={{ height: count * row, ...glyph('chevron-right') }}
            className={`${placedRowsClass} leading-[calc(var(--values)-1px)]`}
          >
            {(onPaper === null ? drawn : drawnOf(onPaper)).map(draw)}
          </tbody>
        </TableFrame>
        {message}
      </div>
      {dock}
      <JournalFooter
        rows={rows}
        range={onPaper ?? range}
        times={offsetLabel(offsets, oid === null)}
        offset={offsets.main}
      />
    </>
  )
}

const sizesOf = ({
  row,
  line,
  template,
  least,
}: Readonly<Record<'row' | 'line' | 'least', number>> & { template: string }) =>
  ({
    '--row': `${row}px`,
    '--values': `${line}px`,
    '--columns': template,
    '--least': `${least}px`,
  }) as CSSProperties

const Above = ({
  goes,
  stays,
  goesBy,
  staysBy,
  isSticky,
}: NonNullable<ContactsTableProps['above']> & {
  goesBy: RefCallback<HTMLElement>
  staysBy: RefCallback<HTMLElement>
  isSticky: boolean
}) => (
  <>
    <div ref={goesBy}>{goes}</div>
    <div ref={staysBy} className={classNames('z-bar bg-bg', isSticky && 'sticky top-0')}>
      {stays}
    </div>
  </>
)

const TableFrame = ({
  rows,
  columns,
  journal,
  layout,
  isPhone,
  children,
}: Pick<ContactsTableProps, 'rows' | 'journal' | 'layout'> & {
  columns: readonly LaidColumn[]
  isPhone: boolean
  children: ReactNode
}) => (
  <table
    aria-label={m.contacts_table()}
    aria-rowcount={rows.first ? rows.count + 1 : -1}
    aria-colcount={columns[0]?.place === undefined ? undefined : layout.available.length}
    className={classNames(
      'block w-full text-left text-13 desk:min-w-(--least)',
      rows.isPrevious && 'opacity-60 transition-opacity delay-150',
    )}
  >
    <thead className="sticky top-0 z-sticky block">
      {isPhone ? (
        <tr className="sr-only" aria-rowindex={1}>
          <th scope="col">{m.contacts_table()}</th>
        </tr>
      ) : (
        <TableHead columns={columns} journal={journal} layout={layout} />
      )}
    </thead>
    {children}
  </table>
)

/** Stable, so that rows don't re-render. */
const useCellContext = ({
  searched,
  ...given
}: Pick<CellContext, 'journal' | 'oid' | 'hidden' | 'offsets' | 'renderAnnotation' | 'onPlay'> & {
  searched: string | undefined
}): CellContext => {
  const { scope } = useSignedIn()
  const [now] = useState(() => currentTime())
  const [isTouched] = useState(() => matchMedia('(pointer: coarse)').matches)
  const context = {
    ...given,
    client: scope.client,
    now,
    isTouched,
    marker: useTextMarker(searched),
    onSource: useSourceFilter(given.journal, given.oid, given.hidden),
  }
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo<CellContext>(() => context, Object.values(context))
}

/** Derived from pages, so stable while rows are. */
const useStatusNames = (rows: ContactRows) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => knownStatusNames(queryClient, scope), [queryClient, scope, rows])
}

const LOADING: ContactRow = { state: 'loading' }

/** Prints the visible rows and loaded ones around them. */
const loadedAround = (rows: ContactRows, { start, end }: RowRange): RowRange => {
  const isThere = (index: number) =>
    index >= 0 && index < rows.count && !/loading|failed/.test(rows.at(index).state)
  let from = start
  let to = Math.min(end, rows.count)
  while (isThere(from - 1)) from--
  while (isThere(to)) to++
  return { start: from, end: to }
}
const drawnOf = ({ start, end }: RowRange): readonly DrawnRow[] =>
  Array.from({ length: end - start }, (_, at) => ({ index: start + at, slot: at, isPassing: false }))

const days = { own: new WeakMap<ListedCallRead, string | null>(), mine: new WeakMap() } satisfies Record<
  Times,
  WeakMap<ListedCallRead, string | null>
>
/** Memoised: called for every visible row per frame. */
const dayOf = (call: ListedCallRead): string | null => {
  const by = getTimes()
  const known = days[by].get(call)
  if (known !== undefined) return known
  const day = shownClock(call.date, by)?.day ?? null
  days[by].set(call, day)
  return day
}

/** Unknown while the previous page is missing; the header shows the day then. */
const isFirstOfDay = (rows: ContactRows, index: number): boolean => {
  const row = rows.at(index)
  if (row.state !== 'ready') return false
  if (index === 0) return true
  const previous = rows.at(index - 1)
  return previous.state === 'ready' && dayOf(previous.call) !== dayOf(row.call)
}

const fetchEdges = () => import('./edges/column-edges.tsx')

/** Resize handles, loaded at idle: visible only on hover or focus. */
const IdleEdges = (props: { columns: readonly LaidColumn[]; layout: TableLayout }) => {
  const edges = useIdleCode(fetchEdges)
  return edges && <edges.ColumnEdges {...props} />
}
