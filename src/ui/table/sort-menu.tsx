import { IconButton } from '../control/button.tsx'
import { Menu } from '../overlay/menu.tsx'
import type { RowOrder, SortDirection } from './table.tsx'

export const SortMenu = <Column extends string>({
  label,
  columns,
  order,
  onSort,
}: {
  label: string
  columns: readonly { readonly id: Column; readonly label: string; readonly firstDirection: SortDirection }[]
  order: RowOrder<Column>
  onSort: (column: Column) => void
}) => (
  <div data-tool="sort" className="desk:hidden">
    <Menu
      label={label}
      align="end"
      renderTrigger={(trigger) => <IconButton {...trigger} icon="sort" label={label} />}
      groups={[
        {
          label,
          items: columns.map(({ id, label: name, firstDirection }) => {
            const checked = order.column === id
            const direction = checked ? order.direction : firstDirection
            return {
              id,
              label: name,
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
