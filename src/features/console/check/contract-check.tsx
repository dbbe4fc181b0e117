import type { Difference } from '#/contract/check/check-answer.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { StatusMark } from '#/ui/data/status.tsx'
import { endpointNamed } from '../endpoint-labels.ts'
import { giveText } from '../give.ts'
import type { Shown } from '../memory.ts'
import { DifferenceTable } from './difference-table.tsx'
import type { ShownKind } from '#/domain/use-drift.ts'
import { reportOf } from './report.ts'

type OfService = Difference & { readonly kind: ShownKind }
export const isOfService = (difference: Difference): difference is OfService => difference.kind !== 'hidden'

const often = ({ count, of }: Difference) =>
  m.console_of({ count: formatNumber(count), of: formatNumber(of) })

const whyUnchecked = ({ status, text }: Shown['answer']): string =>
  status < 200 || status >= 300
    ? m.console_check_refused()
    : text === ''
      ? m.console_check_empty()
      : m.console_check_no_json()

export const ContractCheck = ({
  name,
  shown,
  onShow,
}: {
  name: EndpointName
  shown: Shown | null
  onShow: (path: string) => void
}) => {
  const endpoint = endpointNamed(name)
  const differences = shown?.checked?.differences ?? []
  const rows = differences.filter(isOfService)
  const withheld = differences.filter(({ kind }) => kind === 'hidden').map(({ path }) => path)
  const isOpen = endpoint.answer.kind === 'not shown'
  return (
    <section
      aria-labelledby="contract-check"
      className="flex min-h-0 shrink-0 flex-col border-t border-line-strong"
      style={{ maxHeight: '45%' }}
    >
      <header className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <h2 id="contract-check" className="text-14">
          {m.console_check()}
        </h2>
        {shown?.checked && !isOpen && (
          <StatusMark
            tone={rows.length === 0 ? 'answered' : 'warning'}
            icon={rows.length === 0 ? 'check' : 'alert'}
            className="text-13"
          >
            {rows.length === 0 ? m.console_no_differences() : m.console_differences(counted(rows.length))}
          </StatusMark>
        )}
        {rows.length > 0 && (
          <Button
            variant="ghost"
            icon="copy"
            className="ml-auto"
            onClick={() =>
              void giveText(
                reportOf(
                  m.console_check(),
                  m.console_differences(counted(rows.length)),
                  rows.map((row) => ({ ...row, endpoint, often: often(row) })),
                ),
                'contract-check.md',
                m.console_report_copied(),
              )
            }
          >
            {m.console_copy_report()}
          </Button>
        )}
      </header>
      {(shown === null || shown.checked === null || isOpen) && (
        <p className="px-4 pb-3 text-13 text-text-3">
          {shown === null
            ? m.console_check_none()
            : shown.checked === null
              ? whyUnchecked(shown.answer)
              : m.console_not_shown()}
        </p>
      )}
      <div className="min-h-0 overflow-auto">
        {rows.length > 0 && (
          <DifferenceTable
            label={m.console_check()}
            rows={rows.map((row) => ({
              ...row,
              key: `${row.kind} ${row.path}`,
              often: often(row),
              onShow: () => onShow(row.first),
            }))}
          />
        )}
        {withheld.length > 0 && (
          <p className="px-4 py-2 text-12 text-text-3 wrap-anywhere">
            {m.console_withheld({ names: withheld.join(', ') })}
          </p>
        )}
      </div>
    </section>
  )
}
