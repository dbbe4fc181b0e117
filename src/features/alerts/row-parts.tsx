import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { IconButton } from '#/ui/control/button.tsx'
import { Menu, type MenuItem } from '#/ui/overlay/menu.tsx'

/* What the rows of alerts and of reports have in common. */

export const RowMenu = ({ label, items }: { label: string; items: MenuItem[] }) => (
  <Menu
    label={label}
    align="end"
    groups={[{ items }]}
    renderTrigger={(trigger) => <IconButton {...trigger} icon="more" label={label} />}
  />
)

/** "anna@example.com" and the number of others. */
export const Recipients = ({
  to: [first, ...rest],
  className,
}: {
  to: readonly string[]
  className: string
}) => (
  <span title={[first, ...rest].join(', ')} className={classNames('min-w-0 gap-1', className)}>
    <bdi className="truncate">{first}</bdi>
    {rest.length > 0 && (
      <span className="shrink-0 text-text-3">{m.alerts_to_more({ more: formatNumber(rest.length) })}</span>
    )}
  </span>
)
