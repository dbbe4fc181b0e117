import { ReceiptPopover, ReceiptSkeleton } from '#/domain/receipt/receipt.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { Judged } from '#/domain/costs/judged-sources.ts'
import { useTree } from '#/features/overview/panels/sources/tree.ts'
import { noVerdictWords, VERDICTS } from '#/features/overview/panels/sources/verdict-labels.ts'

/** What to do with a row, where the evidence carries it, with its receipt. */
export const VerdictCell = ({ judged }: { judged: Judged }) => {
  const { isPart, costs, later } = useTree()
  const { beside } = judged
  const { verdict } = beside
  if (isPart) return <Absent reason={m.verdict_not_loaded()} />
  if (verdict === null) return <Absent reason={noVerdictWords(beside)} />
  const { word, icon, tone } = VERDICTS[verdict]
  return (
    <ReceiptPopover
      renderContents={(close) =>
        later ? (
          <later.VerdictReceipt
            beside={beside}
            verdict={verdict}
            planned={costs?.planned ?? null}
            onClose={close}
          />
        ) : (
          <ReceiptSkeleton />
        )
      }
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={`${m.verdict_title()} ${word()}`}
          className={classNames(
            'inline-flex min-h-6 cursor-default items-center gap-1 rounded-1 font-strong whitespace-nowrap decoration-line-control underline-offset-3 hover:underline aria-expanded:underline phone:min-h-10',
            tone,
          )}
        >
          <Icon name={icon} size={14} />
          <span>{word()}</span>
        </button>
      )}
    />
  )
}
