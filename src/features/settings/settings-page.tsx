import { PageBar } from '#/domain/page-bar.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { OnThisDevice } from './on-this-device.tsx'
import { HelpSection } from './help.tsx'
import { KeptData } from './kept-data.tsx'
import { MadeHere } from './made-here.tsx'
import { OpenSessions } from './sessions.tsx'
import { SharedLinksSection } from './shared-links-section.tsx'
import { WallSection } from './wall-section.tsx'

/** What a person decides about Callboard itself, and what it keeps for them. */
export const SettingsPage = () => (
  <>
    <PageBar title={m.nav_settings()} />
    <div className="max-w-268 px-4">
      <OnThisDevice />
      <OpenSessions />
      <WallSection />
      <SharedLinksSection />
      <KeptData />
      <MadeHere />
      <HelpSection />
    </div>
  </>
)
