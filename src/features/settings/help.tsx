import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { linkClass } from '#/ui/control/button.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { SettingsSection } from './settings-section.tsx'

/** Shared with "Go to" and the frame: not a reason for the first page to know more files. */
const fetchButtons = () => import('#/domain/changes/help-buttons.tsx')

/** Where help is: as the operator says, else whoever gave access. */
export const HelpSection = () => {
  const { url, text } = useSignedIn().session.help
  const buttons = useIdleCode(fetchButtons)
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
      <p className="mt-3 flex min-h-8 flex-wrap gap-2">{buttons && <buttons.HelpButtons />}</p>
    </SettingsSection>
  )
}
