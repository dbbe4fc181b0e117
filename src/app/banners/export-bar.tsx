import { useSelector } from '@tanstack/react-store'
import { missingParts } from '#/domain/files/incomplete-labels.ts'
import { exportDialog } from '#/domain/files/current-export.ts'
import { useExport } from '#/domain/files/use-export.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Bar } from './bar.tsx'

export const ExportBar = () => {
  const isInDialog = useSelector(exportDialog)
  const { state, save, retry, dismiss } = useExport()
  if (isInDialog || state.is === 'idle') return null
  if (state.is === 'failed')
    return (
      <Bar icon="alert" title={m.export_failed()} actions={<Button onClick={dismiss}>{m.dismiss()}</Button>}>
        {errorText(state.error)}
      </Bar>
    )
  const { answer } = state
  if (state.is === 'running')
    return (
      <Bar
        icon="download"
        tone="accent"
        title={answer?.state === 'writing' ? m.export_writing() : m.export_loading()}
        actions={<Button onClick={dismiss}>{m.cancel()}</Button>}
      >
        <span className="tabular-nums">
          {answer === null || answer.done === 0
            ? m.loading()
            : m.export_part({ shown: formatNumber(answer.done), total: formatNumber(answer.total) })}
        </span>
      </Bar>
    )
  const isComplete = state.answer.state === 'complete'
  return (
    <Bar
      icon={isComplete ? 'check' : 'alert'}
      tone={isComplete ? 'accent' : 'warning'}
      title={isComplete ? m.export_done(counted(state.answer.done)) : m.export_incomplete()}
      actions={
        <>
          {!isComplete && (
            <Button icon="refresh" onClick={retry}>
              {m.retry()}
            </Button>
          )}
          <Button variant="primary" onClick={save}>
            {isComplete ? m.export_download() : m.export_save_part()}
          </Button>
          <Button onClick={dismiss}>{m.dismiss()}</Button>
        </>
      }
    >
      {isComplete ? state.answer.file_name : missingParts(state.answer).join(' ')}
    </Bar>
  )
}
