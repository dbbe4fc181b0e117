import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { areKeysOff, pageKey, tableKey } from '../page-keys.ts'

/** The header is row 1 for screen readers. */
const ROWS_BEFORE = 1

/** `aria-rowindex` of a row. */
export const rowNumber = (index: number): number => index + 1 + ROWS_BEFORE

/** Row of an element; negative: none. */
export const indexOfRow = (element: Element | null): number =>
  Number(element?.closest('tr')?.getAttribute('aria-rowindex') ?? 0) - 1 - ROWS_BEFORE

export const inRow = (table: Element | null, index: number, selector: string): HTMLElement | null =>
  table?.querySelector<HTMLElement>(`tr[aria-rowindex="${rowNumber(index)}"] ${selector}`) ?? null

type RowKey = 'next' | 'previous' | 'first' | 'last' | 'open' | 'clear'

const EDGES: Readonly<Record<string, RowKey>> = { Home: 'first', End: 'last' }
const ARROWS: Readonly<Record<string, RowKey>> = { ArrowDown: 'next', ArrowUp: 'previous' }
const PRESSED = 'a, button, input, summary, [role="separator"]'

interface RowKeys {
  readonly table: RefObject<Element | null>
  readonly count: () => number
  readonly current: () => number
  /** Target of the first press. */
  readonly firstInView: () => number
  /** @param step direction to continue from a skipped row */
  readonly go: (index: number, step: 1 | -1) => void
  /** Arrow keys move between rows instead of scrolling. */
  readonly hasArrows: boolean
  readonly open?: () => void
  readonly clear?: () => void
  /** Further keys of the current row; true: handled. */
  readonly other?: (key: string, index: number) => boolean
}

/** `j` and `k` on the page, Home and End in the table. */
export const useRowKeys = (keys: RowKeys): void =>
  useDocumentKeys((event) => {
    const pressed = tableKey(event)
    if (pressed === null) return false
    const target = event.target instanceof Element ? event.target : null
    const isInTable = target !== null && keys.table.current?.contains(target) === true
    // Single letters and keys outside the table are page shortcuts.
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

/** `/` focuses the filters or the search. */
export const useFindKey = (find: () => HTMLElement | null): void =>
  useDocumentKeys((event) => {
    if (pageKey(event) !== '/') return false
    const field = find()
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
    return true
  })

/** @param onKey true: handled */
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

/** Focuses `selector` in a row, once it is rendered. */
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
