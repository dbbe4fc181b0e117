import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { alertPreviewQuery, alertsQuery, tryAlert } from '#/api/alerts/alerts.ts'
import { giveOfflineAccess, offlineAccessQuery } from '#/api/alerts/offline-access.ts'
import { isApiError } from '#/api/error.ts'
import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import { type Alert, type AlertRule, wrongAddress, wrongInRule } from '#/contract/alerts/alerts.ts'
import { MISSED_FILTER } from '#/contract/call-filters.ts'
import { readRecipients } from '#/contract/delivery/recipients.ts'
import type { SavedView } from '#/contract/preferences.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { LeaveGuard } from '#/domain/saving/leave-guard.tsx'
import { closeIfAllowed } from '#/domain/saving/leaving.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { formatNumber } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { FormButtons } from '#/ui/overlay/form-buttons.tsx'
import { ruleOf, useAlertChanges } from '#/features/alerts/alerts/use-alert-changes.ts'
import type { AlertNames } from '#/features/alerts/alerts/use-alert-names.ts'
import { Limits } from '#/features/alerts/dialog/limits.tsx'
import { newRule } from '#/features/alerts/dialog/new-rule.ts'
import { Preview } from '#/features/alerts/dialog/preview.tsx'
import { AlertSentence } from '#/features/alerts/dialog/sentence.tsx'
import { WebhookField, webhookWrong } from '#/features/alerts/dialog/webhook-field.tsx'
import { whyLabel } from '#/features/alerts/reason-labels.ts'

export type Edited =
  | { readonly alert: Alert }
  | {
      readonly kind: AlertKind
      readonly object?: string | undefined
      /** Saved view that it was made from. */
      readonly view?: string | undefined
    }

export const AlertDialog = ({
  edited,
  names,
  onClose,
}: {
  edited: Edited | null
  names: AlertNames
  onClose: () => void
}) => (
  <Dialog
    open={edited !== null}
    size="wide"
    title={edited && 'alert' in edited ? m.alerts_edit_title() : m.alerts_new()}
    onClose={() => void closeIfAllowed(onClose)}
  >
    {edited && <AlertForm edited={edited} names={names} onClose={onClose} />}
  </Dialog>
)

const AlertForm = ({
  edited,
  names,
  onClose,
}: {
  edited: Edited
  names: AlertNames
  onClose: () => void
}) => {
  const { session, scope } = useSignedIn()
  const [rule, setRule] = useState<AlertRule>(() =>
    'alert' in edited
      ? ruleOf(edited.alert)
      : newRule(edited.kind, {
          client: names.isManager ? scope.client : null,
          object: edited.object ?? null,
          email: session.user?.email ?? null,
          language: getLocale(),
        }),
  )
  const [recipients, setRecipients] = useState(rule.to.join(', '))
  const [first] = useState({ rule, recipients })
  const { save } = useAlertChanges()
  const queryClient = useQueryClient()
  const { data: offlineAccess } = useQuery(offlineAccessQuery(scope.principal))
  const isAllowed = offlineAccess?.is === 'given'
  const blocked = useSaveBlocked(true)
  const typed = readRecipients(recipients)
  const whole: AlertRule = { ...rule, to: [...typed.addresses, ...typed.wrong] }
  const wrong = wrongInRule(whole)
  const address = wrongAddress(whole.to)
  const { data: listed } = useQuery(alertsQuery(scope.principal))
  const hosts = listed?.webhook_hosts ?? []
  const { webhook: _besideItsField, ...wrongElsewhere } = wrong
  const isWrong = Object.keys(wrong).length > 0 || webhookWrong(whole.webhook, hosts) !== undefined
  const test = useTryAlert(whole, blocked ?? (isWrong ? m.alerts_put_right() : undefined))
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      // Nothing is read before consent.
      if (!isAllowed)
        queryClient.setQueryData(
          offlineAccessQuery(scope.principal).queryKey,
          await giveOfflineAccess(scope.principal),
        )
      return save({ before: 'alert' in edited ? edited.alert : null, rule: whole })
    },
    onSuccess: onClose,
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong && blocked === undefined && !isPending) mutate()
      }}
    >
      {'kind' in edited && edited.view !== undefined && <ViewNote id={edited.view} />}
      {listed?.mail_from === null && (
        <p className="mb-3 flex items-start gap-1.5 text-13 text-text-2">
          <Icon name="alert" size={14} className="mt-0.5 text-warning" />
          {m.alerts_no_mail()}
        </p>
      )}
      <AlertSentence
        rule={rule}
        recipients={recipients}
        names={names}
        wrong={wrong}
        onRule={setRule}
        onRecipients={setRecipients}
      />
      {Object.keys(wrongElsewhere).length > 0 && (
        <p role="alert" className="mt-2 text-13 text-missed">
          {address !== null
            ? m.alerts_wrong_address({ address })
            : wrong.to
              ? m.alerts_too_many()
              : wrongText(wrongElsewhere)}
        </p>
      )}
      <Limits
        rule={rule}
        wrong={wrong}
        accounts={names.isManager ? (rule.clients?.length ?? names.clients.length) : 1}
        onRule={setRule}
      />
      {(hosts.length > 0 || rule.webhook !== null) && (
        <WebhookField
          webhook={rule.webhook}
          hosts={hosts}
          onChange={(webhook) => setRule({ ...rule, webhook })}
        />
      )}
      <PreviewOf rule={whole} names={names} isRight={Object.keys(wrongElsewhere).length === 0} />
      {error !== null && (
        <p role="alert" className="mt-3 text-13 text-missed">
          {isApiError(error) && error.code === 'alert_changed' ? m.alerts_changed() : errorText(error)}
        </p>
      )}
      {!isAllowed && <p className="mt-4 text-13 text-text-2">{m.offline_access_asked()}</p>}
      {test.result}
      <div className="mt-5">
        <FormButtons>
          <span className="mr-auto flex phone:basis-full phone:[&>*]:grow">{test.button}</span>
          <Button onClick={() => void closeIfAllowed(onClose)}>{m.cancel()}</Button>
          <Button
            variant="primary"
            type="submit"
            pending={isPending}
            disabledReason={blocked ?? (isWrong ? m.alerts_put_right() : undefined)}
          >
            {'alert' in edited ? m.alerts_save() : m.alerts_create()}
          </Button>
        </FormButtons>
      </div>
      <LeaveGuard isDirty={rule !== first.rule || recipients !== first.recipients} isSaving={isPending} />
    </form>
  )
}

