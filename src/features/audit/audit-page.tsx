import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { auditQuery } from '#/api/administration/administration.ts'
import type { AuditEntry } from '#/contract/administration/audit.ts'
import { AUDIT_EVENTS } from '#/contract/administration/audit-events.ts'
import { momentLabel } from '#/domain/cells/moment-labels.ts'
import { DroppedNote } from '#/domain/notice/dropped-note.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PendingNotice } from '#/domain/notice/pending-notice.tsx'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { daysFault, isTypedDay } from '#/domain/period/period-choice.ts'
import { useLinkTo } from '#/domain/navigation-context.ts'
import { useMay, useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#/ui/control/button.tsx'
import { SearchField, SelectField, TextField } from '#/ui/control/field.tsx'
import { useDraft } from '#/ui/control/use-draft.ts'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { useClientNames, type NameOfClient } from './client-names.ts'
import { AuditExport } from './audit-export.tsx'
import { auditFilters, type AuditSearch } from './search.ts'
import { detailsOf, EVENT_WORD, eventLabel, whoOf } from './entry-labels.ts'

const TYPING_MS = 300

/** Of the parameters in the address. */
const NAMES = {
  event: m.audit_event,
  who: m.audit_who,
  date_from: m.filter_date_from,
  date_to: m.filter_date_to,
} as const satisfies Record<keyof AuditSearch, () => string>

export const AuditPage = () => {
  const linkTo = useLinkTo()
  return useMay('administer') ? (
    <Log />
  ) : (
    <div className="px-4">
      <title>{`${m.nav_audit()} · Callboard`}</title>
      <StateMessage
        icon="key"
        level={1}
        title={m.audit_for_administrators()}
        actions={
          <Link {...linkTo('/overview')} className={buttonClass()}>
            {m.overview_open()}
          </Link>
        }
      >
        {m.audit_for_administrators_text()}
      </StateMessage>
    </div>
  )
}

const Log = () => {
  const { scope } = useSignedIn()
  const search = useSearch({ from: '/_app/audit' })
  const filters = auditFilters(search)
  const options = auditQuery(scope.principal, filters)
  const query = useInfiniteQuery(options)
  const nameOf = useClientNames()
  const entries = query.data?.pages.flatMap((page) => page.entries)
  const { date_from: from, date_to: to } = search
  const isReversed = daysFault({ from, to }, true) === 'reversed'
  const isPhone = useIsPhone()
  const toFile = <AuditExport search={search} nameOf={nameOf} />
  const shown = entries && m.audit_shown(counted(entries.length))
  return (
    <>
      <PageBar
        title={m.nav_audit()}
        status={shown && (query.hasNextPage ? m.audit_shown_more({ shown }) : shown)}
        tools={!isPhone && toFile}
      />
      <DroppedNote names={NAMES} />
      <Filters search={search} tool={isPhone && toFile} />
      {!query.isFetchNextPageError && <StaleNotice query={query} />}
      {query.isLoadingError ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : entries === undefined ? (
        <Skeleton className="mx-4 h-60" />
      ) : entries.length === 0 ? (
        <p className="px-4 py-5 text-14 text-text-2">{isReversed ? m.date_reversed() : m.audit_none()}</p>
      ) : (
        <Entries entries={entries} nameOf={nameOf} />
      )}
      <PendingNotice query={query} queryKey={options.queryKey} />
      {query.isFetchNextPageError && !query.isFetchingNextPage ? (
        <LoadError error={query.error} onRetry={() => void query.fetchNextPage()} />
      ) : (
        query.hasNextPage && (
          <div className="px-4 py-3">
            <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {m.audit_older()}
            </Button>
          </div>
        )
      )}
    </>
  )
}

const Filters = ({ search, tool }: { search: AuditSearch; tool: ReactNode }) => {
  const navigate = useNavigate()
  const narrow = (change: AuditSearch, replace = false) =>
    void navigate({ to: '/audit', search: { ...search, ...change }, replace })
  const who = useDraft(
    search.who ?? '',
    (value, { replace }) => narrow({ who: value || undefined }, replace),
    { pauseMs: TYPING_MS },
  )
  return (
    <div role="search" className="flex flex-wrap items-end gap-3 px-4 py-3 phone:grid phone:grid-cols-2">
      <div className="flex gap-2 phone:col-span-full">
        <SearchField
          label={m.audit_who()}
          className="w-44 phone:w-auto phone:grow"
          value={who.text}
          onChange={({ target }) => who.type(target.value)}
          onBlur={who.leave}
        />
        {tool}
      </div>
      <SelectField
        label={m.audit_event()}
        className="w-44 phone:col-span-full phone:w-full"
        value={search.event ?? ''}
        onChange={({ target }) => narrow({ event: AUDIT_EVENTS.find((event) => event === target.value) })}
      >
        <option value="">{m.audit_all_events()}</option>
        {AUDIT_EVENTS.map((event) => (
          <option key={event} value={event}>
            {EVENT_WORD[event]()}
          </option>
        ))}
      </SelectField>
      <DayField
        label={m.filter_date_from()}
        day={search.date_from}
        onDay={(date_from, replace) => narrow({ date_from }, replace)}
      />
      <DayField
        label={m.filter_date_to()}
        day={search.date_to}
        onDay={(date_to, replace) => narrow({ date_to }, replace)}
      />
    </div>
  )
}

const DayField = ({
  label,
  day = '',
  onDay,
}: {
  label: string
  day: string | undefined
  onDay: (day: string | undefined, replace: boolean) => void
}) => {
  const draft = useDraft(day, (value, { replace }) => onDay(value || undefined, replace), {
    isReady: (value) => value === '' || isTypedDay(value),
  })
  return (
    <TextField
      type="date"
      label={label}
      value={draft.text}
      onChange={({ target }) => draft.type(target.value)}
      onBlur={draft.leave}
    />
  )
}

const HEAD = 'px-2 py-1.5 text-left font-medium'
const CELL = 'px-2 py-1.5 align-top phone:py-0.5'

const Entries = ({ entries, nameOf }: { entries: readonly AuditEntry[]; nameOf: NameOfClient }) => (
  <div className="overflow-x-auto px-4">
    <table className="w-full text-13 tabular-nums phone:block">
      <caption className="sr-only">{m.nav_audit()}</caption>
      <thead className="phone:sr-only">
        <tr className="border-b border-line text-12 text-text-3">
          <th scope="col" className={`${HEAD} pl-0`}>
            {m.audit_when()}
          </th>
          <th scope="col" className={HEAD}>
            {m.audit_who()}
          </th>
          <th scope="col" className={HEAD}>
            {m.audit_event()}
          </th>
          <th scope="col" className={HEAD}>
            {m.audit_details()}
          </th>
          <th scope="col" className={HEAD}>
            {m.audit_client()}
          </th>
          <th scope="col" className={`${HEAD} pr-0`}>
            {m.audit_where()}
          </th>
        </tr>
      </thead>
      <tbody className="phone:block">
        {entries.map((entry) => (
          <tr
            key={entry.id}
            className="border-b border-line phone:grid phone:grid-cols-[auto_minmax(0,1fr)] phone:py-1"
          >
            <td className={`${CELL} pl-0 whitespace-nowrap text-text-2 phone:pl-0`}>
              <time dateTime={entry.at}>{momentLabel(entry.at)}</time>
            </td>
            <td className={`${CELL} max-w-64 wrap-anywhere phone:max-w-none phone:pr-0 phone:text-right`}>
              <bdi>{whoOf(entry) ?? '–'}</bdi>
            </td>
            <td
              className={`${CELL} font-medium whitespace-nowrap phone:pl-0`}
              title={entry.request_id === null ? undefined : `${m.audit_request()} ${entry.request_id}`}
            >
              {eventLabel(entry)}
            </td>
            <td className={`${CELL} wrap-anywhere text-text-2 phone:pr-0 phone:text-right`}>
              <bdi>{detailsOf(entry.what)}</bdi>
            </td>
            <td
              className={`${CELL} max-w-40 wrap-anywhere text-text-2 phone:hidden`}
              title={entry.client ?? undefined}
            >
              <bdi>{nameOf(entry.client) ?? ''}</bdi>
            </td>
            <td className={`${CELL} pr-0 whitespace-nowrap text-text-3 phone:hidden`}>
              {entry.address ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
