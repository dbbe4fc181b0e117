import { useQuery } from '@tanstack/react-query'
import { agencyQuery } from '#/api/agency.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { LogoField } from './logo-field.tsx'
import { settingsOf } from './settings.ts'
import { SettingsForm } from './settings-form.tsx'

/** The settings of the first agency: `PUT /v2/agency` names none, so there is only one to save. */
export const AgencySettings = () => {
  const { scope } = useSignedIn()
  const { data: agencies } = useQuery(agencyQuery(scope.principal))
  const agency = agencies?.[0]
  return (
    <Section title={m.agency_settings()} className="px-4 print:hidden">
      {agency ? (
        <>
          <SettingsForm saved={settingsOf(agency)} />
          <LogoField />
        </>
      ) : agencies ? (
        <p className="text-13 text-text-2">{m.agency_none()}</p>
      ) : (
        <SkeletonLines lines={4} label={m.loading()} />
      )}
    </Section>
  )
}
