import { useState } from 'react'
import { isComing } from '#/api/client-comparison/client-comparison.ts'
import type { ClientRead } from '#/contract/agency.ts'
import type { ComparedAccount } from '#/contract/archive/client-comparison.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { clockRange } from '#/domain/period/clock-range.ts'
import { clockMomentLabel } from '#/domain/period/clock-moment-labels.ts'
import { useAgencyClock } from '#/features/agency/over-clients/use-agency-today.ts'
import { useFocusFallback } from '#/ui/use-focus-fallback.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { counted, formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Progress, ProgressLine } from '#/ui/data/progress.tsx'
import { PartialLine } from '#/ui/state/stale-line.tsx'
import { ColumnChoice, ClientComparisonPeriodChoice } from './choices.tsx'
import { clientUnreadLabel, unreadDaysOf } from './unread-days.ts'
import { clocksOfClients, type ClientComparisonState } from './use-client-comparison.ts'

export interface ClientComparisonBarProps {
  state: ClientComparisonState
  clients: readonly ClientRead[]
}

/** Period, metrics, freshness and progress of the clients' figures. */
export const ClientComparisonBar = ({ state, clients }: ClientComparisonBarProps) => {
  const here = wholeOf(state, clients)
  const { length } = clients.filter(mayHaveContacts)
  const loaded = m.client_comparison_loaded({ ...counted(length), done: formatNumber(here.length) })
  const focusFallback = useFocusFallback<HTMLElement>()
  return (
    <section
      {...focusFallback}
      aria-label={m.client_comparison()}
      className="grid gap-2 border-b border-line px-4 py-2.5 outline-none"
    >
      <div className="flex flex-wrap items-center gap-2">
        <ClientComparisonPeriodChoice state={state} />
        {/* On paper the table says this. */}
        <span className="contents print:hidden">
          <ColumnChoice state={state} />
        </span>
      </div>
      {state.error !== null && (
        <LoadError error={state.error} level={3} className="" onRetry={state.refetch} />
      )}
      <Reading state={state} loadedText={loaded} />
      {!state.isPending && state.error === null && (
        <Loaded
          state={state}
          clients={clients}
          here={here}
          loadedText={loaded}
          isAll={here.length === length}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {!state.isPending && loaded}
      </p>
    </section>
  )
}

/** Of a client whose period is there, what it is compared with may still be read. */
const isLoading = ({ figures }: ClientComparisonState, account: ComparedAccount): boolean =>
  isComing(account) || (figures.comparison !== null && account.is_reading && account.compared === null)

const Reading = ({ state, loadedText }: { state: ClientComparisonState; loadedText: string }) => {
  const all = [...state.accounts.values()]
  const reading = all.filter((account) => isLoading(state, account)).length
  if (reading === 0) return null
  return (
    <ProgressLine
      title={m.client_comparison_being_read(counted(reading))}
      detail=""
      bar={
        <Progress
          label={m.client_comparison()}
          value={all.length - reading}
          max={all.length}
          valueText={loadedText}
        />
      }
    />
  )
}

const wholeOf = (state: ClientComparisonState, clients: readonly ClientRead[]): readonly ClientRead[] =>
  clients.filter(mayHaveContacts).filter(({ client }) => {
    const account = state.accounts.get(client)
    return account !== undefined && account.counts !== null && !isLoading(state, account)
  })

const Loaded = ({
  state,
  clients,
  here,
  loadedText,
  isAll,
}: {
  state: ClientComparisonState
  clients: readonly ClientRead[]
  here: readonly ClientRead[]
  loadedText: string
  isAll: boolean
}) => {
  const { figures, accounts } = state
  const failed = clients.filter(({ client }) => {
    const account = accounts.get(client)
    return account?.counts === null && account.error !== null && !account.is_reading
  })
  const comparison = useOnIntent(() => import('./side-by-side.tsx').then((code) => code.SideBySide))
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <span className="flex flex-wrap items-center gap-x-3 touch:gap-y-2 text-13 text-text-3 tabular-nums">
        <AsOf state={state} clients={here} />
        {isAll ? (
          <span className="phone:sr-only">{loadedText}</span>
        ) : (
          <PartialLine>{loadedText}</PartialLine>
        )}
        {failed.length > 0 && (
          <span className="inline-flex gap-1.5 text-missed">
            {m.client_comparison_failed({ shown: formatNumber(failed.length) })}
            <LinkButton onClick={() => state.update(failed.map(({ client }) => client))}>
              {m.client_comparison_retry_failed()}
            </LinkButton>
          </span>
        )}
        <span className="phone:sr-only">{formatDays(figures.choice.days)}</span>
        {figures.comparison?.isCut && (
          <span className="phone:sr-only">
            {m.client_comparison_change_cut({ days: formatDays(figures.comparison.current) })}
          </span>
        )}
        <Unread state={state} clients={here} />
      </span>
      {here.length > 0 && (
        <Button
          {...comparison.handlers}
          onClick={() => {
            comparison.load()
            setOpen(true)
          }}
        >
          {m.client_comparison_side_by_side()}
        </Button>
      )}
      {isOpen && comparison.error !== null && (
        <LoadError error={comparison.error} onRetry={comparison.load} className="w-full" />
      )}
      {comparison.code !== null && (
        <comparison.code state={state} clients={here} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

const Unread = ({ state, clients }: { state: ClientComparisonState; clients: readonly ClientRead[] }) => {
  const unread = clients.filter(({ client }) => unreadDaysOf(state, client).length > 0)
  if (unread.length === 0) return null
  const each = unread.map(
    (client) => `${clientName(client)}: ${clientUnreadLabel(unreadDaysOf(state, client.client))}`,
  )
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      <PartialLine>
        <span title={each.join('\n')}>{m.client_comparison_unread(counted(unread.length))}</span>
      </PartialLine>
      <LinkButton onClick={() => state.update(unread.map(({ client }) => client))}>{m.retry()}</LinkButton>
    </span>
  )
}

const AsOf = ({ state, clients }: { state: ClientComparisonState; clients: readonly ClientRead[] }) => {
  const offset = useAgencyClock()
  const readTimes = clients.flatMap(({ client }) => state.accounts.get(client)?.as_of ?? [])
  // The oldest of the clients' times: no figure is older.
  const oldest = readTimes.toSorted()[0]
  if (oldest === undefined) return null
  return (
    <span className="inline-flex flex-wrap gap-x-1.5 phone:items-center">
      <span className="text-text-2" title={m.client_comparison_as_of_hint()}>
        {m.as_of({ time: clockMomentLabel(Date.parse(oldest), offset) })}
      </span>
      <ClientClocks state={state} />
      <span aria-hidden="true">·</span>
      <LinkButton onClick={() => state.update(clients.map(({ client }) => client))}>
        {m.client_comparison_update()}
      </LinkButton>
    </span>
  )
}

const ClientClocks = ({ state }: { state: ClientComparisonState }) => {
  const range = clockRange(clocksOfClients(state))
  if (!range?.isMixed) return null
  return (
    <>
      <span aria-hidden="true">·</span>
      <span title={m.times_several_each({ range: range.words })}>
        {m.times_several_zones()}, {range.short}
      </span>
    </>
  )
}

/** Number of clients in the totals while incomplete. */
export const LoadedSoFar = ({
  state,
  clients,
}: {
  state: ClientComparisonState
  clients: readonly ClientRead[]
}) => {
  const here = wholeOf(state, clients).length
  const { length } = clients.filter(mayHaveContacts)
  if (state.isPending || here === length) return null
  return (
    <span className="block text-12 font-normal text-text-3">
      {m.client_comparison_loaded({ ...counted(length), done: formatNumber(here) })}
    </span>
  )
}
