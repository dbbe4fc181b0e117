import type { ReactNode } from 'react'
import type { ClientObjects } from '#/api/client-comparison/inactivity.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Progress, ProgressLine } from '#/ui/data/progress.tsx'
import { Icon } from '#/ui/icon.tsx'
import { PartialLine } from '#/ui/state/stale-line.tsx'
import { useFocusKept } from '#/ui/use-focus-kept.ts'
import { asOfWords } from './as-of-labels.ts'
import { MOST_CLIENTS, type ChosenClients } from './choose-clients.ts'
import type { Inactivity } from './use-inactivity.ts'

/** What there is to say of one client that did not come, or not whole. */
export interface ClientShortfall {
  readonly client: ClientRead
  readonly reason: string
}

/** How something over many clients stands: what is being read, as of when it is, and what is missing from it. */
export const BoardPanel = ({
  inactivity,
  choice,
  isHere,
  doneAt,
  label,
  shortfalls,
  summary,
}: {
  inactivity: Inactivity
  choice: ChosenClients
  /** What is known of a client is enough for this board. */
  isHere: (known: ClientObjects) => boolean
  /** When each client was looked at that can be told of, milliseconds since 1970. */
  doneAt: readonly number[]
  /** What is under way, for the bar. */
  label: string
  /** Beside the clients that failed: those that came, but not whole. */
  shortfalls: readonly ClientShortfall[]
  /** One sentence of what was found, read out when it is. */
  summary: ReactNode
}) => {
  const { results, error, isPending } = inactivity
  const focusKept = useFocusKept<HTMLDivElement>()
  const all = results.length
  const done = doneAt.length
  const isReading = isPending || results.some(({ known }) => known?.isReading === true && !isHere(known))
  const failed = results.flatMap(({ client, known }): ClientShortfall[] =>
    known?.error == null || known.isReading || isHere(known)
      ? []
      : [{ client, reason: errorText(known.error) }],
  )
  const progress = m.over_clients_progress({ ...counted(all), done: formatNumber(done) })
  if (choice.clients.length === 0) return <p className="pt-1 text-13 text-text-3">{m.over_clients_none()}</p>
  return (
    <div {...focusKept} className="pt-1 text-13 outline-none">
      {choice.why === 'first' && <p className="text-text-2">{m.over_clients_first(counted(MOST_CLIENTS))}</p>}
      {error !== null && <LoadError error={error} level={3} className="" onRetry={inactivity.refetch} />}
      {error === null && isReading && (
        <ProgressLine
          title={progress}
          detail=""
          bar={<Progress label={label} value={done} max={all} valueText={progress} />}
        />
      )}
      {!isReading && done > 0 && (
        <div className="flex flex-wrap items-center gap-x-2 text-12 text-text-3">
          <span className="tabular-nums">
            {m.over_clients_checked({ time: asOfWords(Math.min(...doneAt)) })}
          </span>
          <span aria-hidden="true">·</span>
          <LinkButton onClick={() => inactivity.update(choice.clients)}>{m.check_again()}</LinkButton>
        </div>
      )}
      {!isReading && error === null && done < all && (
        <PartialLine>{m.over_clients_partial({ ...counted(all), done: formatNumber(done) })}</PartialLine>
      )}
      <Shortfalls
        shortfalls={isReading ? [] : [...failed, ...shortfalls]}
        onRetry={(client) => inactivity.update([client])}
      />
      <div aria-live="polite" className="mt-2 empty:hidden">
        {!isReading && summary}
      </div>
    </div>
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
