import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { tour } from '#/domain/tour/tour.ts'
import { useHasTour } from '#/domain/tour/use-has-tour.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, linkClass } from '#/ui/control/button.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Where help is: as the operator says, else whoever gave access. */
export const HelpSection = () => {
  const { url, text } = useSignedIn().session.help
  const hasTour = useHasTour()
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
      {hasTour && (
        <Button className="mt-3" onClick={() => tour.become(true)}>
          {m.tour_take()}
        </Button>
      )}
    </SettingsSection>
  )
}
