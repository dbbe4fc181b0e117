import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import {
  cancelMonthlyReports,
  fetchMonthlyFile,
  forgetMonthlyReports,
  retryMonthlyReports,
} from '#/api/monthly-reports/monthly-reports.ts'
import type { MonthlyItem, MonthlyJob, MonthlyWay } from '#/contract/monthly-reports/monthly-reports.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { timeLeft } from '#/domain/cells/time-left.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { saveFile } from '#/domain/files/save-file.ts'
import { counted, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { useCopy } from '#/ui/control/copy-button.tsx'
import { Progress } from '#/ui/data/progress.tsx'
import { LiveRegion } from '#/ui/state/live-region.tsx'
import { ItemRows } from './item-rows.tsx'

const WAY_WORDS = {
  pdf: m.monthly_way_pdf,
  links: m.monthly_way_links,
  mails: m.monthly_way_mails,
} as const satisfies Record<MonthlyWay, () => string>

const countOf = (items: readonly MonthlyItem[], ...states: readonly MonthlyItem['state'][]) =>
  items.filter(({ state }) => states.includes(state)).length

export const MonthlyProgress = ({ job }: { job: MonthlyJob }) => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const { data: agencies } = useQuery(agencyQuery(principal))
  const names = new Map(clientsOf(agencies ?? []).map((client) => [client.client, clientName(client)]))
  const { items, way, month, is_over: isOver } = job
  const [done, failed, cancelled] = [
    countOf(items, 'done'),
    countOf(items, 'failed'),
    countOf(items, 'cancelled'),
  ]
  const cancel = useMutation({ mutationFn: () => cancelMonthlyReports(queryClient, principal) })
  const retry = useMutation({
    mutationFn: (clients: readonly string[]) => retryMonthlyReports(queryClient, principal, clients),
  })
  const forget = useMutation({ mutationFn: () => forgetMonthlyReports(queryClient, principal) })
  const download = useMutation({
    mutationFn: async () => saveFile(await fetchMonthlyFile(principal), `callboard-reports-${month}.zip`),
  })
  const error = cancel.error ?? retry.error ?? forget.error ?? download.error
  const ended = items.length - countOf(items, 'waiting', 'working')
  const left = useSecondsLeft(ended, items.length)
  const progress = m.monthly_progress({ done: formatNumber(ended), total: formatNumber(items.length) })
  const parts = [
    m.monthly_done({ shown: formatNumber(done) }),
    ...(failed > 0 ? [m.monthly_failed({ shown: formatNumber(failed) })] : []),
    ...(cancelled > 0 ? [m.monthly_cancelled({ shown: formatNumber(cancelled) })] : []),
  ]
  const again = items.filter(({ state }) => state === 'failed').map(({ client }) => client)
  return (
    <>
      <div className="grid gap-2 text-13">
        <p className="text-text-3">
          {formatMonth(`${month}-01`)}, {WAY_WORDS[way]()}
        </p>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
          <p>
            <b className="mr-2 text-16 font-strong text-text">{progress}</b>
            {parts.join(', ')}
          </p>
          {left !== null && !isOver && <p className="text-text-3">{timeLeft(left)}</p>}
        </div>
        <Progress label={m.monthly_title()} value={ended} max={items.length} valueText={progress} />
      </div>
      <LiveRegion>{isOver ? `${progress}: ${parts.join(', ')}` : null}</LiveRegion>
      <ItemRows
        way={way}
        // Failures first.
        items={items.toSorted((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'))}
        names={names}
        onRetry={(client) => retry.mutate([client])}
      />
      {error !== null && (
        <p role="alert" className="text-13 text-missed">
          {errorText(error)}
        </p>
      )}
      <div className="sticky -bottom-5 -mb-5 flex flex-wrap items-center gap-2 bg-raised pt-2 pb-5 phone:[&_button]:h-10">
        <p className="mr-auto text-13 text-text-3 phone:w-full">
          {isOver ? m.monthly_over() : m.monthly_goes_on()}
        </p>
        {again.length > 1 && isOver && (
          <Button pending={retry.isPending} onClick={() => retry.mutate(again)}>
            {m.monthly_retry_all(counted(again.length))}
          </Button>
        )}
        {isOver ? (
          <Button pending={forget.isPending} onClick={() => forget.mutate()}>
            {m.monthly_new()}
          </Button>
        ) : (
          <Button pending={cancel.isPending} onClick={() => cancel.mutate()}>
            {m.monthly_cancel_rest()}
          </Button>
        )}
        {way === 'pdf' && (
          <Button
            variant="primary"
            icon="download"
            pending={download.isPending}
            disabledReason={
              isOver ? (done === 0 ? m.monthly_download_none() : undefined) : m.monthly_download_wait()
            }
            onClick={() => download.mutate()}
          >
            {m.monthly_download()}
          </Button>
        )}
        {way === 'links' && done > 0 && (
          <CopyLinks
            text={items
              .flatMap(({ client, link }) =>
                link === null ? [] : [`${names.get(client) ?? client}: ${link}`],
              )
              .join('\n')}
          />
        )}
      </div>
    </>
  )
}

/** Estimated from progress since opening or the last retry; null: unknown. */
const useSecondsLeft = (ended: number, total: number): number | null => {
  const [seen, setSeen] = useState(() => ({
    from: { ended, at: currentTime() },
    to: { ended, at: currentTime() },
  }))
  const { from, to } = seen
  if (ended !== to.ended) {
    const now = { ended, at: currentTime() }
    setSeen({ from: ended < to.ended ? now : from, to: now })
  }
  return to.ended > from.ended
    ? ((to.at - from.at) / 1000 / (to.ended - from.ended)) * (total - to.ended)
    : null
}

const CopyLinks = ({ text }: { text: string }) => {
  const { state, copy, reset } = useCopy(text)
  return state === 'manual' ? (
    <textarea
      readOnly
      value={text}
      aria-label={m.monthly_copy_links()}
      ref={(area) => area?.select()}
      onBlur={reset}
      className="h-20 w-full rounded-2 border border-line-control bg-raised p-2 text-13"
    />
  ) : (
    <>
      <Button variant="primary" icon={state === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
        {m.monthly_copy_links()}
      </Button>
      <LiveRegion>{state === 'copied' ? m.copied() : null}</LiveRegion>
    </>
  )
}
