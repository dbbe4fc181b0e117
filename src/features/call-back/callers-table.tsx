import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { CallBackOutcome } from '#/contract/annotations/annotations.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { Icon } from '#/ui/icon.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { useIsNarrow } from '#/ui/use-is-phone.ts'
import { indexOfRow, rowNumber, useRowFocus, useRowKeys } from '#/ui/table/row-keys.ts'
import { Table, Td, Th, Tr, TwoLines } from '#/ui/table/table.tsx'
import {
  Became,
  Dial,
  Foreign,
  sourceText,
  todayOf,
  WaitingTime,
  Who,
  WORDS_SHOWN,
  type Sight,
} from './caller-parts.tsx'
import { RowActions, type RowActs } from './row-actions.tsx'
import type { CallerRow } from './rows.ts'
import { targetChanceText, dealText, lastEndText, lastMomentText, storyText, triesText } from './labels.ts'

const WIDTHS = [176, null, 196, 76, null, 104, 172]
const NARROW_WIDTHS = [180, null, 204, 76, 176]
const FOCUSED = 'a, button'

const OUTCOME_OF_KEY: Readonly<Record<string, CallBackOutcome>> = {
  c: 'called',
  n: 'no_answer',
  x: 'not_needed',
}

export interface CallersProps {
  readonly rows: readonly CallerRow[]
  readonly sight: Sight
  readonly acts: RowActs
}

export const CallersTable = ({ rows, sight, acts }: CallersProps) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const focusRow = useRowFocus(body, FOCUSED)
  const isNarrow = useIsNarrow()
  const blocked = useSaveBlocked(true)
  const found = rows.findIndex(({ key }) => key === current)
  // The first is the default.
  const shown = found < 0 ? 0 : found
  const last = useRef(0)
  useLayoutEffect(() => {
    if (found >= 0) last.current = found
    // After a handled row disappears, focus moves to its successor.
    else if (current !== null && document.activeElement === document.body && rows.length > 0)
      focusRow(Math.min(last.current, rows.length - 1))
  })
  useRowKeys({
    table: body,
    count: () => rows.length,
    current: () => found,
    firstInView: () => 0,
    go: (index) => {
      const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
      if (row) focusRow(rows.indexOf(row))
    },
    hasArrows: true,
    other: (key, index) => {
      const row = rows[index]
      const outcome = OUTCOME_OF_KEY[key.toLowerCase()]
      const isNote = key.toLowerCase() === 'm'
      if (!row || !(isNote || (outcome !== undefined && row.is === 'open'))) return false
      if (blocked !== undefined) showToast({ text: blocked })
      else if (isNote) acts.note(row)
      else if (outcome !== undefined) acts.mark(row, outcome)
      return true
    },
  })
  const onFocus = useEffectEvent(({ target }: FocusEvent) =>
    setCurrent(rows[indexOfRow(target instanceof Element ? target : null)]?.key ?? null),
  )
  useEffect(() => {
    const listen = (event: FocusEvent) => onFocus(event)
    const rowsBody = body.current
    rowsBody?.addEventListener('focusin', listen)
    return () => rowsBody?.removeEventListener('focusin', listen)
  }, [])
  return (
    <Table
      aria-label={m.call_back_callers()}
      widths={isNarrow ? NARROW_WIDTHS : WIDTHS}
      aria-rowcount={rows.length + 1}
    >
      <thead>
        <tr aria-rowindex={1}>
          <Th>{m.col_caller()}</Th>
          <Th>{m.call_back_source_object()}</Th>
          <Th>{m.call_back_tries()}</Th>
          <Th numeric>{m.call_back_waiting()}</Th>
          {!isNarrow && (
            <>
              <Th>{m.call_back_before()}</Th>
              <Th numeric sorted="descending" title={m.call_back_chance_why()}>
                {m.call_back_chance()}
                <Icon name="arrow-down" size={14} className="ml-1 inline-block align-[-2px]" />
              </Th>
            </>
          )}
          <Th>
            <span className="sr-only">{m.call_back_do()}</span>
          </Th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => (
          <Row key={row.key} {...{ row, index, isNarrow, sight, acts }} isCurrent={index === shown} />
        ))}
      </tbody>
    </Table>
  )
}

