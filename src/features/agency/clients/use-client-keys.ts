import {
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type Ref,
  type RefObject,
} from 'react'
import { indexOfRow, inRow, useRowFocus, useRowKeys } from '#/ui/table/row-keys.ts'
import type { usePageRows } from '#/ui/table/page-rows.ts'
import { keyOfClient, type ClientsTableRow } from './table-rows.ts'

export interface ClientsTableHandle {
  /** No-op without clients. */
  readonly focusFirst: () => void
}

/**
 * `j` and `k` move focus between clients; Enter opens, `p` pins.
 * @param focused index of the focused row; negative: none
 */
export const useClientKeys = ({
  body,
  rows,
  focused,
  list,
  pinned,
  onPin,
  ref,
}: {
  body: RefObject<HTMLElement | null>
  rows: readonly ClientsTableRow[]
  focused: number
  list: ReturnType<typeof usePageRows>
  pinned: ReadonlySet<string>
  onPin: (client: string, pinned: boolean) => void
  ref: Ref<ClientsTableHandle> | undefined
}) => {
  const focusRow = useRowFocus(body, 'a[data-does="open"]')
  const go = (from: number, step: 1 | -1) => {
    let index = Math.min(Math.max(from, 0), rows.length - 1)
    while (rows[index] && rows[index]?.kind !== 'client') index += step
    if (!rows[index]) return
    list.scrollTo(index)
    focusRow(index)
  }
  useImperativeHandle(ref, () => ({ focusFirst: () => go(0, 1) }))

  // By key, focus follows the pinned row; by button it stays in place.
  const afterPin = useRef<{ key: string; by: 'key' | 'button' } | null>(null)
  const keepFocus = useEffectEvent((rows: readonly ClientsTableRow[]) => {
    const after = afterPin.current
    afterPin.current = null
    if (after === null) return
    const index = rows.findIndex(({ key }) => key === after.key)
    if (after.by === 'key') return go(index, 1)
    inRow(body.current, index, 'button[data-does="pin"]')?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => keepFocus(rows), [rows])

  useRowKeys({
    table: body,
    hasArrows: false,
    count: () => rows.length,
    current: () => focused,
    firstInView: list.firstInView,
    go,
    other: (key, index) => {
      const row = rows[index]
      if (key !== 'p' || row?.kind !== 'client') return false
      afterPin.current = { key: row.key, by: 'key' }
      onPin(row.client.client, !pinned.has(row.client.client))
      return true
    },
  })

  return {
    pin: (client: string) => {
      afterPin.current = { key: keyOfClient(client), by: 'button' }
      onPin(client, !pinned.has(client))
    },
    handlers: (setFocused: (key: string | null) => void) => ({
      onFocus: ({ target }: FocusEvent) => setFocused(rows[indexOfRow(target)]?.key ?? null),
      onBlur: () => setFocused(null),
    }),
  }
}
