import type { SeenDrift } from '#/api/console/drift-log.ts'
import type { useDrift } from '#/domain/use-drift.ts'
import { saveFile } from '#/domain/files/save-file.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { templateOf } from '../endpoint-labels.ts'
import { giveText } from '../give.ts'
import { DifferenceTable } from './difference-table.tsx'
import { reportOf } from './report.ts'

const FILE = 'contract-drift.md'

const often = ({ answers, of }: SeenDrift) =>
  m.console_drift_answers({ count: formatNumber(answers), shown: formatNumber(of), total: of })

export const ContractDrift = ({ answerCount, rows }: ReturnType<typeof useDrift>) => {
  const report = () =>
    reportOf(
      m.console_drift(),
      m.console_drift_looked(counted(answerCount)),
      rows.map((row) => ({ ...row, often: often(row) })),
    )
  return (
    <section aria-labelledby="contract-drift" className="min-w-0 pb-6">
      <header className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <h2 id="contract-drift" className="text-14">
          {m.console_drift()}
        </h2>
        {answerCount > 0 && (
          <span className="text-13 text-text-3">{m.console_drift_looked(counted(answerCount))}</span>
        )}
        {rows.length > 0 && (
          <span className="ml-auto flex gap-1 phone:ml-0">
            <Button
              variant="ghost"
              icon="copy"
              onClick={() => void giveText(report(), FILE, m.console_report_copied())}
            >
              {m.console_copy_report()}
            </Button>
            <Button
              variant="ghost"
              icon="download"
              onClick={() => saveFile(new Blob([report()], { type: 'text/markdown' }), FILE)}
            >
              {m.console_download_report()}
            </Button>
          </span>
        )}
      </header>
      <p className="max-w-180 px-4 pb-3 text-13 text-text-2">{m.console_drift_about()}</p>
      {rows.length > 0 ? (
        <DifferenceTable
          label={m.console_drift()}
          rows={rows.map((row) => ({
            ...row,
            key: `${row.endpoint.method} ${row.endpoint.path} ${row.kind} ${row.path}`,
            endpoint: `${row.endpoint.method} ${templateOf(row.endpoint)}`,
            often: often(row),
          }))}
        />
      ) : answerCount === 0 ? (
        <StateMessage icon="info" title={m.console_drift_nothing()} className="px-4">
          {m.console_drift_nothing_text()}
        </StateMessage>
      ) : (
        <StateMessage icon="check" tone="answered" title={m.console_drift_none()} className="px-4">
          {m.console_drift_none_text()}
        </StateMessage>
      )}
    </section>
  )
}
