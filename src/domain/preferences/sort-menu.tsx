import type { RowOrder } from './row-order.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import type { SortDirection } from '#/ui/data/table.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'

/** Sorting at phone width, where the table has no header to press. */
export const SortMenu = <Column extends string>({
  columns,
  order,
  onSort,
}: {
  columns: readonly { readonly id: Column; readonly label: string; readonly firstDirection: SortDirection }[]
  order: RowOrder<Column>
  onSort: (column: Column) => void
}) => (
  <div className="desk:hidden">
    <Menu
      label={m.sort_by()}
      align="end"
      renderTrigger={(trigger) => <IconButton {...trigger} icon="sort" label={m.sort_by()} />}
      groups={[
        {
          label: m.sort_by(),
          items: columns.map(({ id, label, firstDirection }) => {
            const checked = order.column === id
            const direction = checked ? order.direction : firstDirection
            return {
              id,
              label,
              icon: direction === 'ascending' ? 'arrow-up' : 'arrow-down',
              checked,
              onSelect: () => onSort(id),
            }
          }),
        },
      ]}
    />
  </div>
)
