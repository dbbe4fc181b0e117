import { useState } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { mayHaveContacts } from '#/domain/client/client-list.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useFocusKept } from '#/ui/use-focus-kept.ts'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { clockTime, counted, formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Progress, ProgressLine } from '#/ui/data/progress.tsx'
import { PartialLine } from '#/ui/state/stale-line.tsx'
import { asOfWords } from '#/features/agency/over-clients/as-of-words.ts'
import { ColumnChoice, RollUpPeriodChoice } from './choices.tsx'
import { clientsIn, ScopeChoice, type RollUpScope } from './client-choice.tsx'
import type { QueueState } from '#/features/agency/over-clients/load-queue.ts'
import { unreadDaysOf, clientUnreadWords } from './unread-days.ts'
import { useAllCounts, useQueueState, type RollUpState } from './use-roll-up.ts'

export interface RollUpBarProps {
  state: RollUpState
  /** Those shown, in the table's order. */
  clients: readonly ClientRead[]
  pinned: ReadonlySet<string>
  /** Figures have been asked for: their columns are about to be there. */
  onStart: () => void
}

const NONE: ReadonlySet<string> = new Set()

/** Above the clients: what to load of whom, what it costs, how far it is. */
export const RollUpBar = ({ state, clients, pinned, onStart }: RollUpBarProps) => {
  const [scope, setScope] = useState<RollUpScope>('shown')
  const [chosen, setChosen] = useState(NONE)
  const queue = useQueueState(state)
  const here = useWhole(state, clients)
  const isLoaded = state.settings.isShown && !queue.isRunning
  const { length } = clients.filter(mayHaveContacts)
  const loaded = m.rollup_loaded({
    ...counted(length),
    done: formatNumber(here.length),
  })
  const wanted = clientsIn(scope, clients, pinned, chosen)
    .filter(mayHaveContacts)
    .map(({ client }) => client)
  const focusKept = useFocusKept<HTMLElement>()
  return (
    <section
      {...focusKept}
      aria-label={m.rollup()}
      className="grid gap-2 border-b border-line px-4 py-2.5 outline-none"
    >
      <div className="flex flex-wrap items-center gap-2">
        {/* On a phone the list comes first: what is chosen above it takes one line, moved by a finger. */}
        <div className="contents phone:-mx-4 phone:flex phone:w-dvw phone:gap-2 phone:overflow-x-auto phone:px-4 phone:[scrollbar-width:none]">
          <RollUpPeriodChoice state={state} />
          {/* On paper the heads and the rows say this. */}
          <span className="contents print:hidden">
            <ColumnChoice state={state} />
            <ScopeChoice {...{ clients, pinned, chosen, scope }} onChoose={setChosen} onScope={setScope} />
          </span>
        </div>
        {!queue.isRunning && !state.kept.isPending && (
          <Start state={state} wanted={wanted} onStart={onStart} />
        )}
      </div>
      <Run state={state} queue={queue} />
      {isLoaded && (
        <Loaded state={state} queue={queue} here={here} words={loaded} isAll={here.length === length} />
      )}
      <p aria-live="polite" className="sr-only">
        {isLoaded && loaded}
      </p>
    </section>
  )
}

/** What it costs, before it is begun. */
const Start = ({
  state,
  wanted,
  onStart,
}: {
  state: RollUpState
  wanted: readonly string[]
  onStart: () => void
}) => {
  useAllCounts(state)
  const { rollUp } = state
  const start = (since?: number) => {
    state.start(wanted, since)
    onStart()
  }
  const each = rollUp.requests.length
  const all = each * wanted.length
  const left = state.toAsk(wanted)
  const words = (count: number) => m.rollup_requests(counted(count))
  const isKept = state.kept.asked !== null
  const reason = each === 0 ? m.rollup_no_columns() : wanted.length === 0 ? m.rollup_no_clients() : undefined
  return (
    <>
      <span className="ml-auto text-13 text-text-2 tabular-nums phone:ml-0 phone:w-full">
        {/* Of what our server keeps there is nothing to be counted. */}
        {reason === undefined && isKept && left > 0 && left < all && (
          <>{m.rollup_left({ all: words(left) })}</>
        )}
        {reason === undefined && !(isKept && left < all) && (
          <>
            {m.rollup_cost({
              clients: m.clients_count(counted(wanted.length)),
              each: words(each),
              all: words(all),
            })}
            {left > 0 && left < all && (
              <span className="text-text-3">, {m.rollup_left({ all: words(left) })}</span>
            )}
          </>
        )}
      </span>
      {left > 0 || reason !== undefined ? (
        <Button data-tool="load" disabledReason={reason} onClick={() => start()}>
          {left < all ? m.rollup_load_rest() : m.rollup_load()}
        </Button>
      ) : wanted.some((client) => state.kept.accounts.get(client)?.counts) ? null : (
        <Button data-tool="load" icon="refresh" onClick={() => start(Date.now())}>
          {m.rollup_load_anew()}
        </Button>
      )}
    </>
  )
}

/** Jobs that are a client's figures; others have their name before the client's. */
const clientsOf = ({ jobs }: QueueState) => [...jobs].filter(([id]) => !id.includes(' '))

const failedIn = (queue: QueueState) =>
  clientsOf(queue)
    .filter(([, { at }]) => at === 'failed')
    .map(([client]) => client)

