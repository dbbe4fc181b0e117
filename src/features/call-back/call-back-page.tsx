import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { ClientGate } from '#/domain/client/client-gate.tsx'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { hiddenOf } from '#/domain/figures/hidden-figures.ts'
import { NoteDialog } from '#/domain/annotations/note-dialog.tsx'
import { useReportOpenCallers } from '#/domain/annotations/open-callers.ts'
import { useSetOutcome } from '#/domain/annotations/use-save-annotation.ts'
import { DroppedNote } from '#/domain/notice/dropped-note.tsx'
import { NoObjectsOr } from '#/domain/notice/no-objects-yet.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { StoredInCallboard } from '#/domain/notice/stored-in-callboard.tsx'
import { PageBar } from '#/domain/page-bar.tsx'
import { counted, formatNumber } from '#/i18n/format.ts'
import { formatPhone } from '#/i18n/phone.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { tabClass, Tabs } from '#/ui/control/tabs.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { CallerCards } from './caller-cards.tsx'
import type { Sight } from './caller-parts.tsx'
import { CallersTable } from './callers-table.tsx'
import { FactsAndFilters } from './head/facts-and-filters.tsx'
import type { RowActs } from './row-actions.tsx'
import { passes, type CallerLists, type CallerRow, type CallerFilters } from './rows.ts'
import { NO_SOURCE, type CallBackSearch, type CallBackTab } from './search.ts'
import { countSoFar, useCallers, type CallersKnown } from './use-callers.ts'
import { requestShortcutHelp } from '#/domain/preferences/shortcuts.ts'
import { Kbd } from '#/ui/kbd.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callerNamesQuery } from '#/api/caller-names/caller-names.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

const SHOWN = 100

/** Of the parameters in the address. */
const NAMES = {
  tab: m.call_back_tabs,
  object: m.col_object,
  source: m.col_source,
  first_time: m.call_back_first_time,
  waiting: m.call_back_waiting,
  day: m.chart_note_day,
} as const satisfies Record<keyof CallBackSearch, () => string>

export const CallBackPage = () => (
  <ClientGate head={<PageBar title={m.nav_call_back()} />}>
    <CallBack />
  </ClientGate>
)

const CallBack = () => {
  const hidden = useHiddenFields()
  if (!hiddenOf(hidden).metric('not_through')) return <Worklist hidden={hidden} />
  return (
    <>
      <PageBar title={m.nav_call_back()} />
      <StateMessage icon="info" title={m.call_back_hidden_title()} className="px-4">
        {m.call_back_hidden()}
      </StateMessage>
    </>
  )
}

const Worklist = ({ hidden }: { hidden: ReadonlySet<string> }) => {
  const search: CallBackSearch = useSearch({ from: '/_app/call-back' })
  const callers = useCallers(search.object ?? null)
  const { lists, now, offset } = callers
  useReportOpenCallers(search.object === undefined && !callers.isPart ? lists?.open.length : undefined)
  const narrowed: CallerFilters = {
    firstTime: search.first_time === '1',
    waiting: search.waiting === '1',
    source: search.source,
    day: search.day,
  }
  const tab: CallBackTab = search.tab ?? 'open'
  const rows = useShownRows(lists, tab)?.filter((row) => passes(row, narrowed, now, offset))
  const open = countSoFar(
    callers,
    lists?.open.filter((row) => passes(row, narrowed, now, offset)),
  )
  const sight: Omit<Sight, 'nameOf'> = {
    now,
    offset,
    objectTitle: callers.objectTitle,
    hidden,
    isOpenTab: tab === 'open',
  }
  const isPhone = useIsPhone()
  const [noted, setNoted] = useState<CallerRow | null>(null)
  const setOutcome = useSetOutcome()
  const navigate = useNavigate({ from: '/call-back' })
  const acts: RowActs = {
    mark: ({ mark, caller }, outcome) => setOutcome({ before: mark, outcome, caller: formatPhone(caller) }),
    note: setNoted,
    narrow:
      search.source === undefined
        ? ({ source }) =>
            void navigate({
              search: (before: CallBackSearch) => ({ ...before, source: source ?? NO_SOURCE }),
              state: (before) => before,
            })
        : undefined,
  }
  return (
    <div className="flex min-h-full flex-col">
      <PageBar
        title={m.nav_call_back()}
        status={open === undefined ? null : m.call_back_people(counted(open))}
        tools={!isPhone && <StorageNote />}
      >
        <PageTabs callers={callers} tab={tab} />
      </PageBar>
      <FactsAndFilters callers={callers} hidden={hidden} />
      <DroppedNote names={NAMES} />
      <Notices callers={callers} />
      <List
        // Keyed by filters.
        key={JSON.stringify(search)}
        callers={callers}
        rows={rows}
        tab={tab}
        sight={sight}
        acts={acts}
      />
      <Foot>{isPhone && <StorageNote />}</Foot>
      <NoteDialog
        mark={noted?.mark ?? null}
        about={noted === null ? '' : formatPhone(noted.caller)}
        onClose={() => setNoted(null)}
      />
    </div>
  )
}

