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

/**
 * A table whose buttons are one stop of the Tab key: arrow keys, Home and End move among them. For `<table role="grid">`;
 * the buttons themselves need to know nothing of it.
 */
export function useRovingFocus(): {
  readonly ref: RefObject<HTMLTableElement | null>
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLTableElement>) => void
} {
  const ref = useRef<HTMLTableElement>(null)
  const current = useRef<Element>(null)

  const stopAt = (rows: readonly HTMLElement[][], target: Element | undefined) => {
    current.current = target ?? null
    for (const button of rows.flat()) {
      const tabIndex = button === target ? 0 : -1
      if (button.tabIndex !== tabIndex) button.tabIndex = tabIndex
    }
  }
  // After every render: rows come and go with what is shown.
  useLayoutEffect(() => {
    if (ref.current === null) return
    const rows = buttonsOf(ref.current)
    const all = rows.flat()
    stopAt(
      rows,
      all.find((button) => button === current.current) ??
        all.find((button) => button.ariaPressed === 'true') ??
        all[0],
    )
  })

  const find = (rows: readonly HTMLElement[][], target: EventTarget) => {
    const row = rows.findIndex((buttons) => buttons.some((button) => button === target))
    return row === -1 ? null : { row, column: rows[row]!.findIndex((button) => button === target) }
  }
  return {
    ref,
    onFocus: ({ currentTarget, target }) => {
      const rows = buttonsOf(currentTarget)
      if (find(rows, target) !== null) stopAt(rows, target)
    },
    onKeyDown: (event) => {
      if (event.altKey || event.metaKey) return
      const rows = buttonsOf(event.currentTarget)
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
