import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/button.tsx'
import { Menu } from '#/ui/menu.tsx'
import type { RowOrder } from './row-order.ts'

/** Sorting where a table has no header to press: at phone width. */
export const SortMenu = <C extends string>({
  columns,
  order,
  onSort,
}: {
  columns: readonly { readonly id: C; readonly label: string }[]
  order: RowOrder<C>
  onSort: (column: C) => void
}) => (
  <div className="desk:hidden">
    <Menu
      label={m.sort_by()}
      align="end"
      renderTrigger={(trigger) => <IconButton {...trigger} icon="sort" label={m.sort_by()} />}
      groups={[
        {
          label: m.sort_by(),
          items: columns.map(({ id, label }) => ({
            id,
            label,
            icon: order.column === id && order.direction === 'descending' ? 'arrow-down' : 'arrow-up',
            checked: order.column === id,
            onSelect: () => onSort(id),
          })),
        },
      ]}
    />
  </div>
)
