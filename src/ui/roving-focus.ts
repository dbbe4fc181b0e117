import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const buttonsOf = (table: Element): HTMLElement[][] =>
  [...table.querySelectorAll('tr')]
    .map((row) => [...row.querySelectorAll<HTMLElement>('button')].filter((one) => !one.closest('dialog')))
    .filter((row) => row.length > 0)

/** Target of a key in a matrix, not wrapping; undefined: no move. */
export function movedFrom(
  { row, column }: { row: number; column: number },
  lengths: readonly number[],
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): { row: number; column: number } | undefined {
  const lastRow = lengths.length - 1
  const within = (to: number, across: number) => {
    const toRow = Math.min(Math.max(to, 0), lastRow)
    return { row: toRow, column: Math.min(Math.max(across, 0), (lengths[toRow] ?? 1) - 1) }
  }
  switch (key) {
    case 'ArrowDown':
      return within(row + 1, column)
    case 'ArrowUp':
      return within(row - 1, column)
    case 'ArrowRight':
      return within(row, column + 1)
    case 'ArrowLeft':
      return within(row, column - 1)
    case 'Home':
      return within(ctrlKey ? 0 : row, 0)
    case 'End':
      return within(ctrlKey ? lastRow : row, Infinity)
    default:
      return undefined
  }
}

interface Roving<E extends HTMLElement> {
  readonly ref: RefObject<E | null>
  readonly onKeyDown: (event: KeyboardEvent<E>) => void
  readonly onFocus: (event: FocusEvent<E>) => void
}

/** Initial tab stop: pressed, current or sorted. */
const FIRST = '[aria-pressed="true"], [aria-current="page"], [aria-sort] *'

/** @param rowsOf controls row by row @param takes keys that move */
function useRoving<E extends HTMLElement>(
  rowsOf: (box: Element) => HTMLElement[][],
  takes: (event: KeyboardEvent) => boolean,
): Roving<E> {
  const ref = useRef<E>(null)
  const current = useRef<Element>(null)

  const stopAt = (rows: readonly HTMLElement[][], target: Element | undefined) => {
    current.current = target ?? null
    for (const control of rows.flat()) {
      const tabIndex = control === target ? 0 : -1
      // Only changed attributes, to save work.
      if (control.getAttribute('tabindex') !== String(tabIndex)) control.tabIndex = tabIndex
    }
  }
  // After every render, as controls change.
  useLayoutEffect(() => {
    if (ref.current === null) return
    const rows = rowsOf(ref.current)
    const all = rows.flat()
    stopAt(
      rows,
      all.find((control) => control === current.current) ??
        all.find((control) => control.matches(FIRST)) ??
        all[0],
    )
  })

  const find = (rows: readonly HTMLElement[][], target: EventTarget) => {
    const row = rows.findIndex((controls) => controls.some((control) => control === target))
    return row === -1 ? null : { row, column: rows[row]!.findIndex((control) => control === target) }
  }
  return {
    ref,
    onFocus: ({ currentTarget, target }) => {
      const rows = rowsOf(currentTarget)
      if (find(rows, target) !== null) stopAt(rows, target)
    },
    onKeyDown: (event) => {
      if (event.altKey || event.metaKey || !takes(event)) return
      const rows = rowsOf(event.currentTarget)
      const from = find(rows, event.target)
      const to =
        from &&
        movedFrom(
          from,
          rows.map(({ length }) => length),
          event,
        )
      if (!to) return
      event.preventDefault()
      rows[to.row]?.[to.column]?.focus()
    },
  }
}

/** Roving focus for `<table role="grid">`: one tab stop; arrows, Home and End move. */
export const useRovingFocus = (): Roving<HTMLTableElement> => useRoving(buttonsOf, () => true)

const ACROSS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])
const DOWN = new Set(['ArrowUp', 'ArrowDown'])

/**
 * Roving focus in a line.
 * @param controls CSS selector
 * @param axis `x`: arrows along it, Home and End; `y`: only Up and Down
 */
export const useRovingLine = <E extends HTMLElement>(controls: string, axis: 'x' | 'y' = 'x'): Roving<E> =>
  useRoving(
    (box) => {
      const all = [...box.querySelectorAll<HTMLElement>(controls)]
      return axis === 'x' ? [all] : all.map((one) => [one])
    },
    ({ key, shiftKey, ctrlKey }) => !shiftKey && !ctrlKey && (axis === 'x' ? ACROSS : DOWN).has(key),
  )
