import type { ChangeMetric } from '#/contract/figures/changes.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'

export const FigureMenu = <Metric extends ChangeMetric>({
  metrics,
  metric,
  onChoose,
}: {
  metrics: readonly Metric[]
  metric: Metric
  onChoose: (metric: Metric) => void
}) => (
  <Menu
    label={m.changes_figure()}
    groups={[
      {
        items: metrics.map((one) => ({
          id: one,
          label: metricName(one),
          checked: one === metric,
          onSelect: () => onChoose(one),
        })),
      },
    ]}
    renderTrigger={(trigger) => (
      <button
        type="button"
        {...trigger}
        className="inline-flex min-h-7 cursor-default items-center gap-1 rounded-1 text-13 text-text-2 hover:text-text aria-expanded:text-text touch:min-h-10"
      >
        <span className="sr-only">{m.changes_figure()} </span>
        {metricName(metric)}
        <Icon name="chevron-down" size={14} />
      </button>
    )}
  />
)
