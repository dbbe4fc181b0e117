import { useEntryKey } from '#/domain/contact-list/use-entry-key.ts'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { recallRow, rememberRow, type CurrentRow } from '#/domain/contact-list/row-memory.ts'
import type { ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import { indexOfRow, inRow, useFindKey, useRowKeys } from '#/ui/table/row-keys.ts'

const idAt = (rows: ContactRows, index: number): number | null => {
  const row = rows.at(index)
  return row.state === 'ready' ? row.call.id : null
}

/** Its index if visible; null otherwise. */
const placeOf = (rows: ContactRows, current: CurrentRow, range: RowRange): number | null => {
  if (current.id === null || idAt(rows, current.index) === current.id) return current.index
  for (let index = range.start; index < Math.min(range.end, rows.count); index++)
    if (idAt(rows, index) === current.id) return index
  return rows.at(current.index).state === 'loading' ? current.index : null
}

/**
 * The current row: moved by `j` and `k`, its first link focused, so that it is announced. It follows its contact
 * when the list changes.
 * @param range indexes of visible rows
 */
export const useCurrentRow = ({
  rows,
  range,
  box,
  scrollTo,
  open,
  play,
  heard,
}: {
  rows: ContactRows
  range: RowRange
  box: RefObject<HTMLElement | null>
  scrollTo: (index: number) => void
  open: (index: number) => void
  play: (index: number) => void
  heard: CurrentRow | null
}) => {
  const entry = useEntryKey()
  const [current, setCurrent] = useState(() => recallRow(entry))
  useEffect(() => rememberRow(entry, current), [entry, current])

  const [followed, setFollowed] = useState<CurrentRow | null>(null)
  if (followed !== heard) {
    setFollowed(heard)
    if (heard) setCurrent(heard)
  }
  const scrollToHeard = useEffectEvent((row: CurrentRow | null) => row && scrollTo(row.index))
  useEffect(() => void scrollToHeard(heard), [heard])

  const index = current && rows.count > 0 ? placeOf(rows, current, range) : null
  const id = index === null ? null : idAt(rows, index)
  if (current && index !== null && id !== null && (current.id !== id || current.index !== index))
    setCurrent({ index, id })

  // After "next" on a contact page, its row may be out of view. The router restores the scroll position first.
  const recalled = useRef(current)
  const showRecalled = useEffectEvent(() => {
    if (recalled.current && index !== null) scrollTo(index)
    recalled.current = null
  })
  const isHere = index !== null
  useEffect(() => {
    if (!isHere) return undefined
    const frame = requestAnimationFrame(showRecalled)
    return () => cancelAnimationFrame(frame)
  }, [isHere])

  const wantsFocus = useRef(current !== null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const active = document.activeElement
    const isInRow = active !== box.current && box.current?.contains(active)
    // The contact moved and the focused element shows another one.
    if (
      heard === null &&
      index !== null &&
      isInRow &&
      active &&
      indexOfRow(active) !== index &&
      active.matches(CONTACT_LINK)
    )
      wantsFocus.current = true
    if (wantsFocus.current && index !== null) {
      const link = inRow(box.current, index, CONTACT_LINK)
      if (link) {
        wantsFocus.current = false
        link.focus({ preventScroll: true })
        return
      }
    }
    // The focused row was scrolled out: keep receiving keys.
    if (hasFocus.current && active === document.body) box.current?.focus({ preventScroll: true })
  })

  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), rows.count - 1)
    if (next < 0) return
    wantsFocus.current = true
    hasFocus.current = true
    setCurrent({ index: next, id: idAt(rows, next) })
    scrollTo(next)
  }
  useRowKeys({
    table: box,
    hasArrows: true,
    count: () => rows.count,
    current: () => index ?? -1,
    firstInView: () => range.start,
    go,
    open: () => index !== null && open(index),
    other: (key) => {
      if (key !== 'p' || index === null) return false
      play(index)
      return true
    },
    clear: () => {
      setCurrent(null)
      wantsFocus.current = false
      if (box.current?.contains(document.activeElement)) box.current.focus({ preventScroll: true })
    },
  })
  useFindKey(() =>
    document.querySelector<HTMLElement>(`section[aria-label="${CSS.escape(m.filters())}"] button`),
  )

  return {
    index,
    handlers: {
      onFocus: (event: React.FocusEvent) => {
        hasFocus.current = true
        if (!event.target.matches(CONTACT_LINK)) return
        const focused = indexOfRow(event.target)
        if (focused !== index) setCurrent({ index: focused, id: idAt(rows, focused) })
      },
      onBlur: () => {
        hasFocus.current = false
      },
    },
  }
}

const CONTACT_LINK = 'a[data-to="contact"]'
