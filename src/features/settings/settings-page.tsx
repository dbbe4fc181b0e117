import { Link } from '@tanstack/react-router'
import { PageBar } from '#/domain/page-bar.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { OnThisDevice } from './on-this-device.tsx'
import { StoredData } from './stored-data.tsx'
import { MadeHere } from './made-here.tsx'
import { OpenSessions } from './sessions.tsx'
import { KioskSection } from './kiosk-section.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { classNames } from '#/ui/class-names.ts'
import { linkClass } from '#/ui/control/button.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { SettingsSection } from './settings-section.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'

export const SettingsPage = () => (
  <>
    <PageBar title={m.nav_settings()} />
    <div className="max-w-268 px-4">
      <OnThisDevice />
      <OpenSessions />
      <KioskSection />
      <SharedLinksSection />
      <StoredData />
      <MadeHere />
      <DataSection />
      <DevelopersSection />
      <HelpSection />
    </div>
  </>
)

const HelpSection = () => {
  const { url, text } = useSignedIn().session.help
  return (
    <SettingsSection title={m.help()}>
      <p className="max-w-[64ch] text-13 wrap-anywhere text-text-2">{text ?? m.help_ask()}</p>
      {url !== null && (
        <p className="mt-2 text-13">
          <a href={url} target="_blank" rel="noopener noreferrer" className={linkClass}>
            {m.help_open({ host: new URL(url).host })}
          </a>
        </p>
      )}
    </SettingsSection>
  )
}

const placeClass = classNames(linkClass, 'inline-flex min-h-7 items-center text-13 touch:min-h-10')

const DataSection = () => (
  <SettingsSection title={m.settings_data()} about={m.settings_data_about()}>
    <Link to="/health" className={placeClass}>
      {m.nav_health()}
    </Link>
  </SettingsSection>
)

const DevelopersSection = () => (
  <SettingsSection title={m.settings_developers()} about={m.settings_developers_about()}>
    <ul className="grid justify-items-start">
      <li>
        <Link to="/console" className={placeClass}>
          {m.nav_console()}
        </Link>
      </li>
      <li>
        <Link to="/console" search={{ view: 'drift' }} className={placeClass}>
          {m.console_drift()}
        </Link>
      </li>
    </ul>
  </SettingsSection>
)

const fetchList = () => import('#/domain/shared-links-list.tsx')

const SharedLinksSection = () => {
  const list = useIdleCode(fetchList)
  return (
    <SettingsSection title={m.shared_report_settings_title()} about={m.shared_report_settings_about()}>
      {list === null ? (
        <Skeleton className="h-12" />
      ) : (
        <list.SharedLinksList none={m.shared_report_settings_none()} />
      )}
    </SettingsSection>
  )
}
