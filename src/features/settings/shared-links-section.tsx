import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { SettingsSection } from './settings-section.tsx'

const fetchList = () => import('#/domain/snapshots/shared-links-list.tsx')

/** Links to figures, those of a client that is no longer there too: the way to withdraw them. */
export const SharedLinksSection = () => {
  const list = useIdleCode(fetchList)
  return (
    <SettingsSection title={m.snapshot_settings_title()} about={m.snapshot_settings_about()}>
      {list === null ? (
        <Skeleton className="h-12" />
      ) : (
        <list.SharedLinksList none={m.snapshot_settings_none()} />
      )}
    </SettingsSection>
  )
}
