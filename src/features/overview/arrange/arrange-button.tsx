import { lazy, Suspense, useState } from 'react'
import { PANELS } from '#/features/overview/panels/panels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'

const ArrangePanels = lazy(async () => ({
  default: (await import('./arrange-panels.tsx')).ArrangePanels,
}))

/** Panels of each part of the page. */
const PARTS = Object.entries(PANELS)

/** Opens the choice of panels. */
export const ArrangeButton = () => {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <IconButton
        data-tool="arrange"
        icon="columns"
        label={m.arrange()}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      />
      {isWanted && (
        <Suspense fallback={null}>
          <ArrangePanels parts={PARTS} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