const Row = ({
  row,
  index,
  isCurrent,
  isNarrow,
  sight,
  acts,
}: {
  row: CallerRow
  index: number
  isCurrent: boolean
  isNarrow: boolean
  sight: Sight
  acts: RowActs
}) => {
  const { is, search, oid, mark } = row
  const source = sourceText(row, sight)
  const object = sight.hidden.has('obj_oid') ? null : sight.objectTitle(oid)
  const hasLabel = !sight.hidden.has('search_request') && search !== null
  const isOpen = is === 'open'
  return (
    <Tr
      height="two-line"
      selected={isCurrent && isOpen}
      aria-rowindex={rowNumber(index)}
      className={classNames('h-11.5', !isOpen && 'text-text-2')}
    >
      <Td>
        <span className="grid grid-cols-[16px_minmax(0,1fr)] items-center gap-x-2">
          <Icon name="phone" className={isCurrent && isOpen ? 'text-accent' : 'text-text-3'} />
          <TwoLines
            first={<Dial row={row} className={classNames('-my-0.5', !isOpen && 'text-text-2')} />}
            second={<Who row={row} sight={sight} />}
          />
        </span>
      </Td>
      <Td>
        <TwoLines
          first={
            <span className="flex min-w-0 items-baseline font-normal">
              <span className="min-w-0 truncate">
                {source !== null && <Foreign>{source}</Foreign>}
                {hasLabel && (
                  <span className="ml-2 text-text-3">
                    <Foreign>{search}</Foreign>
                  </span>
                )}
              </span>
              {source !== null && acts.narrow && (
                <NarrowButton value={source} onPress={() => acts.narrow?.(row)} />
              )}
            </span>
          }
          second={object === null ? '' : <Foreign>{object}</Foreign>}
        />
      </Td>
      {isOpen ? (
        <>
          <Td>
            <TwoLines
              first={<span className="font-normal">{triesText(row)}</span>}
              second={isNarrow ? <LatestNote row={row} sight={sight} /> : <LastTry row={row} sight={sight} />}
            />
          </Td>
          <Td numeric>
            <WaitingTime row={row} sight={sight} />
          </Td>
        </>
      ) : (
        <Td colSpan={2}>
          <Became row={row} sight={sight} />
        </Td>
      )}
      {!isNarrow && (
        <>
          <Td>
            <Story row={row} sight={sight} note={mark.note} />
          </Td>
          <Td numeric className="text-text-2">
            {isOpen ? targetChanceText(row) : <Absent reason={m.call_back_not_waiting()} />}
          </Td>
        </>
      )}
      <Td className="text-right">
        <RowActions row={row} acts={acts} isCurrent={isCurrent} />
      </Td>
    </Tr>
  )
}

const NarrowButton = ({ value, onPress }: { value: string; onPress: () => void }) => {
  const label = m.filter_by({ value: cutText(value, WORDS_SHOWN) })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="-mr-6 ml-1 grid size-5 shrink-0 self-center place-content-center rounded-1 text-text-2 opacity-0 hover:bg-press focus-visible:mr-0 focus-visible:opacity-100 [td:hover_&]:mr-0 [td:hover_&]:opacity-100"
      onClick={onPress}
    >
      <Icon name="funnel" size={14} />
    </button>
  )
}

const LatestNote = ({ row, sight }: { row: CallerRow; sight: Sight }) => {
  if (row.mark.note !== '') return <Foreign>{row.mark.note}</Foreign>
  if (row.mark.outcome !== null || row.written !== null) return <Became row={row} sight={sight} />
  return <LastTry row={row} sight={sight} />
}

/** "last 13:54, hung up"; the result is never truncated. */
const LastTry = ({ row, sight }: { row: CallerRow; sight: Sight }) => (
  <span className="flex min-w-0">
    <span className="truncate">{lastMomentText(row, todayOf(row, sight))}</span>
    <span className="shrink-0 whitespace-pre">{`, ${lastEndText(row)}`}</span>
  </span>
)

const Story = ({ row, sight, note }: { row: CallerRow; sight: Sight; note: string }) => {
  const story = storyText(row, todayOf(row, sight))
  const deal = sight.hidden.has('customer_status') ? null : dealText(row)
  const isTried = row.is === 'open' && (row.mark.outcome !== null || row.written !== null)
  const second =
    note !== '' ? (
      <span className="text-text-2" title={note}>
        <Icon name="comment" size={14} className="mr-1 inline-block align-[-2px]" />
        <Foreign>{note}</Foreign>
      </span>
    ) : story === null ? (
      ''
    ) : (
      <Foreign>{deal ?? m.call_back_no_deal()}</Foreign>
    )
  if (sight.isOpenTab && row.is === 'reached')
    return (
      <TwoLines
        first={<span className="font-normal">{m.call_back_closed_itself()}</span>}
        second={m.call_back_stays()}
      />
    )
  if (isTried && note === '') return <Became row={row} sight={sight} />
  if (story === null && note === '')
    return <Absent reason={row.isFirstTime ? m.call_back_first_contact() : m.call_back_nothing_before()} />
  return (
    <TwoLines
      first={
        <span className="min-w-0 truncate font-normal">
          {isTried ? <Became row={row} sight={sight} /> : story === null ? '' : <Foreign>{story}</Foreign>}
        </span>
      }
      second={second}
    />
  )
}
