import { useEntryKey } from '#/domain/contact-list/use-entry-key.ts'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type PointerEvent, type ReactNode, useCallback } from 'react'
import type { ListedCallRead } from '#/contract/call.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { journalPeriod } from '#/domain/contact-list/search.ts'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import { stringifySearch } from '#/domain/search-params.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import { indexOfRow } from '#/ui/table/row-keys.ts'
import type { CellContext } from './cell.ts'

/*
 * Plain links with delegated clicks (`useRowLinks`): router links subscribe to the location, which was most of a
 * row's cost.
 */

interface RowLink {
  context: Pick<CellContext, 'oid' | 'client'>
  tabIndex?: 0 | -1
  className?: string
  children: ReactNode
}

const journalPath = (oid: string) => `/objects/${encodeURIComponent(oid)}/calls`

/** Null: the row has no usable object. */
export const addressOf = (call: ListedCallRead, oid: string | null) => {
  // The journal's object has priority over the row's.
  const owner = oid ?? call.obj_oid ?? ''
  const callId = String(call.id)
  return isPathValue('oid', owner) && isPathValue('call_id', callId) ? { oid: owner, callId } : null
}

export const RowContactLink = ({
  call,
  context,
  tabIndex,
  onClick,
  className,
  children,
}: RowLink & {
  call: ListedCallRead
  onClick?: (event: MouseEvent) => void
}) => {
  const address = addressOf(call, context.oid)
  if (address === null) return <span className={className}>{children}</span>
  return (
    <a
      href={`${journalPath(address.oid)}/${address.callId}` + stringifySearch({ client: context.client })}
      data-to="contact"
      tabIndex={tabIndex}
      onClick={onClick}
      // Allows text selection.
      draggable={false}
      className={className}
    >
      {children}
    </a>
  )
}

export const RowObjectLink = ({
  oid,
  context,
  tabIndex,
  className,
  children,
}: RowLink & { oid: string; context: Pick<CellContext, 'client' | 'journal'> }) => {
  const { client, journal } = context
  if (!isPathValue('oid', oid)) return <span className={className}>{children}</span>
  return (
    <a
      href={journalPath(oid) + stringifySearch({ client, ...journalPeriod(journal.search) })}
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
        // Filters are kept in the history state for Back; the address names only the contact.
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

export const isPlainClick = (event: MouseEvent) =>
  !(event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

const OWN_CLICK = 'a, button, input, select, summary, [role="button"]'

/** Delegated clicks on rows open contacts; middle, Ctrl and ⌘ clicks open a new tab, as on links. */
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
        search: ({ client }) => ({ ...(client && { client }), ...journalPeriod(journal.search) }),
      })
  }
  return {
    open,
    /** Of what holds the rows. */
    handlers: {
      onClick,
      onMouseDown: (event: MouseEvent) => void (middleOf(event) && event.preventDefault()),
      onAuxClick: (event: MouseEvent) => {
        const element = middleOf(event)
        if (element) openAside(element)
      },
    },
  }
}

const middleOf = ({ button, target }: MouseEvent): Element | null =>
  button === 1 && target instanceof Element && !target.closest(OWN_CLICK) ? target : null

const openAside = (element: Element) => {
  const link = element.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-to="contact"]')
  if (link) window.open(link.href, '_blank', 'noopener')
}

/** Movement in pixels that still counts as a click, regardless of selection. */
const SLACK = 4
const DRAG = 16
let pressed = { x: 0, y: 0 }

const isButton = (target: EventTarget) => target instanceof Element && target.closest('button') !== null

/** Handlers that let a drag select text without pressing links or buttons. */
export const keepsSelection = {
  onPointerDownCapture: ({ clientX: x, clientY: y }: PointerEvent) => {
    pressed = { x, y }
  },
  onClickCapture: (event: MouseEvent) => {
    if (event.detail === 0) return
    const moved = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y)
    if (moved < SLACK) return
    // Rendering tools during the press may drop the selection.
    const selects = getSelection()?.isCollapsed === false
    if (!selects && (moved < DRAG || isButton(event.target))) return
    event.preventDefault()
    event.stopPropagation()
  },
}
