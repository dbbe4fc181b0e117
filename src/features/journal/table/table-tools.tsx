import { setDensity, useDensity, DENSITIES, type Density } from '#/domain/preferences/density.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { Popover } from '#/ui/overlay/popover.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { TableLook } from './use-table-look.ts'

const DENSITY_NAMES = {
  compact: m.density_compact,
  regular: m.density_regular,
  relaxed: m.density_relaxed,
} as const satisfies Record<Density, () => string>

/** How the table looks: buttons "Columns" and "Density". A phone has one look. */
export const TableTools = ({ look }: { look: TableLook }) => {
  const density = useDensity()
  if (useIsPhone()) return null
  return (
    <>
      <Popover
        label={m.columns()}
        align="end"
        className="w-72"
        renderTrigger={(trigger) => (
          <Button {...trigger} variant="ghost" icon="columns">
            {m.columns_shown({ shown: look.shown.length, all: look.available.length })}
          </Button>
        )}
      >
        {() => <ColumnChooser look={look} />}
      </Popover>
      <Menu
        label={m.density()}
        align="end"
        renderTrigger={(trigger) => <IconButton {...trigger} icon="density" label={m.density()} />}
        groups={[
          {
            items: DENSITIES.map((one) => ({
              id: one,
              label: DENSITY_NAMES[one](),
              checked: one === density,
              onSelect: () => setDensity(one),
            })),
          },
        ]}
      />
    </>
  )
}
