import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { ShareButton } from '#/features/overview/report/share/share-button.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { buttonClass, IconButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'

const ArrangePanels = lazy(async () => ({
  default: (await import('#/features/overview/arrange/arrange-panels.tsx')).ArrangePanels,
}))

/** What the overview's head offers; in its menu what is rarely wanted. */
export const OverviewActions = () => {
  const { search } = useQuestion('search')
  const navigate = useNavigate()
  /** Null: it was never wanted. */
  const [isArranging, setArranging] = useState<boolean | null>(null)
  return (
    <>
      <ShareButton isIconOnPhone />
      <Link data-tool="report" to="/overview/report" search={search} className={buttonClass({})}>
        <Icon name="form" />
        <span className="phone:sr-only">{m.report_button()}</span>
      </Link>
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
                onSelect: () => setArranging(true),
              },
            ],
          },
        ]}
        renderTrigger={(trigger) => (
          <IconButton {...trigger} data-tool="menu" icon="more" label={m.overview_menu()} />
        )}
      />
      {isArranging !== null && (
        <Suspense fallback={null}>
          <ArrangePanels isOpen={isArranging} onClose={() => setArranging(false)} />
        </Suspense>
      )}
    </>
  )
}