/** How far it is, or why it ended. */
const Run = ({ state, queue }: { state: RollUpState; queue: QueueState }) => {
  const { answered, total, startedAt, answeredAt, pausedUntil, stoppedBy, isRunning } = queue
  const jobs = clientsOf(queue)
  const done = jobs.filter(([, { at }]) => at === 'done').length
  const failed = failedIn(queue)
  const loaded = [
    m.rollup_loaded({ ...counted(jobs.length), done: formatNumber(done) }),
    ...(failed.length > 0 ? [m.rollup_failed({ shown: formatNumber(failed.length) })] : []),
  ].join(', ')
  const seconds = Math.max(answeredAt - startedAt, 1) / 1000
  return (
    <>
      {isRunning && (
        <ProgressLine
          title={loaded}
          detail={
            pausedUntil === null
              ? m.rollup_progress({
                  ...counted(total),
                  done: formatNumber(answered),
                  speed: formatNumber(Math.round(answered / seconds)),
                })
              : m.rollup_paused({ time: clockTime(pausedUntil) })
          }
          bar={<Progress label={m.rollup()} value={answered} max={total} valueText={loaded} />}
          action={
            <Button data-takes-focus onClick={state.queue.cancel}>
              {m.cancel()}
            </Button>
          }
        />
      )}
      {!isRunning && stoppedBy !== null && (
        <p className="text-13 text-missed">{m.rollup_stopped({ reason: errorText(stoppedBy) })}</p>
      )}
    </>
  )
}

/** The clients whose figures are all here. */
const useWhole = (state: RollUpState, clients: readonly ClientRead[]): readonly ClientRead[] => {
  const all = useAllCounts(state)
  return clients.filter(mayHaveContacts).filter(({ client }) => {
    const known = all.get(client)?.counts
    return known !== undefined && state.rollUp.requests.every(({ key }) => known.has(key))
  })
}

/** Of whom the figures are here, and what can be done with them. */
const Loaded = ({
  state,
  queue,
  here,
  words,
  isAll,
}: {
  state: RollUpState
  queue: QueueState
  here: readonly ClientRead[]
  words: string
  isAll: boolean
}) => {
  const failed = failedIn(queue)
  const { rollUp } = state
  const comparison = useOnIntent(() => import('./side-by-side.tsx').then((code) => code.SideBySide))
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <span className="flex flex-wrap items-center gap-x-3 text-13 text-text-3 tabular-nums">
        <AsOf state={state} clients={here} />
        {isAll ? <span className="phone:sr-only">{words}</span> : <PartialLine>{words}</PartialLine>}
        {failed.length > 0 && (
          <span className="inline-flex gap-1.5 text-missed">
            {m.rollup_failed({ shown: formatNumber(failed.length) })}
            <LinkButton onClick={() => failed.forEach(state.retry)}>{m.rollup_retry_failed()}</LinkButton>
          </span>
        )}
        <span className="phone:sr-only">{formatDays(rollUp.choice.days)}</span>
        {rollUp.comparison?.isCut && (
          <span className="phone:sr-only">
            {m.rollup_change_cut({ days: formatDays(rollUp.comparison.current) })}
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
          {m.rollup_side_by_side()}
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

/** Whose figures are not final, since days could not be read. */
const Unread = ({ state, clients }: { state: RollUpState; clients: readonly ClientRead[] }) => {
  const unread = clients.filter(({ client }) => unreadDaysOf(state, client).length > 0)
  if (unread.length === 0) return null
  const each = unread.map(
    (client) => `${clientName(client)}: ${clientUnreadWords(unreadDaysOf(state, client.client))}`,
  )
  return (
    <span className="inline-flex flex-wrap gap-x-1.5">
      <PartialLine>
        <span title={each.join('\n')}>{m.rollup_unread(counted(unread.length))}</span>
      </PartialLine>
      <LinkButton onClick={() => state.readAgain(unread.map(({ client }) => client))}>
        {m.unread_retry()}
      </LinkButton>
    </span>
  )
}

/** Until when the figures are known that our server keeps, by this device's clock, and what it is reading. */
const AsOf = ({ state, clients }: { state: RollUpState; clients: readonly ClientRead[] }) => {
  const { accounts } = state.kept
  const held = clients.flatMap(({ client }) => accounts.get(client)?.as_of ?? [])
  const reading = [...accounts.values()].filter(({ is, is_reading }) => is_reading && is !== 'whole')
  // Of many clients that of the one that was looked at longest ago: no figure is older.
  const oldest = held.toSorted()[0]
  return (
    <>
      {oldest !== undefined && (
        <span className="inline-flex gap-1.5">
          <span className="text-text-2" title={m.rollup_as_of_hint()}>
            {m.rollup_as_of({ time: asOfWords(Date.parse(oldest)) })}
          </span>
          <span aria-hidden="true">·</span>
          <LinkButton onClick={() => state.update(clients.map(({ client }) => client))}>
            {m.rollup_update()}
          </LinkButton>
        </span>
      )}
      {reading.length > 0 && <span>{m.rollup_being_kept(counted(reading.length))}</span>}
    </>
  )
}

/** Under the word for the totals: of how many clients they are, while it is not all of them. */
export const LoadedSoFar = ({ state, clients }: { state: RollUpState; clients: readonly ClientRead[] }) => {
  const here = useWhole(state, clients).length
  const { length } = clients.filter(mayHaveContacts)
  if (!state.settings.isShown || here === length) return null
  return (
    <span className="block text-12 font-normal text-text-3">
      {m.rollup_loaded({
        ...counted(length),
        done: formatNumber(here),
      })}
    </span>
  )
}
