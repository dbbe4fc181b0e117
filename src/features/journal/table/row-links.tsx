import { useEntryKey } from '#/domain/contact-list/use-entry-key.ts'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type PointerEvent, type ReactNode, useCallback } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { indexOfRow } from '#/ui/table/row-keys.ts'
import type { CellContext } from './contact-cells.tsx'

/*
 * The links of a row are plain ones, whose clicks the table takes (`useRowLinks`): the router's own links each watch
 * the whole address, which was most of a row's work.
 */

interface RowLink {
  context: Pick<CellContext, 'oid' | 'client'>
  className?: string
  children: ReactNode
}

const journalPath = (oid: string) => `/objects/${encodeURIComponent(oid)}/calls`
const withClient = (path: string, { client }: RowLink['context']) =>
  client === null ? path : `${path}?${new URLSearchParams({ client }).toString()}`

/** Where a contact has its page; null where a row names no object that can be asked for. */
export const addressOf = (call: ListedCallRead, oid: string | null) => {
  // An object's journal knows its object, whatever a row says.
  const owner = oid ?? call.obj_oid ?? ''
  const callId = String(call.id)
  return isPathValue('oid', owner) && isPathValue('call_id', callId) ? { oid: owner, callId } : null
}

/** The link to a contact's page. */
export const RowContactLink = ({
  call,
  context,
  onClick,
  className,
  children,
}: RowLink & {
  call: ListedCallRead
  /** Outside the table, which takes the clicks on its own. */
  onClick?: (event: MouseEvent) => void
}) => {
  const address = addressOf(call, context.oid)
  if (address === null) return <span className={className}>{children}</span>
  return (
    <a
      href={withClient(`${journalPath(address.oid)}/${address.callId}`, context)}
      data-to="contact"
      onClick={onClick}
      // So that its text can be selected.
      draggable={false}
      className={className}
    >
      {children}
    </a>
  )
}

/** The link to the journal of a row's object. */
export const RowObjectLink = ({ oid, context, className, children }: RowLink & { oid: string }) => {
  if (!isPathValue('oid', oid)) return <span className={className}>{children}</span>
  return (
    <a
      href={withClient(journalPath(oid), context)}
      data-to="object"
      draggable={false}
      dir="auto"
      className={className}
    >
      {children}
    </a>
  )
}

/** Opens contacts by their place in the list. */
export const useOpenContact = (journal: Journal, oid: string | null) => {
  const navigate = useNavigate()
  const entry = useEntryKey()
  return useCallback(
    (call: ListedCallRead, index: number) => {
      const address = addressOf(call, oid)
      if (address === null) return
      void navigate({
        to: '/objects/$oid/calls/$callId',
        params: address,
        // The filters stay in the history entry, for the way back; the contact's address names the contact alone.
        search: ({ client }) => (client ? { client } : {}),
        state: {
          journal: { index, search: journal.search, all: oid === null, entry },
          ...journal.callerState,
        },
      })
    },
    [journal, oid, entry, navigate],
  )
}

/** Another tab or window is the browser's to open. */
export const isPlainClick = (event: MouseEvent) =>
  !(event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Opens contacts by their index, and takes the clicks on the links of rows. */
export const useRowLinks = (rows: ContactRows, journal: Journal, oid: string | null) => {
  const navigate = useNavigate()
  const openContact = useOpenContact(journal, oid)
  const open = useCallback(
    (index: number) => {
      const row = rows.at(index)
      if (row.state === 'ready') openContact(row.call, index)
    },
    [rows, openContact],
  )
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-to]') : null
    if (!link || !isPlainClick(event)) return
    event.preventDefault()
    const index = indexOfRow(link)
    if (link.dataset['to'] === 'contact') return open(index)
    const row = rows.at(index)
    if (row.state === 'ready' && row.call.obj_oid !== null)
      void navigate({
        to: '/objects/$oid/calls',
        params: { oid: row.call.obj_oid },
        search: ({ client }) => (client ? { client } : {}),
      })
  }
  return { open, onClick }
}

/** Pixels between press and release that are still a click. */
const SLACK = 4
let pressed = { x: 0, y: 0 }

/** Handlers for what holds links and buttons with text: a drag across them selects, and does not press what it ends on. */
export const keepsSelection = {
  onPointerDownCapture: ({ clientX: x, clientY: y }: PointerEvent) => {
    pressed = { x, y }
  },
  onClickCapture: (event: MouseEvent) => {
    // Pressed by a key, or by a program.
    if (event.detail === 0) return
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLACK) return
    if (getSelection()?.isCollapsed !== false) return
    event.preventDefault()
    event.stopPropagation()
  },
}
