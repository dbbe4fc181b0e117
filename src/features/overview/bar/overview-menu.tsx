import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { PANELS } from '#/features/overview/panels/panels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'

const ArrangePanels = lazy(async () => ({
  default: (await import('#/features/overview/arrange/arrange-panels.tsx')).ArrangePanels,
}))

/** Panels of each part of the page. */
const PARTS = Object.entries(PANELS)

/** What is rarely wanted: the tools, and the choice of panels. */
export const OverviewMenu = () => {
  const { search } = useQuestion('search')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <Menu
        label={m.overview_menu()}
        align="end"
        groups={[
          {
            items: [
              {
                id: 'tools',
                icon: 'settings',
                label: m.tools_title(),
                onSelect: () => void navigate({ to: '/overview/tools', search }),
              },
              {
                id: 'arrange',
                icon: 'columns',
                label: m.arrange(),
                onSelect: () => {
                  setWanted(true)
                  setOpen(true)
                },
              },
            ],
          },
        ]}
        renderTrigger={(trigger) => (
          <IconButton {...trigger} data-tool="menu" icon="more" label={m.overview_menu()} />
        )}
      />
      {isWanted && (
        <Suspense fallback={null}>
          <ArrangePanels parts={PARTS} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
