import { DENSITIES, type Density, setDensity, useDensity } from '#/domain/preferences/density.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { Popover } from '#/ui/overlay/popover.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'
import { useOnIntent } from '#/ui/use-on-intent.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import type { TableLayout } from './use-table-layout.ts'

/** Label of a tool with an icon, hidden where the bar wouldn't fit. */
export const toolWordClass = 'desk:max-[1399px]:sr-only'

const DENSITY_NAMES = {
  compact: m.density_compact,
  regular: m.density_regular,
  relaxed: m.density_relaxed,
} as const satisfies Record<Density, () => string>

export const TableTools = ({ layout }: { layout: TableLayout }) => {
  const density = useDensity()
  const chooser = useOnIntent(() => import('./column-chooser.tsx').then((code) => code.ColumnChooser))
  if (useIsPhone()) return null
  return (
    <>
      <span role="none" className="contents" {...chooser.handlers}>
        <Popover
          label={m.columns()}
          align="end"
          className="w-72"
          renderTrigger={(trigger) => (
            <Tooltip text={columnsShown(layout)}>
              <Button {...trigger} variant="ghost" icon="columns" aria-label={columnsShown(layout)}>
                <span className={toolWordClass}>{m.columns()}</span>
              </Button>
            </Tooltip>
          )}
        >
          {() =>
            chooser.code ? (
              <chooser.code layout={layout} />
            ) : chooser.error === null ? (
              <p className="p-3 text-13 text-text-3">{m.loading()}</p>
            ) : (
              <LoadError error={chooser.error} level={3} onRetry={chooser.load} />
            )
          }
        </Popover>
      </span>
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

const columnsShown = ({ shown, available }: TableLayout) =>
  m.columns_shown({ shown: shown.length, all: available.length })
