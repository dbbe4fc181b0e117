import { errorReference, errorText } from '#/domain/notice/error-text.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Progress } from '#/ui/data/progress.tsx'
import { Icon } from '#/ui/icon.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import type { ExportProgress, ExportResult } from './job.ts'
import type { Shortfall } from '#/api/pages.ts'
import { remainingWords, shortfallCount, shortfallReasons } from './words.ts'

/** How far it is, how fast, and how long it will take; unknown before the first page. */
export const Running = ({ progress, isAsking }: { progress: ExportProgress | null; isAsking: boolean }) => {
  const { done, total, speed, isWriting } = progress ?? { done: 0, total: 0, speed: 0, isWriting: false }
  const shown =
    progress === null ? m.loading() : m.export_part({ shown: formatNumber(done), total: formatNumber(total) })
  const title = isWriting ? m.export_writing() : m.export_loading()
  return (
    <div className="grid gap-2 py-2 text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-strong text-text">{title}</p>
        <p className="tabular-nums">{shown}</p>
      </div>
      <Progress label={m.export_title()} value={done} max={Math.max(total, 1)} valueText={shown} />
      <div className="flex min-h-5 flex-wrap justify-between gap-x-4 text-text-3 tabular-nums">
        {speed > 0 && !isWriting && (
          <>
            <p>{m.export_speed({ shown: formatNumber(Math.round(speed)) })}</p>
            <p>{remainingWords((total - done) / speed)}</p>
          </>
        )}
      </div>
      {isAsking && (
        <p role="alert" className="text-14 text-text">
          {m.export_ask_stop()}
        </p>
      )}
    </div>
  )
}

export const Finished = ({ count, fileName }: Pick<ExportResult, 'count' | 'fileName'>) => (
  <div className="grid grid-cols-[16px_minmax(0,1fr)] gap-3 py-2">
    <Icon name="check" className="mt-0.5 text-answered" />
    <div>
      <p className="text-14 font-strong text-text">{m.export_done(counted(count))}</p>
      <p className="mt-1 text-13 break-all">{fileName}</p>
    </div>
  </div>
)

/** What is missing and why; the part may be had all the same. */
export const Incomplete = ({ shortfall, error }: Pick<ExportResult, 'error'> & { shortfall: Shortfall }) => {
  const reference = error && errorReference(error)
  return (
    <div role="alert">
      <StateMessage icon="alert" tone="warning" title={m.export_incomplete()} className="py-2">
        <p className="tabular-nums">{shortfallCount(shortfall)}.</p>
        <p>
          {shortfallReasons(shortfall)} {error && errorText(error)}
        </p>
        {reference && <p className="mt-1 font-mono text-12 text-text-3">{reference}</p>}
        <p className="mt-2">{m.export_part_labelled()}</p>
      </StateMessage>
    </div>
  )
}
