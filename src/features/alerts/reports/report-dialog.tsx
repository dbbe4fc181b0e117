import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { objectsQuery } from '#/api/objects.ts'
import { isApiError } from '#/api/error.ts'
import { readRecipients } from '#/contract/delivery/recipients.ts'
import type { MailedReport, ReportField, ReportSettings } from '#/contract/delivery/reports.ts'
import { LAST_COMMON_DAY } from '#/contract/delivery/timing.ts'
import { isReadable } from '#/contract/field.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { FormDialog } from '#/domain/saving/form-dialog.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { timeOf, weekdayName } from '#/i18n/format.ts'
import { getLocale, isLocale, LOCALES, LOCALE_NAMES } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SelectField } from '#/ui/control/field.tsx'
import { TextArea } from '#/ui/control/text-area.tsx'
import { isFull, reportErrorText, useReportChanges } from './use-report-changes.ts'
import { WhatIsSent } from './what-is-sent.tsx'

interface DialogProps {
  /** Null: a new one. */
  readonly report: MailedReport | null
  /** Saved view of a new report; null: overview. */
  readonly view: string | null
  readonly hasOfflineAccess: boolean
  readonly onClose: () => void
}

const DEFAULT_TIME = '09:00'
const HALF_HOURS = Array.from({ length: 48 }, (_, half) => timeOf(half * 30))
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const EVERY = {
  day: m.reports_choice_day,
  week: m.reports_choice_week,
  month: m.reports_choice_month,
} as const
type Every = keyof typeof EVERY
const EVERIES = Object.keys(EVERY) as Every[]

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

const timingOf = (every: Every, at: string): ReportSettings['timing'] =>
  every === 'week' ? { every, weekday: 1, at } : every === 'month' ? { every, day: 1, at } : { every, at }

type Wrong = Partial<Record<ReportField, string>>

const wrongLabel = (wrong: Wrong): Wrong => ({
  ...(wrong.to !== undefined && {
    to: wrong.to.startsWith('no_address')
      ? m.reports_wrong_address({ address: wrong.to.replace(/^no_address: /, '') })
      : wrong.to === 'too_many'
        ? m.reports_wrong_many()
        : m.reports_wrong_nobody(),
  }),
  ...(wrong.timing !== undefined && { timing: m.reports_wrong_day() }),
  ...(wrong.zone !== undefined && { zone: m.reports_wrong_zone() }),
  ...(wrong.view !== undefined && {
    view:
      wrong.view === 'no_right'
        ? m.reports_view_no_right()
        : wrong.view === 'not_kept'
          ? m.reports_view_not_kept()
          : m.reports_choose_view(),
  }),
  ...(wrong.with_callers !== undefined && { with_callers: m.reports_with_callers_hidden() }),
  ...(wrong.client !== undefined && {
    client: wrong.client === 'needed' ? m.reports_choose_client() : m.reports_wrong_client(),
  }),
})

const wrongTo = (text: string): Wrong => {
  const { addresses, wrong, isTooMany } = readRecipients(text)
  if (isTooMany) return { to: 'too_many' }
  if (wrong[0] !== undefined) return { to: `no_address: ${wrong[0].slice(0, 80)}` }
  return addresses.length === 0 ? { to: 'nobody' } : {}
}

const useForm = ({ report, view, onClose }: DialogProps) => {
  const { session, scope } = useSignedIn()
  const isManager = session.user?.is_agency_manager === true
  const [settings, setSettings] = useState<ReportSettings>(
    () =>
      report?.settings ?? {
        client: isManager ? scope.client : null,
        object: null,
        ...(view === null ? { with_notes: true } : { view: { id: view, format: 'xlsx' as const } }),
        timing: timingOf('week', DEFAULT_TIME),
        zone: ownZone(),
        language: getLocale(),
        to: session.user?.email ? [session.user.email] : [],
      },
  )
  const [to, setTo] = useState(settings.to.join(', '))
  const [first] = useState({ settings, to })
  const [wrong, setWrong] = useState<Wrong>({})
  const { save } = useReportChanges()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      save({ before: report, settings: { ...settings, to: [...readRecipients(to).addresses] } }),
    onSuccess: onClose,
    onError: (refused) => isApiError(refused) && refused.fields && setWrong(refused.fields),
  })
  const submit = () => {
    const found: Wrong = {
      ...wrongTo(to),
      ...(isManager && settings.client === null && { client: 'needed' }),
    }
    setWrong(found)
    if (found.to === undefined && found.client === undefined) mutate()
  }
  return {
    isManager,
    principal: scope.principal,
    settings,
    set: (change: Partial<ReportSettings>) => setSettings({ ...settings, ...change }),
    to,
    setTo,
    wrong: wrongLabel(wrong),
    // Errors of a field are shown beside it.
    error: isApiError(error) && error.fields && !isFull(error) ? null : error,
    isPending,
    isDirty: settings !== first.settings || to !== first.to,
    submit,
  }
}
type Form = ReturnType<typeof useForm>

