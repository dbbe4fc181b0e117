import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { areKeysOff, pageKey, tableKey } from '../page-keys.ts'

/** The head is the first row of a table to screen readers. */
const ROWS_BEFORE = 1

/** The `aria-rowindex` of the row at an index, by which it is found again. */
export const rowNumber = (index: number): number => index + 1 + ROWS_BEFORE

/** Index of the row that an element stands in; negative when it is in none. */
export const indexOfRow = (element: Element | null): number =>
  Number(element?.closest('tr')?.getAttribute('aria-rowindex') ?? 0) - 1 - ROWS_BEFORE

/** What stands in the row at an index, by a selector; null when that row is not drawn. */
export const inRow = (table: Element | null, index: number, selector: string): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`tr[aria-rowindex="${rowNumber(index)}"] ${selector}`) ?? null

type RowKey = 'next' | 'previous' | 'first' | 'last' | 'open' | 'clear'

const EDGES: Readonly<Record<string, RowKey>> = { Home: 'first', End: 'last' }
const ARROWS: Readonly<Record<string, RowKey>> = { ArrowDown: 'next', ArrowUp: 'previous' }
const PRESSED = 'a, button, input, summary, [role="separator"]'

interface RowKeys {
  /** What holds the rows. */
  readonly table: RefObject<Element | null>
  readonly count: () => number
  /** Index of the current row, negative when none is. */
  readonly current: () => number
  /** Index of the row that the first press leads to. */
  readonly firstInView: () => number
  /** @param step the way on from a row that cannot be gone to */
  readonly go: (index: number, step: 1 | -1) => void
  /** Arrow keys in the table go from row to row as well, in place of scrolling. */
  readonly hasArrows: boolean
  /** Enter on a row, where it does not press anything. */
  readonly open?: () => void
  /** Escape on a row. */
  readonly clear?: () => void
  /** A further key of the current row; true: it is one. */
  readonly other?: (key: string, index: number) => boolean
}

/** `j` and `k` anywhere on the page, Home and End in the table: from row to row. */
export const useRowKeys = (keys: RowKeys): void =>
  useDocumentKeys((event) => {
    const pressed = tableKey(event)
    if (pressed === null) return false
    const target = event.target instanceof Element ? event.target : null
    const isInTable = target !== null && keys.table.current?.contains(target) === true
    // Letters, and all keys from outside of it, are the page's.
    if (areKeysOff() && (pressed.length === 1 || !isInTable)) return false
    const current = keys.current()
    const key = rowKey(pressed, target, isInTable, current >= 0, keys.hasArrows)
    if (key === null) return isInTable && keys.other?.(pressed, current) === true
    const act = {
      next: () => keys.go(current < 0 ? keys.firstInView() : current + 1, 1),
      previous: () => keys.go(current < 0 ? keys.firstInView() : current - 1, -1),
      first: () => keys.go(0, 1),
      last: () => keys.go(keys.count() - 1, -1),
      open: keys.open,
      clear: keys.clear,
    }[key]
    act?.()
    return act !== undefined
  })

const rowKey = (
  key: string,
  target: Element | null,
  isInTable: boolean,
  hasCurrent: boolean,
  hasArrows: boolean,
): RowKey | null => {
  if (key === 'j') return 'next'
  if (key === 'k') return 'previous'
  const within = EDGES[key] ?? (hasArrows ? ARROWS[key] : undefined)
  if (isInTable && within) return within
  if (!hasCurrent || target === null || !(isInTable || target === document.body)) return null
  if (key === 'Escape') return 'clear'
  return key === 'Enter' && !target.closest(PRESSED) ? 'open' : null
}

/** `/` leads to what narrows the list: its filters, or its search. */
export const useFindKey = (find: () => HTMLElement | null): void =>
  useDocumentKeys((event) => {
    if (pageKey(event) !== '/') return false
    const field = find()
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
    return true
  })

/** @param onKey true: the key was for it, and does nothing else */
const useDocumentKeys = (onKey: (event: KeyboardEvent) => boolean): void => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (onKey(event)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Brings the focus to a row's link, or whatever `selector` names in it: now, or as soon as the row is drawn. */
export const useRowFocus = (
  table: RefObject<Element | null>,
  selector: string,
): ((index: number) => void) => {
  const wanted = useRef<number | null>(null)
  const settle = () => {
    const link = wanted.current === null ? null : inRow(table.current, wanted.current, selector)
    if (!link) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }
  useLayoutEffect(settle)
  return (index) => {
    wanted.current = index
    settle()
  }
}
