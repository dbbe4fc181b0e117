import type { RowOrder } from '#/features/shell/preference/row-order.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { FIRST_DIRECTION, type ObjectColumn } from './object-list.ts'
import { objectColumns } from './objects-table.tsx'

/** Sorting at phone width, where the table has no header to press. */
export const SortMenu = ({
  order,
  onSort,
}: {
  order: RowOrder<ObjectColumn>
  onSort: (column: ObjectColumn) => void
}) => (
  <div className="desk:hidden">
    <Menu
      label={m.sort_by()}
      align="end"
      renderTrigger={(trigger) => <IconButton {...trigger} icon="sort" label={m.sort_by()} />}
      groups={[
        {
          label: m.sort_by(),
          items: objectColumns().map(({ id, label }) => {
            const checked = order.column === id
            const direction = checked ? order.direction : FIRST_DIRECTION[id]
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