/** Rows that were just closed stay in place until the page is left. */
const useShownRows = (lists: CallerLists | undefined, tab: CallBackTab): readonly CallerRow[] | undefined => {
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(() => new Map())
  const fresh = lists?.open.filter(({ key }) => !seen.has(key)) ?? []
  if (fresh.length > 0)
    setSeen(new Map([...seen, ...(lists?.open ?? []).map(({ key }, place) => [key, place] as const)]))
  if (lists === undefined) return undefined
  if (tab === 'done') return lists.doneToday
  if (tab === 'all') return [...lists.open, ...lists.done]
  const closed = lists.done.filter(({ is, key }) => is === 'reached' && seen.has(key))
  const rows = [...lists.open]
  for (const row of closed.toSorted((a, b) => seen.get(a.key)! - seen.get(b.key)!))
    rows.splice(Math.min(seen.get(row.key)!, rows.length), 0, row)
  return rows
}

const PageTabs = ({ callers, tab }: { callers: CallersKnown; tab: CallBackTab }) => {
  const { lists } = callers
  const tabs = [
    { id: 'open', word: m.call_back_open(), count: countSoFar(callers, lists?.open) },
    { id: 'done', word: m.call_back_done(), count: countSoFar(callers, lists?.doneToday) },
    { id: 'all', word: m.call_back_all(), count: undefined },
  ] as const
  return (
    <Tabs aria-label={m.call_back_tabs()} className="phone:w-full">
      {tabs.map(({ id, word, count }) => (
        <Link
          key={id}
          to="/call-back"
          search={({ tab: _tab, ...rest }: CallBackSearch) => (id === 'open' ? rest : { ...rest, tab: id })}
          state={(before) => before}
          replace
          aria-current={id === tab ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
          data-keeps-focus
          className={`${tabClass} phone:min-h-11`}
        >
          {word}
          {count !== undefined && (
            <span className="font-normal text-text-3 tabular-nums">{formatNumber(count)}</span>
          )}
        </Link>
      ))}
    </Tabs>
  )
}

const Notices = ({ callers }: { callers: CallersKnown }) => {
  const { lists, isPart, isComing, hasFormerCallers, annotationsError, found, retry } = callers
  if (lists === undefined) return null
  return (
    <div role="status" className="px-4 text-13 text-text-2 not-empty:py-2">
      {isPart && (
        <p>
          {isComing ? m.call_back_reading() : m.call_back_partial()}{' '}
          {!isComing && <LinkButton onClick={retry}>{m.call_back_load_rest()}</LinkButton>}
        </p>
      )}
      {hasFormerCallers && <p>{m.overview_gap_callers()}</p>}
      {annotationsError && <p>{m.call_back_marks_failed()}</p>}
      {found && found.unnumbered > 0 && <p>{m.call_back_unnumbered(counted(found.unnumbered))}</p>}
    </div>
  )
}

const EMPTY = {
  open: { title: m.call_back_nobody_open, text: m.call_back_nobody_open_text },
  done: { title: m.call_back_nobody_done, text: m.call_back_nobody_done_text },
  all: { title: m.call_back_nobody_all, text: m.call_back_nobody_all_text },
} as const satisfies Record<CallBackTab, unknown>

const List = ({
  callers: { lists, found, error, retry, isComing, isPart },
  rows,
  tab,
  sight,
  acts,
}: {
  callers: CallersKnown
  rows: readonly CallerRow[] | undefined
  tab: CallBackTab
  sight: Omit<Sight, 'nameOf'>
  acts: RowActs
}) => {
  const isPhone = useIsPhone()
  const navigate = useNavigate({ from: '/call-back' })
  const [shown, setShown] = useState(SHOWN)
  const shownRows = rows?.slice(0, shown) ?? []
  const nameOf = useCallerNames(shownRows, sight.hidden, isComing)
  if (error !== null) return <LoadError error={error} onRetry={retry} />
  if (rows === undefined || (rows.length === 0 && isComing)) return <Waiting />
  if (rows.length === 0) {
    const all = {
      open: lists?.open,
      done: lists?.doneToday,
      all: [...(lists?.open ?? []), ...(lists?.done ?? [])],
    }
    const isNarrowed = (all[tab]?.length ?? 0) > 0
    if (found?.isUnknown)
      return (
        <StateMessage icon="info" level={2} className="px-4" title={m.call_back_no_numbers_title()}>
          {m.call_back_no_numbers()}
        </StateMessage>
      )
    if (isPart && !isNarrowed)
      return <StateMessage icon="partial" level={2} className="px-4" title={m.call_back_nobody_part()} />
    return (
      <NoObjectsOr>
        <StateMessage
          icon={isNarrowed ? 'filter' : 'check'}
          tone={isNarrowed ? 'neutral' : 'answered'}
          level={2}
          className="px-4"
          title={isNarrowed ? m.call_back_nobody_filtered() : EMPTY[tab].title()}
          actions={
            isNarrowed && (
              <LinkButton
                onClick={() =>
                  void navigate({
                    search: ({ tab, object }: CallBackSearch) => ({
                      ...(tab && { tab }),
                      ...(object !== undefined && { object }),
                    }),
                    state: (before) => before,
                  })
                }
              >
                {m.call_back_clear()}
              </LinkButton>
            )
          }
        >
          {isNarrowed ? undefined : EMPTY[tab].text()}
        </StateMessage>
      </NoObjectsOr>
    )
  }
  const Rows = isPhone ? CallerCards : CallersTable
  return (
    <>
      <Rows rows={shownRows} sight={{ ...sight, nameOf }} acts={acts} />
      {rows.length > shownRows.length && (
        <p className="px-4 py-3 text-13">
          <LinkButton onClick={() => setShown(shown + SHOWN)}>
            {m.call_back_show_more(counted(Math.min(rows.length - shownRows.length, SHOWN)))}
          </LinkButton>
        </p>
      )}
    </>
  )
}

const Waiting = () => (
  <div aria-busy="true">
    <span className="sr-only">{m.loading()}</span>
    {Array.from({ length: 8 }, (_, row) => (
      <div key={row} className="grid h-11.5 content-center gap-1.5 border-b border-line px-4 phone:h-21">
        <Skeleton width="md" />
        <Skeleton width="lg" />
      </div>
    ))}
  </div>
)

const StorageNote = () => (
  <StoredInCallboard why={m.call_back_kept_why()} className="text-12 text-text-3">
    {m.call_back_kept()}
  </StoredInCallboard>
)

const Foot = ({ children }: { children: ReactNode }) => (
  <footer className="sticky bottom-0 mt-auto flex min-h-8 flex-wrap items-center gap-x-4 border-t border-line bg-bg px-4 text-12 text-text-3 phone:static phone:py-2">
    <span className="mr-auto">{m.call_back_order()}</span>
    {children}
    <span className="flex flex-wrap items-center gap-x-4 phone:hidden">
      {(
        [
          [['j', 'k'], m.call_back_key_move],
          [['Enter'], m.call_back_key_dial],
          [['C'], m.call_back_key_called],
          [['N'], m.call_back_key_no_answer],
        ] as const
      ).map(([keys, word]) => (
        <span key={keys.join('')} className="inline-flex items-center gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {word()}
        </span>
      ))}
      <button
        type="button"
        className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-1 px-1 hover:bg-hover hover:text-text"
        onClick={requestShortcutHelp}
      >
        <Kbd>?</Kbd>
        {m.call_back_key_all()}
      </button>
    </span>
  </footer>
)

/**
 * Names from forms and chats, and companies of deals, for visible rows.
 * @returns null: none, or unknown
 */
const useCallerNames = (
  rows: readonly CallerRow[],
  hidden: ReadonlySet<string>,
  isComing: boolean,
): ((row: CallerRow) => string | null) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...callerNamesQuery(
      queryClient,
      scope,
      rows.map(({ key }) => key),
    ),
    enabled: rows.length > 0 && !isComing && !hidden.has('custom_data'),
  })
  return ({ key }) => {
    const { caller_name: name = null, company_name: company = null } = data?.[key] ?? {}
    if (company === null) return name
    return name === null ? m.call_back_company({ company }) : m.call_back_of_company({ name, company })
  }
}
