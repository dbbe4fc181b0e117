import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** The buttons of a table, row by row; not those of what opens inside a cell. */
const buttonsOf = (table: Element): HTMLElement[][] =>
  [...table.querySelectorAll('tr')]
    .map((row) => [...row.querySelectorAll<HTMLElement>('button')].filter((one) => !one.closest('dialog')))
    .filter((row) => row.length > 0)

/** Where a key leads from a place of a matrix; undefined when it does not move. The ends are not joined. */
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

/** Where Tab leads before anything had the focus: to what is pressed, open, or sorted by. */
const FIRST = '[aria-pressed="true"], [aria-current="page"], [aria-sort] *'

/** @param rowsOf the controls in a box, row by row @param takes which keys move */
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
      // Of a link only what is written counts.
      if (control.getAttribute('tabindex') !== String(tabIndex)) control.tabIndex = tabIndex
    }
  }
  // After every render: controls come and go with what is shown.
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

/**
 * A table whose buttons are one stop of the Tab key: arrow keys, Home and End move among them. For `<table role="grid">`;
 * the buttons themselves need to know nothing of it.
 */
export const useRovingFocus = (): Roving<HTMLTableElement> => useRoving(buttonsOf, () => true)

const ACROSS = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])
const DOWN = new Set(['ArrowUp', 'ArrowDown'])

/**
 * A line of controls that is one stop of the Tab key.
 * @param controls as a CSS selector
 * @param axis `x`: the arrows along it, Home and End move. `y`: up and down do, and the others stay with the controls
 */
export const useRovingLine = <E extends HTMLElement>(controls: string, axis: 'x' | 'y' = 'x'): Roving<E> =>
  useRoving(
    (box) => {
      const all = [...box.querySelectorAll<HTMLElement>(controls)]
      return axis === 'x' ? [all] : all.map((one) => [one])
    },
    ({ key, shiftKey, ctrlKey }) => !shiftKey && !ctrlKey && (axis === 'x' ? ACROSS : DOWN).has(key),
  )
