import type { ReactNode } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { rateText, useGate } from '#/domain/notice/rate-notice.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, LinkButton } from '#/ui/control/button.tsx'
import { Progress, ProgressLine } from '#/ui/data/progress.tsx'
import { Icon } from '#/ui/icon.tsx'
import { PartialLine } from '#/ui/state/stale-line.tsx'
import { useFocusKept } from '#/ui/use-focus-kept.ts'
import { asOfWords } from './as-of-words.ts'
import { MOST_CLIENTS, type ChosenClients } from './choose-clients.ts'
import type { ClientRun, RunProgress } from './use-client-run.ts'

/** What there is to say of one client that did not come, or not whole. */
export interface ClientShortfall {
  readonly client: ClientRead
  readonly reason: string
}

/**
 * How something over many clients stands: what it will cost and its button, its progress, or when it was done, and what is
 * missing from it.
 */
export const RunPanel = <R,>({
  run,
  choice,
  leastRequests,
  hint,
  startText,
  label,
  shortfalls,
  summary,
}: {
  run: ClientRun<R>
  choice: ChosenClients
  /** Requests of one client, said before they are made. */
  leastRequests: number
  hint: string
  /** The button's words for so many clients. */
  startText: (clients: { count: number; shown: string }) => string
  /** What is under way, for the bar. */
  label: string
  /** Beside the clients that failed: those that came, but not whole. */
  shortfalls: readonly ClientShortfall[]
  /** One sentence of what was found, read out when it is. */
  summary: ReactNode
}) => {
  const { results, progress } = run
  const done = results.filter(({ data }) => data !== undefined)
  const left = results.filter(({ data }) => data === undefined).map(({ client }) => client)
  const failed = results.flatMap(({ client, error }): ClientShortfall[] =>
    error === null || progress !== null ? [] : [{ client, reason: errorText(error) }],
  )
  const everyone = choice.clients
  // One that failed has its own button.
  const isRestOffered = left.length > 1 || failed.length < left.length
  const focusKept = useFocusKept<HTMLDivElement>()
  return (
    <div {...focusKept} className="pt-1 text-13 outline-none">
      {done.length === 0 && progress === null && (
        <Offer
          startText={startText}
          choice={choice}
          leastRequests={leastRequests}
          hint={hint}
          onStart={() => run.start(everyone)}
        />
      )}
      {progress !== null && <Running label={label} progress={progress} onCancel={run.cancel} />}
      {done.length > 0 && progress === null && (
        <div className="flex flex-wrap items-center gap-x-2 text-12 text-text-3">
          <span className="tabular-nums">
            {m.over_clients_checked({ time: asOfWords(Math.min(...done.map(({ at }) => at))) })}
          </span>
          <span aria-hidden="true">·</span>
          <LinkButton onClick={() => run.start(everyone)}>{m.check_again()}</LinkButton>
        </div>
      )}
      {done.length > 0 && left.length > 0 && progress === null && (
        <div className="mt-2 grid justify-items-start gap-2">
          <PartialLine>
            {m.over_clients_partial({ ...counted(everyone.length), done: formatNumber(done.length) })}
          </PartialLine>
          {isRestOffered && (
            <>
              <Button onClick={() => run.start(left)}>{m.over_clients_rest(counted(left.length))}</Button>
              <Cost count={left.length} leastRequests={leastRequests} />
            </>
          )}
        </div>
      )}
      <Shortfalls
        shortfalls={progress === null ? [...failed, ...shortfalls] : []}
        onRetry={(client) => run.start([client])}
      />
      <div aria-live="polite" className="mt-2 empty:hidden">
        {progress === null && summary}
      </div>
    </div>
  )
}

const Offer = ({
  choice,
  leastRequests,
  hint,
  startText,
  onStart,
}: {
  choice: ChosenClients
  leastRequests: number
  hint: string
  startText: (clients: { count: number; shown: string }) => string
  onStart: () => void
}) => {
  const count = choice.clients.length
  if (count === 0) return <p className="text-text-3">{m.over_clients_none()}</p>
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-text-2">{hint}</p>
      {choice.why === 'first' && <p className="text-text-2">{m.over_clients_first(counted(MOST_CLIENTS))}</p>}
      <Button onClick={onStart}>{startText(counted(count))}</Button>
      <Cost count={count} leastRequests={leastRequests} />
    </div>
  )
}

/** What pressing the button will ask of the service. */
const Cost = ({ count, leastRequests }: { count: number; leastRequests: number }) => (
  <p className="text-12 text-text-3 tabular-nums">
    {m.over_clients_requests({ ...counted(leastRequests), total: formatNumber(count * leastRequests) })}
  </p>
)

const Running = ({
  label,
  progress: { clients, allClients, requests, allRequests },
  onCancel,
}: {
  label: string
  progress: RunProgress
  onCancel: () => void
}) => {
  const requestsText = m.over_clients_asked({ ...counted(allRequests), done: formatNumber(requests) })
  const waits = useGate()
  return (
    <ProgressLine
      title={m.over_clients_progress({ ...counted(allClients), done: formatNumber(clients) })}
      detail={waits > 0 ? rateText(waits) : requestsText}
      bar={<Progress label={label} value={requests} max={allRequests} valueText={requestsText} />}
      action={
        <Button data-takes-focus onClick={onCancel}>
          {m.cancel()}
        </Button>
      }
    />
  )
}

const Shortfalls = ({
  shortfalls,
  onRetry,
}: {
  shortfalls: readonly ClientShortfall[]
  onRetry: (client: ClientRead) => void
}) =>
  shortfalls.length > 0 && (
    <ul className="mt-2 grid gap-2">
      {shortfalls.map(({ client, reason }) => (
        <li key={client.client} className="flex gap-2">
          <Icon name="cloud-off" className="mt-0.5 text-missed" />
          <span className="min-w-0 wrap-anywhere">
            <bdi className="font-strong">{clientName(client)}</bdi>
            <span className="text-text-2">: {reason} </span>
            <LinkButton onClick={() => onRetry(client)}>{m.retry()}</LinkButton>
          </span>
        </li>
      ))}
    </ul>
  )
