import { useMemo } from 'react'
import type { Preferences } from '#/contract/preferences.ts'
import { useHiddenFields, type HiddenFields } from '#/domain/client/hidden-fields.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import type { ColumnId } from '#/contract/call-fields.ts'
import { columnsFor, type JournalColumn } from './columns.ts'
import { useTextSpread } from '#/ui/use-text-spread.ts'
import { clampWidth, keptOf, shownOf, spreadColumns, type Widths } from './column-layout.ts'

/** What the table "Contacts" shows: its columns in their order, and how wide the user has made them. */
export interface TableLook {
  /** The call's fields that this client is not to be shown (G12). */
  readonly hidden: HiddenFields
  /** Columns there are to choose from, in their usual order; only those that this journal and this client have. */
  readonly available: readonly JournalColumn[]
  /** Columns shown, in their order. */
  readonly shown: readonly ColumnId[]
  /** How much wider than usual lines are; the available columns are so already. */
  readonly spread: number
  /** Widths in pixels of the columns that the user has resized. */
  readonly widths: Widths
  /** Null: as it comes. */
  readonly show: (columns: readonly ColumnId[] | null) => void
  /** Null: as wide as it comes. */
  readonly setWidth: (column: ColumnId, width: number | null) => void
  /** Columns, order and widths as they come. */
  readonly reset: () => void
}

/** A saved view's own columns, in place of the account's. */
export interface ColumnsOverride {
  readonly columns: readonly string[]
  readonly change: (columns: readonly ColumnId[] | null) => void
}

type KeptLook = NonNullable<NonNullable<Preferences['columns']>['contacts']>

const NO_FIELDS: HiddenFields = new Set()
const NO_WIDTHS: Widths = {}
/** The usual columns of the journal that has them all. */
const USUAL = shownOf(columnsFor(null, NO_FIELDS), undefined)

/**
 * The look of the table as the user has left it, on whichever computer. Stable until something of it changes.
 * @param room pixels that the columns have, if no one has chosen them
 * @param override columns that are shown instead of the account's, and changed instead of them; widths stay the account's
 */
export const useTableLook = (oid: string | null, room: number, override?: ColumnsOverride): TableLook => {
  const hidden = useHiddenFields()
  const spread = useTextSpread()
  const { preferences, change } = usePreferences()
  const { shown: account, widths = NO_WIDTHS } = preferences.columns?.contacts ?? {}
  const kept = override ? override.columns : account
  const changeOverride = override?.change
  return useMemo(() => {
    const available = spreadColumns(columnsFor(oid, hidden), spread)
    const save = (look: (before: KeptLook) => KeptLook) =>
      change(({ columns }) => ({
        columns: { ...columns, contacts: { ...columns?.contacts, ...look(columns?.contacts ?? {}) } },
      }))
    return {
      hidden,
      available,
      spread,
      shown: shownOf(available, kept, room, widths),
      widths,
      show: (next) => {
        if (changeOverride)
          changeOverride(next && (keptOf(next, kept ?? USUAL, available) as readonly ColumnId[]))
        else
          save(({ shown }) => ({
            shown: next === null ? undefined : keptOf(next, shown ?? USUAL, available),
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
  }, [oid, hidden, spread, kept, room, widths, change, changeOverride])
}
