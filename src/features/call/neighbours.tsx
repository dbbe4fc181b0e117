import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { callQuery } from '#/api/calls.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { rememberRow } from '#/domain/contact-list/row-memory.ts'
import { readJournalSearch, toCallFilters } from '#/domain/contact-list/search.ts'
import { useContactRows, type ContactRows } from '#/domain/contact-list/use-contact-rows.ts'
import { useArchiveClock } from '#/domain/period/contacts-clock.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { pageKey } from '#/ui/page-keys.ts'
import { readCaller } from '#/domain/session/caller.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'

type JournalPlace = NonNullable<ReturnType<typeof useLocation>['state']['journal']>

/** Neighbors in the list it was opened from; none by link. */
export const Neighbours = (contact: { oid: string; callId: string }) => {
  const journal = useLocation({ select: ({ state }) => state.journal })
  return journal && journal.index >= 0 ? <Walk {...contact} journal={journal} /> : null
}

const Walk = ({ oid, callId, journal }: { oid: string; callId: string; journal: JournalPlace }) => {
  const { scope } = useSignedIn()
  const state = useLocation({ select: (location) => location.state })
  const caller = readCaller(state, scope)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const range = useMemo(
    () => ({ start: Math.max(journal.index - AROUND, 0), end: journal.index + AROUND + 1 }),
    [journal.index],
  )
  const listOid = journal.all ? null : oid
  const today = useToday(useArchiveClock(scope, listOid).offset)
  const filters = toCallFilters(readJournalSearch(journal.search).search, caller, today)
  const rows = useContactRows(scope, listOid, filters, range)
  const place = placeOf(rows, { oid, callId }, journal.index, listOid)
  const neighbour = (step: -1 | 1): Neighbour =>
    place === null
      ? { state: rows.isPending || rows.isLoadingRows ? 'loading' : 'lost' }
      : neighbourOf(rows, place, step, listOid)

  const go = (to: Neighbour) => {
    if (to.state !== 'ready') return
    if (journal.entry !== undefined) rememberRow(journal.entry, { index: to.index, id: to.id })
    void navigate({
      to: '/objects/$oid/calls/$callId',
      params: { oid: to.oid, callId: String(to.id) },
      search: ({ client }) => (client ? { client } : {}),
      state: { ...state, journal: { ...journal, index: to.index } },
      // Replaces the history entry, so that Back leads to the journal.
      replace: true,
    })
  }
  const previous = neighbour(-1)
  const next = neighbour(1)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = pageKey(event)
    if (key !== 'j' && key !== 'k') return
    event.preventDefault()
    go(key === 'j' ? next : previous)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const button = (
    to: Neighbour,
    props: Pick<Parameters<typeof IconButton>[0], 'icon' | 'label' | 'shortcut'>,
    end: string,
  ) => {
    const prefetch = () => {
      if (to.state === 'ready') void queryClient.prefetchQuery(callQuery(scope, to.oid, String(to.id)))
    }
    return (
      <IconButton
        {...props}
        data-tool={props.icon}
        pending={to.state === 'loading'}
        disabledReason={reason(to, end)}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => go(to)}
      />
    )
  }
  return (
    <span data-keeps-focus="" className="flex items-center gap-1">
      <span aria-live="polite" className="mr-2 text-13 whitespace-nowrap text-text-3 tabular-nums">
        {place !== null &&
          rows.total !== null &&
          m.call_place({ place: formatNumber(place + 1), total: formatNumber(rows.total) })}
      </span>
      {button(
        previous,
        { icon: 'chevron-up', label: m.call_previous(), shortcut: 'k' },
        m.call_first_of_list(),
      )}
      {button(next, { icon: 'chevron-down', label: m.call_next(), shortcut: 'j' }, m.call_last_of_list())}
    </span>
  )
}

type Neighbour =
  | { readonly state: 'ready'; readonly index: number; readonly id: number; readonly oid: string }
  | { readonly state: 'loading' | 'end' | 'lost' | 'failed' }

const reason = ({ state }: Neighbour, end: string): string | undefined => {
  if (state === 'failed') return m.rows_failed()
  if (state === 'lost') return m.call_not_in_list()
  return state === 'end' ? end : undefined
}

/** Search distance, as the list may have changed. */
const AROUND = 20

/** Its index now; null: not found or not loaded. */
const placeOf = (
  rows: Pick<ContactRows, 'at' | 'count'>,
  { oid, callId }: { readonly oid: string; readonly callId: string },
  expected: number,
  listOid: string | null,
): number | null => {
  for (let away = 0; away <= AROUND; away++)
    for (const index of [expected - away, expected + away]) {
      const row = index >= 0 && index < rows.count ? rows.at(index) : null
      if (row?.state === 'ready' && String(row.call.id) === callId && ownerOf(row.call, listOid) === oid)
        return index
    }
  return null
}

/** Nearest contact with a page: skips unreadable records. */
const neighbourOf = (
  rows: Pick<ContactRows, 'at' | 'count'>,
  place: number,
  step: -1 | 1,
  oid: string | null,
): Neighbour => {
  for (let index = place + step; index >= 0 && index < rows.count; index += step) {
    const row = rows.at(index)
    if (row.state === 'loading' || row.state === 'failed') return { state: row.state }
    const owner = row.state === 'ready' ? ownerOf(row.call, oid) : null
    if (row.state === 'ready' && owner !== null) return { state: 'ready', index, id: row.call.id, oid: owner }
  }
  return { state: 'end' }
}

const ownerOf = (call: ListedCallRead, oid: string | null) => {
  const owner = oid ?? call.obj_oid ?? ''
  return isPathValue('oid', owner) && isPathValue('call_id', String(call.id)) ? owner : null
}
