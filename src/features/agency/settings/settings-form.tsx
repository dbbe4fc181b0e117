import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { agencyQuery } from '#/api/agency.ts'
import { isApiError } from '#/api/error.ts'
import { LeaveGuard } from '#/domain/leave-guard.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { SaveFailure } from '#/domain/notice/save-failure.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { KeptNotice } from './kept-notice.tsx'
import { changedSettings, SETTING_WORD, SETTINGS, settingsOf, toSend, type Settings } from './settings.ts'
import { useSaveSettings, type Kept } from './use-save-settings.ts'

/** @param saved what the service holds, as far as is known */
export const SettingsForm = ({ saved }: { saved: Settings }) => {
  const { scope } = useSignedIn()
  const query = useQuery({ ...agencyQuery(scope.principal), enabled: false })
  const [edits, setEdits] = useState<Partial<Settings>>({})
  /** A save that was accepted and about which there is something to say. */
  const [doubt, setDoubt] = useState<{ readonly sent: Settings; readonly kept: Kept } | null>(null)
  const show = (sent: Settings, kept: Kept) => {
    const others = kept === null ? [] : changedSettings(kept, sent)
    setDoubt(kept === null || others.length > 0 ? { sent, kept } : null)
    // What was sent and not kept can be sent again.
    if (kept !== null) setEdits(Object.fromEntries(others.map((name) => [name, sent[name]])))
  }
  const saving = useSaveSettings(show)
  const form = useFocusOnRefused(saving.error)

  const values = { ...saved, ...edits }
  const changed = changedSettings(saved, edits)
  const edit = (change: Partial<Settings>) => setEdits((before) => ({ ...before, ...change }))
  const refused = isApiError(saving.error) ? saving.error.fields : null
  /** The service's words about a value, for as long as the field still holds it (G13). */
  const refusal = (name: keyof Settings) =>
    saving.sent?.[name] === toSend(values)[name] ? refused?.[name] : undefined

  /** Nobody knows whether a save worked, or what it left: what the service holds now tells. */
  const check = async (sent: Settings | undefined, wasAccepted: boolean) => {
    const { data, error } = await query.refetch()
    if (error) return showToast({ tone: 'failed', text: errorText(error) })
    const agency = data?.[0]
    if (!agency || !sent) return
    const kept = settingsOf(agency)
    const isKept = changedSettings(kept, sent).length === 0
    saving.reset()
    if (isKept || wasAccepted) show(sent, kept)
    if (isKept) showToast({ text: m.agency_saved() })
    else if (!wasAccepted) showToast({ tone: 'failed', text: m.save_check_not_saved() })
  }
  const text = (name: Exclude<keyof Settings, 'is_active'>) => ({
    label: SETTING_WORD[name](),
    value: values[name],
    error: refusal(name),
    readOnly: saving.isPending,
    onChange: ({ target }: { target: HTMLInputElement }) => edit({ [name]: target.value }),
  })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changed.length === 0) return
        setDoubt(null)
        saving.save(toSend(values), saved)
      }}
      className="mt-1 grid gap-4"
    >
      <TextField {...text('name')} autoComplete="off" />
      <TextField {...text('domain')} inputMode="url" autoCapitalize="none" spellCheck={false} />
      <TextField {...text('phone_number')} type="tel" autoComplete="off" />
      <Checkbox
        checked={values.is_active}
        disabled={saving.isPending}
        description={refusal('is_active')}
        onChange={(event) => edit({ is_active: event.target.checked })}
      >
        {SETTING_WORD.is_active()}
      </Checkbox>
      <LeaveGuard isDirty={changed.length > 0} />
      {saving.error && (
        <SaveFailure
          error={saving.error}
          fieldNames={SETTINGS}
          onCheck={() => void check(saving.sent, false)}
          checking={query.isFetching}
        />
      )}
      {doubt && (
        <KeptNotice {...doubt} onCheck={() => void check(doubt.sent, true)} checking={query.isFetching} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          pending={saving.isPending}
          disabledReason={changed.length === 0 ? m.nothing_changed() : undefined}
        >
          {m.save_changes()}
        </Button>
        {changed.length > 0 && !saving.isPending && (
          <>
            <Button
              variant="ghost"
              onClick={() => {
                setEdits({})
                setDoubt(null)
                saving.reset()
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

/** The first field whose value was refused gets the focus: its error is read out with it. */
const useFocusOnRefused = (error: unknown) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}
