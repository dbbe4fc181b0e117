import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callerContactsQuery, type CallerContacts } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import type { CallRead } from '#/contract/call.ts'
import type { Contact } from '#/features/call/contact.ts'
import { CallerLink } from '#/features/call/journal-link.tsx'
import { FirstOf } from '#/domain/cells/values.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { counted, formatNumber, parseWallClock } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { linkClass } from '#/ui/control/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { QuickChip } from '#/ui/control/pill.tsx'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { isOld, STORY_DAYS, type StoryFilters } from './story-filters.ts'
import { ThreadItem } from './thread-item.tsx'
import type { CallFilters } from '#/contract/call-filters.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { identityOfCaller } from '#/contract/phones/caller.ts'
import { callStatusName, MISSED_STATUSES } from '#/contract/codes.ts'
import { isReach } from '#/analytics/reach.ts'

const allTime = ({ from_filter }: StoryFilters): CallFilters => ({ period: 'all', from_filter })

const instantOf = ({ date }: CallRead): number => {
  const clock = parseWallClock(date)
  return clock === null ? -Infinity : clock.utc - (clock.offset ?? 0) * MINUTE_MS
}

interface Story {
  /** Newest first, including `call`. */
  readonly contacts: readonly CallRead[]
  /** Number listed by the service. */
  readonly listed: number
}

/** Contacts of exactly this number: the service also finds longer ones. */
export const buildStory = (call: CallRead, { contacts }: CallerContacts): Story => {
  const identityOf = ({ caller }: CallRead) => caller && identityOfCaller(caller)
  const own = contacts.filter((one) => identityOf(one) === identityOf(call))
  const all: readonly CallRead[] = own.some(({ id }) => id === call.id) ? own : [...own, call]
  return { contacts: all.toSorted((a, b) => compare(instantOf(b), instantOf(a))), listed: own.length }
}

/** Subtraction gives `NaN` for invalid dates. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

/** `missed` calls in a row, then a conversation, or none yet. */
interface Attempts {
  readonly missed: number
  readonly gotThrough: boolean
}

/** Null: no missed call before the last conversation. @param contacts newest first */
export const attempts = (contacts: readonly CallRead[]): Attempts | null => {
  const isMissed = contacts.flatMap(({ status, duration }) => {
    const name = callStatusName(status)
    if (name !== undefined && MISSED_STATUSES.has(name)) return [true]
    return isReach(name, Boolean(duration)) ? [false] : []
  })
  const gotThrough = isMissed[0] === false
  const before = gotThrough ? isMissed.slice(1) : isMissed
  const end = before.indexOf(false)
  const missed = end === -1 ? before.length : end
  return missed === 0 ? null : { missed, gotThrough }
}

const CONTACTS_SHOWN = 10
const DAYS = String(STORY_DAYS)

/** Number of contacts. The service's total includes longer numbers. */
const noteOf = (
  { complete, contacts, total }: CallerContacts,
  { contacts: own, listed }: Story,
  isAll: boolean,
): string => {
  if (complete)
    return isAll
      ? m.call_story_count_all(counted(own.length))
      : m.call_story_count({ ...counted(own.length), days: DAYS })
  const shown = formatNumber(listed)
  return listed === contacts.length && total !== null
    ? isAll
      ? m.call_story_partial_all({ shown, total: formatNumber(total) })
      : m.call_story_partial({ shown, total: formatNumber(total), days: DAYS })
    : m.call_story_among({ shown, read: formatNumber(contacts.length) })
}

const wordsOf = ({ missed, gotThrough }: Attempts): string => {
  const count = { ...counted(missed) }
  return gotThrough ? m.call_story_got_through(count) : m.call_story_missed(count)
}

export const CallerStory = ({
  contact,
  scope,
  filters: days,
  now,
}: {
  contact: Contact
  scope: Scope
  filters: StoryFilters
  now: number
}) => {
  const { oid, call, hidden } = contact
  const [isAll, setIsAll] = useState(false)
  const filters = useMemo(() => (isAll ? allTime(days) : days), [isAll, days])
  const spans = (
    <span role="group" aria-label={m.call_story_span()} className="flex gap-1 print:hidden">
      <QuickChip pressed={!isAll} onPress={() => setIsAll(false)}>
        {m.call_story_days({ days: DAYS })}
      </QuickChip>
      <QuickChip pressed={isAll} onPress={() => setIsAll(true)}>
        {m.call_story_all_time()}
      </QuickChip>
    </span>
  )
  const options = callerContactsQuery(scope, oid, filters)
  const query = useQuery(options)
  const { data, error } = query
  if (!data)
    return (
      <Section title={m.call_this_caller()} actions={spans}>
        {error ? (
          <LoadError error={error} level={3} onRetry={() => void query.refetch()} className="" />
        ) : (
          <>
            <SkeletonLines lines={3} label={m.loading()} />
            <PendingNotice query={query} queryKey={options.queryKey} />
          </>
        )}
      </Section>
    )

  const story = buildStory(call, data)
  const { contacts, listed } = story
  const total = data.total ?? listed
  const tried = hidden.has('status') ? null : attempts(contacts)
  const statusName = (one: CallRead) =>
    one.id === call.id
      ? contact.statusName
      : Object.entries(data.statuses).find(([, code]) => code === one.status)?.[0]
  return (
    <Section title={m.call_this_caller()} note={noteOf(data, story, isAll)} actions={spans}>
      <FirstOf items={contacts} limit={CONTACTS_SHOWN}>
        {(shown) => (
          <ol className="mt-1 grid grid-cols-[16px_minmax(0,1fr)_max-content_fit-content(104px)] gap-x-2">
            {shown.map((one) => (
              <ThreadItem
                key={one.id}
                oid={oid}
                call={one}
                statusName={statusName(one)}
                hidden={hidden}
                isThis={one.id === call.id}
              />
            ))}
          </ol>
        )}
      </FirstOf>
      {contacts.length === 1 && data.complete && (
        <p className="mt-2 text-13 text-text-2">
          {isAll
            ? m.call_story_alone_ever()
            : isOld(call, now)
              ? m.call_story_alone_then({ days: DAYS })
              : m.call_story_alone({ days: DAYS })}
        </p>
      )}
      {tried !== null && <p className="mt-2 text-13 text-text-2">{wordsOf(tried)}</p>}
      {total > 1 && (
        <p className="mt-2 text-13 print:hidden">
          <CallerLink oid={oid} filters={filters} className={classNames(linkClass, 'py-1')}>
            {m.call_story_all({ shown: formatNumber(total) })}
          </CallerLink>
        </p>
      )}
    </Section>
  )
}
