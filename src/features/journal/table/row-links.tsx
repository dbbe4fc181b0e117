import { useEntryKey } from '#/domain/contact-list/use-entry-key.ts'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type PointerEvent, type ReactNode, useCallback } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { indexOfRow } from '#/ui/table/row-keys.ts'
import type { CellContext } from './cell.ts'

/*
 * The links of a row are plain ones, whose clicks the table takes (`useRowLinks`): the router's own links each watch
 * the whole address, which was most of a row's work.
 */

interface RowLink {
  context: Pick<CellContext, 'oid' | 'client'>
  tabIndex?: 0 | -1
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
  tabIndex,
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
      tabIndex={tabIndex}
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
export const RowObjectLink = ({ oid, context, tabIndex, className, children }: RowLink & { oid: string }) => {
  if (!isPathValue('oid', oid)) return <span className={className}>{children}</span>
  return (
    <a
      href={withClient(journalPath(oid), context)}
      data-to="object"
      tabIndex={tabIndex}
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

/** What in a row has a click of its own. */
const OWN_CLICK = 'a, button, input, select, summary, [role="button"]'

/**
 * Opens contacts by their index, and takes the clicks on rows: on their links, and anywhere else in them. A middle click
 * anywhere, or one with Ctrl or ⌘, opens the contact in another tab, as it does on a link.
 */
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
    const { target } = event
    if (!(target instanceof Element)) return
    const index = indexOfRow(target)
    const own = target.closest<HTMLElement>(OWN_CLICK)
    if (!own) {
      if (isPlainClick(event)) open(index)
      else if (event.ctrlKey || event.metaKey) openAside(target)
      return
    }
    if (!own.matches('a[data-to]') || !isPlainClick(event)) return
    event.preventDefault()
    if (own.dataset['to'] === 'contact') return open(index)
    const row = rows.at(index)
    if (row.state === 'ready' && row.call.obj_oid !== null)
      void navigate({
        to: '/objects/$oid/calls',
        params: { oid: row.call.obj_oid },
        search: ({ client }) => (client ? { client } : {}),
      })
  }
  return {
    open,
    /** Of what holds the rows. */
    handlers: {
      onClick,
      // In place of scrolling by the middle button.
      onMouseDown: (event: MouseEvent) => void (middleOf(event) && event.preventDefault()),
      onAuxClick: (event: MouseEvent) => {
        const element = middleOf(event)
        if (element) openAside(element)
      },
    },
  }
}

/** What the middle button is pressed on in a row, where that has no click of its own. */
const middleOf = ({ button, target }: MouseEvent): Element | null =>
  button === 1 && target instanceof Element && !target.closest(OWN_CLICK) ? target : null

/** Another tab with the contact of the row that an element stands in. */
const openAside = (element: Element) => {
  const link = element.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-to="contact"]')
  if (link) window.open(link.href, '_blank', 'noopener')
}

/** Pixels between press and release that are still a click, and from which on they are none, whatever is selected. */
const SLACK = 4
const DRAG = 16
let pressed = { x: 0, y: 0 }

const isButton = (target: EventTarget) => target instanceof Element && target.closest('button') !== null

/** Handlers for what holds links and buttons with text: a drag across them selects, and does not press what it ends on. */
export const keepsSelection = {
  onPointerDownCapture: ({ clientX: x, clientY: y }: PointerEvent) => {
    pressed = { x, y }
  },
  onClickCapture: (event: MouseEvent) => {
    // Pressed by a key, or by a program.
    if (event.detail === 0) return
    const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y)
    if (moved < SLACK) return
    // A row that gets its tools under the pointer just then is drawn anew, and the browser may give up the selection.
    const selects = getSelection()?.isCollapsed === false
    if (!selects && (moved < DRAG || isButton(event.target))) return
    event.preventDefault()
    event.stopPropagation()
  },
}
