import { useState } from 'react'
import type { RowOrder, SortDirection } from '#/ui/table/table.tsx'
import { pressHeader } from './row-order.ts'
import { usePreferences } from './use-preferences.ts'

/**
 * Sort order stored per account. The page's choice has priority, even if it couldn't be saved.
 * @param first direction of each column's first click
 */
export const useRememberedOrder = <C extends string>(
  table: 'clients' | 'objects' | 'sources',
  first: Readonly<Record<C, SortDirection>>,
  initial: RowOrder<C>,
): { readonly order: RowOrder<C>; readonly sortBy: (column: C) => void } => {
  const { preferences, change } = usePreferences()
  const [chosen, setChosen] = useState<RowOrder<C> | null>(null)
  const isColumn = (name: string): name is C => Object.hasOwn(first, name)
  const remembered = preferences.columns?.[table]?.order
  const order =
    chosen ??
    (remembered && isColumn(remembered.column)
      ? { column: remembered.column, direction: remembered.direction }
      : initial)

  const sortBy = (column: C) => {
    const next = pressHeader(order, column, first[column])
    setChosen(next)
    change(({ columns }) => ({ columns: { ...columns, [table]: { ...columns?.[table], order: next } } }))
  }
  return { order, sortBy }
}
