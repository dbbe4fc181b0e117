import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type FocusEvent,
  type Ref,
  type RefObject,
} from 'react'
import { pageKey } from '#/ui/page-keys.ts'
import { indexOfRow, inRow, keyOfClient, type TableRow } from './table-rows.ts'
import type { useWindowRows } from './use-window-rows.ts'

const LINK = 'a[data-does="open"]'
const PIN = 'button[data-does="pin"]'

export interface ClientsTableHandle {
  /** Brings the focus to the first client, if there is one. */
  readonly focusFirst: () => void
}

/**
 * `j` and `k` move the focus from client to client, wherever it was before; Enter opens the one that has it, as any link,
 * and `p` pins it.
 * @param focused index of the row with the focus, negative when none has it
 */
export const useRowKeys = ({
  body,
  rows,
  focused,
  list,
  pinned,
  onPin,
  ref,
}: {
  body: RefObject<HTMLElement | null>
  rows: readonly TableRow[]
  focused: number
  list: ReturnType<typeof useWindowRows>
  pinned: ReadonlySet<string>
  onPin: (client: string, pinned: boolean) => void
  ref: Ref<ClientsTableHandle> | undefined
}) => {
  /** The row that gets the focus as soon as it is drawn. */
  const wanted = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const link = inRow(body.current, wanted.current, LINK)
    if (!link) return
    wanted.current = null
    link.focus({ preventScroll: true })
  })
  /** @param step from a row that is not a client's, the way on */
  const go = (from: number, step: 1 | -1) => {
    let index = Math.min(Math.max(from, 0), rows.length - 1)
    while (rows[index] && rows[index]?.kind !== 'client') index += step
    if (!rows[index]) return
    wanted.current = index
    list.scrollTo(index)
    const link = inRow(body.current, index, LINK)
    if (!link) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }
  useImperativeHandle(ref, () => ({ focusFirst: () => go(0, 1) }))

  // A pinned row goes up. By the key, one goes on from where it was; by its button, the focus stays with the button.
  const afterPin = useRef<{ index: number } | { key: string } | null>(null)
  const keepFocus = useEffectEvent((rows: readonly TableRow[]) => {
    const after = afterPin.current
    afterPin.current = null
    if (after === null) return
    if ('index' in after) return go(after.index, 1)
    const index = rows.findIndex(({ key }) => key === after.key)
    inRow(body.current, index, PIN)?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => keepFocus(rows), [rows])

  const pin = (client: string) => {
    afterPin.current = { key: keyOfClient(client) }
    onPin(client, !pinned.has(client))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = pageKey(event)
    const target = event.target instanceof Element ? event.target : null
    const isInTable = target !== null && body.current?.contains(target) === true
    const row = rows[focused]
    if (key === 'j') go(focused < 0 ? list.firstInView() : focused + 1, 1)
    else if (key === 'k') go(focused < 0 ? list.firstInView() : focused - 1, -1)
    else if (key === 'Home' && isInTable) go(0, 1)
    else if (key === 'End' && isInTable) go(rows.length - 1, -1)
    else if (key === 'p' && isInTable && row?.kind === 'client') {
      afterPin.current = { index: focused }
      onPin(row.client.client, !pinned.has(row.client.client))
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return {
    pin,
    handlers: (setFocused: (key: string | null) => void) => ({
      onFocus: ({ target }: FocusEvent) => setFocused(rows[indexOfRow(target)]?.key ?? null),
      onBlur: () => setFocused(null),
    }),
  }
}
