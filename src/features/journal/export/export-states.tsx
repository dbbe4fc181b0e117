import type { ExportAnswer } from '#/contract/exports/contact-exports.ts'
import { timeLeft } from '#/domain/cells/time-left.ts'
import { missingParts } from '#/domain/files/incomplete-labels.ts'
import { errorReference, errorText } from '#/domain/notice/error-text.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Progress } from '#/ui/data/progress.tsx'
import { Icon } from '#/ui/icon.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'

/** Progress, speed and time left; unknown before the first page. */
export const Running = ({ answer }: { answer: ExportAnswer | null }) => {
  const { done, total, speed, state } = answer ?? { done: 0, total: 0, speed: 0, state: 'waiting' }
  const shown =
    done === 0 ? m.loading() : m.export_part({ shown: formatNumber(done), total: formatNumber(total) })
  return (
    <div className="grid gap-2 py-2 text-13">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-strong text-text">
          {state === 'writing' ? m.export_writing() : m.export_loading()}
        </p>
        <p className="tabular-nums">{shown}</p>
      </div>
      <Progress label={m.export_title()} value={done} max={Math.max(total, 1)} valueText={shown} />
      <div className="flex min-h-5 flex-wrap justify-between gap-x-4 text-text-3 tabular-nums">
        {speed > 0 && state === 'reading' && (
          <>
            <p>{m.export_speed({ shown: formatNumber(Math.round(speed)) })}</p>
            <p>{timeLeft(Math.max(total - done, 0) / speed)}</p>
          </>
        )}
      </div>
      <p className="text-text-3">{m.export_goes_on()}</p>
    </div>
  )
}

export const Finished = ({ done, file_name }: Pick<ExportAnswer, 'done' | 'file_name'>) => (
  <div className="grid grid-cols-[16px_minmax(0,1fr)] gap-3 py-2">
    <Icon name="check" className="mt-0.5 text-answered" />
    <div>
      <p className="text-14 font-strong text-text">{m.export_done(counted(done))}</p>
      <p className="mt-1 text-13 break-all">{file_name}</p>
    </div>
  </div>
)

/** What is missing and why; the partial file can be downloaded. */
export const Incomplete = ({ answer, error }: { answer: ExportAnswer; error: Error | null }) => {
  const reference = error && errorReference(error)
  return (
    <div role="alert">
      <StateMessage icon="alert" tone="warning" title={m.export_incomplete()} className="py-2">
        <p className="tabular-nums">
          {missingParts(answer).join(' ')} {error && errorText(error)}
        </p>
        {reference && <p className="mt-1 font-mono text-12 text-text-3">{reference}</p>}
        <p className="mt-2">{m.export_part_labelled()}</p>
      </StateMessage>
    </div>
  )
}