const wrongText = (wrong: ReturnType<typeof wrongInRule>): string => {
  const range = /(\d+) to (\d+)/.exec(wrong.threshold ?? wrong.min_calls ?? wrong.readings ?? '')
  if (range)
    return m.alerts_wrong_range({ min: formatNumber(Number(range[1])), max: formatNumber(Number(range[2])) })
  return wrong.quiet ? m.alerts_wrong_quiet() : m.alerts_put_right()
}

/** Preview for the selected, current or first client. */
const PreviewOf = ({ rule, names, isRight }: { rule: AlertRule; names: AlertNames; isRight: boolean }) => {
  const { scope } = useSignedIn()
  const client = names.isManager ? (rule.clients?.[0] ?? scope.client ?? names.clients[0]?.id ?? null) : null
  // Fields that don't affect the preview.
  const previewed = useDeferredValue({ ...rule, to: [], webhook: null, is_on: true })
  const about = names.clientNameOf(client)
  const { data, error, isPlaceholderData } = useQuery({
    ...alertPreviewQuery({ principal: scope.principal, client }, previewed, about),
    enabled: isRight && (!names.isManager || client !== null),
    placeholderData: keepPreviousData,
  })
  return (
    <Preview
      rule={previewed}
      about={names.isManager && rule.clients?.length !== 1 ? m.alerts_example({ client: about }) : null}
      preview={data}
      error={error}
      isOld={isPlaceholderData}
    />
  )
}

const useTryAlert = (rule: AlertRule, blocked: string | undefined) => {
  const { scope } = useSignedIn()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const {
    mutate,
    data: tried,
    error,
    isPending,
  } = useMutation({
    mutationFn: () => tryAlert(scope.principal, rule, key),
    onSuccess: () => setKey(crypto.randomUUID()),
  })
  const isToNobody = rule.to.length === 0 && rule.webhook === null
  return {
    button: (
      <Button
        variant="ghost"
        pending={isPending}
        disabledReason={blocked ?? (isToNobody ? m.alerts_try_nobody() : undefined)}
        onClick={() => mutate()}
      >
        {m.alerts_try()}
      </Button>
    ),
    result: (tried !== undefined || error !== null) && (
      <div role="status" className="mt-4 grid gap-1 text-13">
        {error !== null && <p className="text-missed">{errorText(error)}</p>}
        {tried?.results.map(({ to, reason, said: reply }) => (
          <p
            key={to}
            className={reason === null ? 'flex items-start gap-1.5' : 'flex items-start gap-1.5 text-missed'}
          >
            <Icon
              name={reason === null ? 'check' : 'alert'}
              size={14}
              className={reason === null ? 'mt-0.5 text-answered' : 'mt-0.5'}
            />
            <bdi className="min-w-0 wrap-anywhere">
              {reason === null
                ? m.alerts_tried({ to })
                : m.alerts_tried_not({ to, why: whyLabel({ reason, reply }) })}
            </bdi>
          </p>
        ))}
      </div>
    ),
  }
}

const NO_FILTERS = ['period', 'date_from', 'date_to', 'order_field', 'order_way']

/** Whether the view has filters besides "Missed", which has an alert of its own. */
const isNarrowed = ({ filters }: SavedView): boolean =>
  Object.entries(filters).some(
    ([name, value]) => !NO_FILTERS.includes(name) && !(name === 'status_filter' && value === MISSED_FILTER),
  )

/** Says that a view's filters don't apply to an alert on it. */
const ViewNote = ({ id }: { id: string }) => {
  const { saved_views: views = [] } = usePreferences().preferences
  const view = views.find((one) => one.id === id)
  return (
    view &&
    isNarrowed(view) && (
      <p className="mb-3 text-13 wrap-anywhere text-text-2">{m.alerts_view_filters({ name: view.name })}</p>
    )
  )
}
