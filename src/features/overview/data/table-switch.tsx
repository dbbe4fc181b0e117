import type { ReactNode } from 'react'
import { readPictures, writePictures, type PicturePanel } from '#/features/overview/search.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { useAddress, useOverview } from './use-overview.ts'

/** Toggles a chart and its table; in the address, so that links show the same. */
export const useTableSwitch = (picture: PicturePanel): readonly [isTable: boolean, button: ReactNode] => {
  const { replace } = useOverview('replace')
  const { as_table } = useAddress('as_table')
  const isTable = readPictures(as_table).has(picture)
  return [
    isTable,
    <IconButton
      key="as-table"
      icon="journal"
      label={m.as_table()}
      aria-pressed={isTable}
      onClick={() =>
        replace((now) => {
          const others = [...readPictures(now.as_table)].filter((one) => one !== picture)
          return { as_table: writePictures(new Set(isTable ? others : [...others, picture])) }
        })
      }
    />,
  ]
}