export const ReportDialog = (props: DialogProps) => {
  const form = useForm(props)
  const { settings, set, wrong, error } = form
  return (
    <FormDialog
      open
      title={props.report === null ? m.reports_new() : m.reports_edit_title()}
      save={props.report === null ? m.reports_create() : m.reports_save()}
      isPending={form.isPending}
      isDirty={form.isDirty}
      disabledReason={useSaveBlocked(true)}
      onSave={form.submit}
      onClose={props.onClose}
    >
      <WhatIsSent {...form} report={props.report} />
      <Whose {...form} report={props.report} />
      <Timing {...form} />
      <SelectField
        label={m.reports_language()}
        value={settings.language}
        onChange={({ target }) => isLocale(target.value) && set({ language: target.value })}
      >
        {LOCALES.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={m.reports_addresses()}
        hint={m.reports_addresses_hint()}
        error={wrong.to}
        rows={2}
        value={form.to}
        autoComplete="off"
        spellCheck={false}
        inputMode="email"
        onChange={({ target }) => form.setTo(target.value)}
      />
      {!props.hasOfflineAccess && <p className="text-13 text-text-2">{m.offline_access_asked()}</p>}
      {error !== null && (
        <p role="alert" className="text-13 text-missed">
          {reportErrorText(error)}
        </p>
      )}
    </FormDialog>
  )
}

const Whose = ({
  isManager,
  principal,
  settings,
  set,
  wrong,
  report,
}: Form & Pick<DialogProps, 'report'>) => {
  const { data: agencies } = useQuery({ ...agencyQuery(principal), enabled: isManager })
  const { data: listed } = useQuery({
    ...objectsQuery({ principal, client: settings.client }, undefined),
    // An agency has no objects of its own.
    enabled: !isManager || settings.client !== null,
  })
  const clients = agencies ? clientsOf(agencies) : []
  const objects = (listed?.objects ?? []).filter(isReadable)
  return (
    <>
      {isManager && (
        <SelectField
          label={m.reports_client()}
          error={wrong.client}
          value={settings.client ?? ''}
          onChange={({ target }) => set({ client: target.value || null, object: null })}
        >
          <option value="" disabled>
            {m.reports_choose_client()}
          </option>
          {agencies &&
            settings.client !== null &&
            !clients.some(({ client }) => client === settings.client) && (
              <option value={settings.client}>{m.alerts_client_gone()}</option>
            )}
          {clients.map((client) => (
            <option key={client.client} value={client.client}>
              {clientName(client)}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label={m.reports_object()}
        value={settings.object ?? ''}
        onChange={({ target }) => set({ object: target.value || null })}
      >
        <option value="">{m.reports_all_objects()}</option>
        {settings.object !== null && !objects.some(({ oid }) => oid === settings.object) && (
          <option value={settings.object}>
            {listed ? m.reports_object_gone() : (report?.object_title ?? m.loading())}
          </option>
        )}
        {objects.map((object) => (
          <option key={object.oid} value={object.oid}>
            {objectName(object)}
          </option>
        ))}
      </SelectField>
    </>
  )
}

const Timing = ({ settings, set, wrong }: Form) => {
  const { timing, zone } = settings
  if (timing.every === 'minutes') return null
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4">
        <SelectField
          label={m.reports_how_often()}
          value={timing.every}
          onChange={({ target }) => {
            const every = EVERIES.find((one) => one === target.value)
            if (every) set({ timing: timingOf(every, timing.at) })
          }}
        >
          {EVERIES.map((every) => (
            <option key={every} value={every}>
              {EVERY[every]()}
            </option>
          ))}
        </SelectField>
        {timing.every === 'week' && (
          <SelectField
            label={m.reports_day()}
            value={timing.weekday}
            onChange={({ target }) => set({ timing: { ...timing, weekday: Number(target.value) } })}
          >
            {WEEKDAYS.map((day) => (
              <option key={day} value={day}>
                {weekdayName(day - 1, 'long')}
              </option>
            ))}
          </SelectField>
        )}
        {timing.every === 'month' && (
          <SelectField
            label={m.reports_day()}
            error={wrong.timing}
            value={timing.day}
            onChange={({ target }) =>
              set({ timing: { ...timing, day: target.value === 'last' ? 'last' : Number(target.value) } })
            }
          >
            {Array.from({ length: LAST_COMMON_DAY }, (_, nth) => (
              <option key={nth + 1} value={nth + 1}>
                {nth + 1}
              </option>
            ))}
            <option value="last">{m.reports_last_day()}</option>
          </SelectField>
        )}
        <SelectField
          label={m.reports_time()}
          value={timing.at}
          onChange={({ target }) => set({ timing: { ...timing, at: target.value } })}
        >
          {[...new Set([timing.at, ...HALF_HOURS])]
            .toSorted((a, b) => a.localeCompare(b))
            .map((time) => (
              <option key={time} value={time}>
                {time}
              </option>
            ))}
        </SelectField>
        <SelectField
          label={m.reports_zone()}
          error={wrong.zone}
          value={zone}
          className={timing.every === 'day' ? 'col-span-2' : undefined}
          onChange={({ target }) => set({ zone: target.value })}
        >
          {[...new Set([zone, ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((one) => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}
