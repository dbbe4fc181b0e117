import type { FigureChange } from '#/analytics/figure-change.ts'
import { figureChangeWords } from '#/features/overview/receipt/change.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon } from '#/ui/icon.tsx'

const LOOK = {
  worse: 'rounded-1 bg-missed-soft px-1 text-missed',
  better: 'text-answered',
  same: 'text-text-3',
}

/** How a figure has changed. Only what chance would hardly bring is called worse or better. */
export const ChangeMark = ({ change }: { change: FigureChange }) => {
  const words = figureChangeWords(change)
  if (words === null) return <Absent reason={m.overview_nothing_before()} />
  const { by, verdict } = change
  return (
    <span
      title={verdict === 'same' ? m.overview_within_chance() : undefined}
      className={classNames(
        'my-0.5 inline-flex items-center gap-1 whitespace-nowrap tabular-nums',
        LOOK[verdict ?? 'same'],
      )}
    >
      {by !== null && by !== 0 && <Icon name={by > 0 ? 'arrow-up-right' : 'arrow-down-right'} size={14} />}
      {verdict === 'worse' ? `${words}, ${m.rollup_worse()}` : words}
      {verdict === 'better' && <span className="sr-only">, {m.rollup_better()}</span>}
    </span>
  )
}
