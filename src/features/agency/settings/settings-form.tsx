import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { isApiError } from '#/api/error.ts'
import { LeaveGuard } from '#/domain/saving/leave-guard.tsx'
import { errorText } from '#/domain/notice/error-text.ts'
import type { Draft, Repository } from '#/domain/saving/save-and-check.ts'
import { SaveFailure, SaveNotice } from '#/domain/saving/save-failure.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSaving, type Outcome } from '#/domain/saving/use-saving.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import {
  changedSettings,
  isDomain,
  SETTING_WORD,
  SETTINGS,
  toSend,
  settingsOf,
  type Settings,
} from './settings.ts'
import { Fact, FactList } from '#/ui/data/fact-list.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { agencyQuery, updateAgency } from '#/api/agency.ts'
import type { AgencyRead } from '#/contract/agency.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/** @param saved last known state of the service */
export const SettingsForm = ({ saved }: { saved: Settings }) => {
  const [edits, setEdits] = useState<Partial<Settings>>({})
  const { outcome, save, check, forget, isPending } = useSaveSettings(setEdits)
  const failure = outcome?.kind === 'failed' ? outcome : null
  const cutOff = useSaveBlocked(true)
  const form = useFocusOnRefused(failure?.error ?? null)
  const saveButton = useRef<HTMLButtonElement>(null)
  const domain = useRef<HTMLInputElement>(null)

  const values = { ...saved, ...edits }
  const changed = changedSettings(saved, edits)
  const edit = (change: Partial<Settings>) => setEdits((before) => ({ ...before, ...change }))
  const refused = isApiError(failure?.error) ? failure.error.fields : null
  /** The service's message, while the field has the refused value (G13). */
  const refusal = (name: keyof Settings) =>
    failure?.draft.chosen[name] === toSend(values)[name] ? refused?.[name] : undefined
  const isOddDomain = changed.includes('domain') && !isDomain(values.domain)
  const [isRefusedHere, setRefusedHere] = useState(false)
  const text = (name: Exclude<keyof Settings, 'is_active'>) => ({
    label: SETTING_WORD[name](),
    value: values[name],
    error: refusal(name),
    readOnly: isPending || privacyMode !== null,
    onChange: ({ target }: { target: HTMLInputElement }) => edit({ [name]: target.value }),
  })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (changed.length === 0 || isPending || cutOff !== undefined) return
        setRefusedHere(isOddDomain)
        if (isOddDomain) return domain.current?.focus()
        forget()
        void save({ base: saved, chosen: toSend(values) })
      }}
      className="mt-1 grid gap-4"
    >
      <TextField {...text('name')} autoComplete="off" />
      <TextField
        {...text('domain')}
        {...(isRefusedHere && isOddDomain && { error: m.agency_domain_odd() })}
        ref={domain}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...text('phone_number')} type="tel" autoComplete="off" />
      <Checkbox
        checked={values.is_active}
        // Not `disabled`: it would lose focus.
        aria-disabled={isPending || undefined}
        description={refusal('is_active')}
        onChange={({ target }) => {
          if (!isPending) edit({ is_active: target.checked })
        }}
      >
        {SETTING_WORD.is_active()}
      </Checkbox>
      <LeaveGuard isDirty={changed.length > 0} isDraft />
      {failure && <SaveFailure error={failure.error} fieldNames={SETTINGS} check={check} />}
      {(outcome?.kind === 'kept-other' || outcome?.kind === 'unchecked') && (
        <StoredNotice
          sent={outcome.draft.chosen}
          stored={outcome.kind === 'kept-other' ? outcome.stored : null}
          check={check}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          ref={saveButton}
          type="submit"
          variant="primary"
          pending={isPending}
          disabledReason={changed.length === 0 ? m.nothing_changed() : cutOff}
        >
          {m.save_changes()}
        </Button>
        {changed.length > 0 && !isPending && (
          <>
            <Button
              variant="ghost"
              onClick={() => {
                setEdits({})
                forget()
                // This button disappears with the edits.
                saveButton.current?.focus({ preventScroll: true })
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

/**
 * Saves and undoes, with toasts that outlive the page.
 * @param setEdits receives unsaved edits
 */
const useSaveSettings = (setEdits: (edits: Partial<Settings>) => void) => {
  const { repository, known } = useSettingsRepository()
  const saving = useSaving(repository)

  /** Undoes only what that save changed, and keeps newer edits. */
  const takeBack = async ({ base, chosen }: Draft<Settings>) => {
    const now = known()
    if (now === null) return
    const former = Object.fromEntries(changedSettings(base, chosen).map((name) => [name, base[name]]))
    const outcome = await saving.save({ base: now, chosen: { ...now, ...former } }, 'undo')
    if (outcome?.kind === 'undone') showToast({ text: m.agency_saved() })
    else if (outcome !== null) showToast({ tone: 'failed', text: notUndone(outcome) })
  }
  const conclude = (outcome: Outcome<Settings> | null) => {
    if (outcome?.kind === 'saved') setEdits({})
    if (outcome?.kind !== 'kept-other') return
    // Unsaved values stay as edits.
    const others = changedSettings(outcome.stored, outcome.draft.chosen)
    setEdits(Object.fromEntries(others.map((name) => [name, outcome.draft.chosen[name]])))
  }
  const save = async (draft: Draft<Settings>) => {
    const outcome = await saving.save(draft)
    conclude(outcome)
    if (outcome?.kind !== 'saved') return
    const undo = { label: m.undo(), onPress: () => void takeBack(draft) }
    showToast({ text: m.agency_saved(), action: undo })
  }
  const check = async () => {
    const outcome = await saving.check()
    conclude(outcome)
    if (outcome?.kind === 'saved') showToast({ text: m.agency_saved() })
    if (outcome?.kind === 'not-saved' || outcome?.kind === 'conflict')
      showToast({ tone: 'failed', text: m.save_check_not_saved() })
  }
  return {
    save,
    check: { onCheck: () => void check(), isChecking: saving.work === 'check' },
    forget: saving.forget,
    // Undo reports by toast.
    outcome: saving.outcomeOf === 'undo' ? null : saving.outcome,
    isPending: saving.work === 'save' || saving.work === 'undo',
  }
}

const notUndone = (outcome: Outcome<Settings>): string =>
  outcome.kind === 'failed'
    ? m.agency_not_undone({ reason: errorText(outcome.error) })
    : outcome.kind === 'kept-other'
      ? m.agency_kept_other()
      : m.agency_kept_unknown()

/** Focuses the first refused field, so that its error is announced. */
const useFocusOnRefused = (error: unknown) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return form
}

/** Saved, but the service holds other values or couldn't be read back. */
const StoredNotice = ({
  sent,
  stored,
  check,
}: {
  sent: Settings
  /** Null: couldn't be read back. */
  stored: Settings | null
  check: ComponentProps<typeof SaveFailure>['check']
}) => (
  <SaveNotice title={stored ? m.agency_kept_other() : m.agency_kept_unknown()} check={stored ? null : check}>
    {stored ? (
      changedSettings(stored, sent).map((name) => (
        <div key={name} className="mt-1 grid gap-0.5">
          <p>{SETTING_WORD[name]()}</p>
          <FactList>
            <Fact label={m.agency_you_saved()}>{valueText(sent[name])}</Fact>
            <Fact label={m.agency_it_keeps()}>{valueText(stored[name])}</Fact>
          </FactList>
        </div>
      ))
    ) : (
      <p>{m.agency_kept_unknown_text()}</p>
    )}
  </SaveNotice>
)

const valueText = (value: string | boolean) =>
  typeof value === 'boolean'
    ? value
      ? m.agency_value_on()
      : m.agency_value_off()
    : value === ''
      ? m.agency_value_empty()
      : value

/** Requests of the form and updates of the cached agency. */
const useSettingsRepository = () => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const query = agencyQuery(principal)
  const { mutateAsync: send } = useMutation({
    // Serialised across forms.
    scope: { id: keyOf(ofAccount(principal), 'agency').join(' ') },
    mutationFn: async (settings: Settings) => {
      // A list requested before the change must not overwrite it.
      await queryClient.cancelQueries({ queryKey: query.queryKey })
      const answer = await updateAgency(principal, settings)
      queryClient.setQueryData(query.queryKey, (agencies) =>
        agencies?.map((agency, index) => (index === 0 ? { ...answer, clients: agency.clients } : agency)),
      )
    },
  })
  const repository: Repository<readonly AgencyRead[], Settings> = {
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    valueOf: ([agency]) => (agency ? settingsOf(agency) : null),
    isSame: (a, b) => changedSettings(a, b).length === 0,
    sending: (settings) => () => send(settings),
    readsFirst: false,
  }
  return {
    repository,
    /** Last known state of the service. */
    known: (): Settings | null => {
      const [agency] = queryClient.getQueryData(query.queryKey) ?? []
      return agency ? settingsOf(agency) : null
    },
  }
}
