import { useMemo } from 'react'
import type { Preferences } from '#/contract/preferences.ts'
import { useHiddenFields, type HiddenFields } from '#/domain/client/hidden-fields.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import type { ColumnId } from '#/contract/call-fields.ts'
import { columnsFor, type JournalColumn } from './columns.ts'
import { useTextSpread } from '#/ui/use-text-spread.ts'
import { clampWidth, columnsToStore, shownOf, spreadColumns, type Widths } from './column-layout.ts'

export interface TableLayout {
  /** Hidden fields (G12). */
  readonly hidden: HiddenFields
  readonly available: readonly JournalColumn[]
  readonly shown: readonly ColumnId[]
  /** Factor of text spacing, already applied to available columns. */
  readonly spread: number
  /** Custom widths in pixels. */
  readonly widths: Widths
  /** Null: default. */
  readonly show: (columns: readonly ColumnId[] | null) => void
  /** Null: default. */
  readonly setWidth: (column: ColumnId, width: number | null) => void
  /** Resets columns, order and widths. */
  readonly reset: () => void
}

/** Columns of a saved view instead of the account's. */
export interface ColumnsOverride {
  readonly columns: readonly string[]
  readonly change: (columns: readonly ColumnId[] | null) => void
}

type StoredLayout = NonNullable<NonNullable<Preferences['columns']>['contacts']>

const NO_FIELDS: HiddenFields = new Set()
const NO_WIDTHS: Widths = {}
const USUAL = shownOf(columnsFor(null, NO_FIELDS), undefined)

/**
 * Table layout by the account's preferences. Stable until changed.
 * @param room pixels for default columns
 * @param override columns of a saved view; widths stay the account's
 */
export const useTableLayout = (oid: string | null, room: number, override?: ColumnsOverride): TableLayout => {
  const hidden = useHiddenFields()
  const spread = useTextSpread()
  const { preferences, change } = usePreferences()
  const { shown: account, widths = NO_WIDTHS } = preferences.columns?.contacts ?? {}
  const stored = override ? override.columns : account
  const changeOverride = override?.change
  return useMemo(() => {
    const available = spreadColumns(columnsFor(oid, hidden), spread)
    const save = (changes: (before: StoredLayout) => StoredLayout) =>
      change(({ columns }) => ({
        columns: { ...columns, contacts: { ...columns?.contacts, ...changes(columns?.contacts ?? {}) } },
      }))
    return {
      hidden,
      available,
      spread,
      shown: shownOf(available, stored, room, widths),
      widths,
      show: (next) => {
        if (changeOverride)
          changeOverride(next && (columnsToStore(next, stored ?? USUAL, available) as readonly ColumnId[]))
        else
          save(({ shown }) => ({
            shown: next === null ? undefined : columnsToStore(next, shown ?? USUAL, available),
          }))
      },
      setWidth: (column, width) =>
        save(({ widths: { ...next } = {} }) => {
          if (width === null) delete next[column]
          else next[column] = clampWidth(width)
          return { widths: next }
        }),
      reset: () => {
        changeOverride?.(null)
        save(() => ({ ...(!changeOverride && { shown: undefined }), widths: undefined }))
      },
    }
  }, [oid, hidden, spread, stored, room, widths, change, changeOverride])
}
