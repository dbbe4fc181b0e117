import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { agencyQuery, updateAgency } from '#/api/agency.ts'
import { isApiError } from '#/api/error.ts'
import { LeaveGuard } from '#/features/shell/leave-guard.tsx'
import { errorText } from '#/features/shell/state/error-text.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { SaveFailure } from '#/features/shell/state/save-failure.tsx'
import { changedSettings, SETTINGS, settingsOf, toSend, type Settings } from './settings.ts'

/** The settings of the first agency: `PUT /v2/agency` names none, so there is only one to save. */
export const AgencySettings = () => {
  const { scope } = useSignedIn()
  const { data: agencies } = useQuery(agencyQuery(scope.principal))
  const agency = agencies?.[0]
  return (
    <Section title={m.agency_settings()} className="px-4">
      {agency ? (
        <SettingsForm saved={settingsOf(agency)} />
      ) : agencies ? (
        <p className="text-13 text-text-2">{m.agency_none()}</p>
      ) : (
        <SkeletonLines lines={4} label={m.loading()} />
      )}
    </Section>
  )
}

const SettingsForm = ({ saved }: { saved: Settings }) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const query = useQuery({ ...agencyQuery(scope.principal), enabled: false })
  const [edits, setEdits] = useState<Partial<Settings>>({})
  const save = useMutation({
    mutationFn: (settings: Settings) => updateAgency(scope.principal, settings),
    // A list that was asked for before the change must not arrive after it.
    onMutate: () => queryClient.cancelQueries({ queryKey: agencyQuery(scope.principal).queryKey }),
    onSuccess: (answer) => {
      queryClient.setQueryData(agencyQuery(scope.principal).queryKey, (agencies) =>
        agencies?.map((agency, index) => (index === 0 ? { ...answer, clients: agency.clients } : agency)),
      )
      finish()
    },
  })
  const finish = () => {
    setEdits({})
    save.reset()
    showToast({ text: m.agency_saved() })
  }

  const values = { ...saved, ...edits }
  const changed = changedSettings(saved, edits)
  const edit = (change: Partial<Settings>) => setEdits((before) => ({ ...before, ...change }))
  const refused = isApiError(save.error) ? save.error.fields : null
  /** The service's words about a value, for as long as the field still holds it (G13). */
  const refusal = (name: keyof Settings) =>
    save.variables?.[name] === toSend(values)[name] ? refused?.[name] : undefined

  /** The answer to a save was lost: what the service holds now tells whether it worked. */
  const check = async () => {
    const sent = save.variables
    const { data, error } = await query.refetch()
    if (error) return showToast({ tone: 'failed', text: errorText(error) })
    const agency = data?.[0]
    if (!agency || !sent) return
    if (changedSettings(settingsOf(agency), sent).length === 0) return finish()
    save.reset()
    showToast({ tone: 'failed', text: m.save_check_not_saved() })
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changed.length > 0 && !save.isPending) save.mutate(toSend(values))
      }}
      className="mt-1 grid gap-4"
    >
      <TextField
        label={m.agency_name()}
        value={values.name}
        error={refusal('name')}
        readOnly={save.isPending}
        onChange={(event) => edit({ name: event.target.value })}
      />
      <TextField
        label={m.agency_domain()}
        value={values.domain}
        error={refusal('domain')}
        readOnly={save.isPending}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => edit({ domain: event.target.value })}
      />
      <TextField
        type="tel"
        label={m.agency_phone_number()}
        value={values.phone_number}
        error={refusal('phone_number')}
        readOnly={save.isPending}
        onChange={(event) => edit({ phone_number: event.target.value })}
      />
      <Checkbox
        checked={values.is_active}
        disabled={save.isPending}
        description={refusal('is_active')}
        onChange={(event) => edit({ is_active: event.target.checked })}
      >
        {m.agency_is_active()}
      </Checkbox>
      <LeaveGuard isDirty={changed.length > 0} />
      {save.isError && (
        <SaveFailure
          error={save.error}
          fieldNames={SETTINGS}
          onCheck={() => void check()}
          checking={query.isFetching}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          disabledReason={changed.length === 0 ? m.nothing_changed() : undefined}
        >
          {m.save_changes()}
        </Button>
        {changed.length > 0 && !save.isPending && (
          <>
            <Button
              variant="ghost"
              onClick={() => {
                setEdits({})
                save.reset()
              }}
            >
              {m.discard()}
            </Button>
            <span className="text-12 text-text-3">{m.agency_unsaved()}</span>
          </>
        )}
      </div>
    </form>
  )
}
