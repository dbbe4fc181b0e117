import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo, useState, lazy, Suspense, type ReactNode } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { ObjRead, CustomStatusRead } from '#/contract/object.ts'
import { Notifications } from '#/features/objects/notifications/notifications.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { LoadedPart } from '#/domain/notice/loaded-part.tsx'
import { PartBoundary } from '#/domain/notice/part-boundary.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { SkeletonLines, Skeleton } from '#/ui/state/skeleton.tsx'
import { Contents } from './contents.tsx'
import { Facts } from './facts.tsx'
import { ForwardingNumbers } from './forwarding-numbers.tsx'
import { PlanSection } from './plan.tsx'
import { REGIONS, type RegionId } from './regions.ts'
import { asJson, isBlank } from '#/domain/cells/json-text.ts'
import { JsonValue } from '#/domain/cells/json-value.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Section } from '#/ui/data/section.tsx'
import { hexOf, readColour } from '#/domain/cells/colour.ts'
import { FirstOf, TextValue } from '#/domain/cells/values.tsx'
import { ScriptEditor } from '#/features/objects/script-config/script-editor.tsx'
import { Snippet } from '#/features/objects/script-config/snippet.tsx'
import { workingHoursQuery } from '#/api/working-hours.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { Button } from '#/ui/control/button.tsx'
import { weekLines } from '#/features/objects/working-hours/week-labels.ts'

/** Hidden until known, to avoid a flash (G12). */
type SettingsAccess =
  | { readonly state: 'shown' | 'hidden' | 'loading' }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }

/** Only agencies have clients with statistics only. */
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

const SHOWN = 50

/** Region "Custom statuses": names in their colors with codes. */
const CustomStatuses = ({ object: { custom_statuses: statuses } }: { object: ObjRead }) => (
  <Section title={m.object_custom_statuses()}>
    {statuses.length === 0 ? (
      <p className="text-13 text-text-2">{m.object_statuses_none()}</p>
    ) : (
      <FirstOf items={statuses} limit={SHOWN}>
        {(shown) => (
          <ul aria-label={m.object_custom_statuses()} className="mt-1 flex flex-wrap gap-x-7 gap-y-2 text-13">
            {shown.map((status, index) => (
              // Codes may repeat or be missing.
              <Status key={index} status={status} />
            ))}
          </ul>
        )}
      </FirstOf>
    )}
  </Section>
)

const Status = ({ status: { name, color } }: { status: CustomStatusRead }) => {
  const swatch = readColour(color)
  return (
    <li className="flex min-w-0 items-start gap-2">
      <span
        aria-hidden="true"
        title={color?.trim() ? color.slice(0, 80) : m.object_status_no_colour()}
        className={classNames(
          'mt-1 size-3 shrink-0 rounded-1 ring-1 ring-line-control forced-color-adjust-none',
          !swatch && 'border border-dashed border-line-control ring-0',
        )}
        style={swatch ? { backgroundColor: hexOf(swatch) } : undefined}
      />
      <span className="min-w-0">
        <TextValue value={name} />
      </span>
    </li>
  )
}

const HoursDialog = lazy(async () => ({
  default: (await import('#/features/objects/working-hours/hours-dialog.tsx')).HoursDialog,
}))

const WorkingHoursSection = ({ object: { oid } }: { object: ObjRead }) => {
  const { scope } = useSignedIn()
  const options = workingHoursQuery(scope)
  const query = useQuery(options)
  const blocked = useSaveBlocked(true)
  const [isOpen, setOpen] = useState(false)
  const stored = query.data?.find((hours) => hours.oid === oid) ?? null
  const week = stored?.week ?? null
  return (
    <Section title={m.working_hours()} note={m.working_hours_note()}>
      <LoadedPart query={query} queryKey={options.queryKey} skeleton={<Skeleton width="lg" />}>
        {() => (
          <div className="grid justify-items-start gap-2 text-13">
            {week === null ? (
              <p className="text-text-2">{m.working_hours_none()}</p>
            ) : (
              <ul className="grid gap-0.5 text-14 tabular-nums">
                {weekLines(week).map((line) => (
                  <li key={line} className="first-letter:uppercase">
                    {line}
                  </li>
                ))}
              </ul>
            )}
            <Button disabledReason={blocked} onClick={() => setOpen(true)}>
              {week === null ? m.working_hours_set() : m.working_hours_change()}
            </Button>
          </div>
        )}
      </LoadedPart>
      {isOpen && (
        <Suspense fallback={null}>
          <HoursDialog oid={oid} stored={stored} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

/** All regions of an object with the table of contents. */
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
    // A phone's save bar overlays the end of the page.
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

/** Region "Blocked addresses" of undocumented shape (G17). */
const BlockedAddresses = ({ object }: { object: ObjRead }) => {
  const { blocked_ip_list_enabled: isUsed, blocked_ip_addresses: addresses } = object
  const value = asJson(addresses)
  return (
    <Section
      title={m.object_blocked()}
      note={
        isUsed === null ? (
          <Absent reason={m.not_supplied()} />
        ) : isUsed ? (
          m.object_blocked_on()
        ) : (
          m.object_blocked_off()
        )
      }
    >
      {isBlank(value) ? (
        <p className="text-13 text-text-2">{m.object_blocked_none()}</p>
      ) : (
        <div className="max-w-160 text-13">
          <JsonValue value={value} />
        </div>
      )}
    </Section>
  )
}

/** Region "Tracking script", hidden for statistics-only users (G12). */
const TrackingScript = ({
  object,
  onDirtyChange,
}: {
  object: ObjRead
  /** Unsaved edits. */
  onDirtyChange?: (isDirty: boolean) => void
}) => {
  const { scope } = useSignedIn()
  return (
    <Section title={m.object_script()} note={m.script_note()}>
      <div className="mt-1 flex flex-wrap gap-x-8 gap-y-6">
        <div className="min-w-0 grow basis-88">
          <ScriptEditor
            key={JSON.stringify([scope.client, object.oid])}
            object={object}
            onDirtyChange={onDirtyChange}
          />
        </div>
        <div className="min-w-0 grow basis-96">
          <Snippet code={object.js_code} />
        </div>
      </div>
    </Section>
  )
}
