import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { ObjRead } from '#/contract/object.ts'
import { Notifications } from '#/features/objects/notifications/notifications.tsx'
import { WorkingHoursSection } from '#/features/objects/working-hours/working-hours.tsx'
import { TrackingScript } from '#/features/objects/script-config/tracking-script.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { PartBoundary } from '#/domain/notice/part-boundary.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { BlockedAddresses } from './blocked-addresses.tsx'
import { Contents } from './contents.tsx'
import { CustomStatuses } from './custom-statuses.tsx'
import { Facts } from './facts.tsx'
import { ForwardingNumbers } from './forwarding-numbers.tsx'
import { PlanSection } from './plan.tsx'
import { REGIONS, type RegionId } from './regions.ts'

/** Whether an object's settings are shown. Until it is known they are not: they would flash (G12). */
type SettingsAccess =
  | { readonly state: 'shown' | 'hidden' | 'loading' }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }

/** Only an agency has a list of clients, and in it those that see statistics only. */
const useSettingsAccess = (): SettingsAccess => {
  const { scope } = useSignedIn()
  const { data, error, refetch } = useQuery({
    ...agencyQuery(scope.principal),
    enabled: scope.client !== null,
  })
  if (scope.client === null) return { state: 'shown' }
  if (data === undefined)
    return error === null ? { state: 'loading' } : { state: 'failed', error, retry: () => void refetch() }
  const client = clientsOf(data).find((one) => one.client === scope.client)
  return { state: client?.statistics_only ? 'hidden' : 'shown' }
}

/** Everything the service says about an object, each region under its name, with the contents beside them. */
export const ObjectRegions = ({ object }: { object: ObjRead }) => {
  const access = useSettingsAccess()
  const [isDirty, setDirty] = useState(false)
  const hasSettings = access.state === 'shown'
  const regions = useMemo(() => REGIONS.filter(({ isSetting }) => hasSettings || !isSetting), [hasSettings])
  const content = {
    facts: <Facts object={object} />,
    'tracking-script': <TrackingScript object={object} onDirtyChange={setDirty} />,
    notifications: <Notifications object={object} />,
    'working-hours': <WorkingHoursSection object={object} />,
    'forwarding-numbers': <ForwardingNumbers object={object} />,
    plan: <PlanSection object={object} />,
    'blocked-addresses': <BlockedAddresses object={object} />,
    'custom-statuses': <CustomStatuses object={object} />,
  } as const satisfies Record<RegionId, ReactNode>
  return (
    // On a phone the bar that saves stands over the end of the page.
    <div
      className={classNames(
        '@min-[880px]:grid @min-[880px]:grid-cols-[176px_minmax(0,1fr)]',
        isDirty && 'phone:pb-16',
      )}
    >
      <Contents regions={regions} counts={countsOf(object)} unsaved={isDirty ? 'tracking-script' : null} />
      <div className="@container min-w-0 *:border-line *:not-first:border-t @min-[880px]:border-l @min-[880px]:border-line @min-[880px]:pl-6">
        {regions.map(({ id }) => (
          <Fragment key={id}>
            <div id={id} tabIndex={-1} className="scroll-mt-bar">
              <PartBoundary>{content[id]}</PartBoundary>
            </div>
            {id === 'facts' && <SettingsAwaited access={access} />}
          </Fragment>
        ))}
      </div>
    </div>
  )
}

const countsOf = (object: ObjRead): Partial<Record<RegionId, number>> => {
  const blocked = object.blocked_ip_addresses
  return {
    'forwarding-numbers': object.client_phone_numbers.length,
    ...(typeof blocked === 'object' &&
      blocked !== null && { 'blocked-addresses': Object.keys(blocked).length }),
    'custom-statuses': object.custom_statuses.length,
  }
}

/** In the place of the settings, until it is known whether they are shown. */
const SettingsAwaited = ({ access }: { access: SettingsAccess }) => {
  if (access.state === 'loading')
    return (
      <div className="py-3">
        <SkeletonLines lines={4} label={m.loading()} />
      </div>
    )
  return access.state === 'failed' ? (
    <LoadError error={access.error} title={m.object_settings_failed()} className="" onRetry={access.retry} />
  ) : null
}
