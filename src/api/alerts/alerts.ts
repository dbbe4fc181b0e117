import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  alertPath,
  alertPreview,
  alertPreviewPath,
  alertsAnswer,
  alertsPath,
  savedAlert,
  triedAlert,
  webhookSecret,
  type Alert,
  type AlertPreview,
  type AlertRule,
  type AlertsAnswer,
  type TriedAlert,
} from '#/contract/alerts/alerts.ts'
import { parse, send, unlessGone, type Scope } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

const LOOK_EVERY_MS = 60_000

/** Alerts of an account and what they told of late; what others set up comes by itself. */
export const alertsQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'alerts'),
    queryFn: async ({ signal, client, queryKey }): Promise<AlertsAnswer> => {
      const background = client.getQueryData(queryKey) !== undefined
      return parse(
        alertsAnswer,
        await send('GET', alertsPath, { scope: ofAccount(principal), signal, background }),
      )
    },
    refetchInterval: LOOK_EVERY_MS,
    staleTime: LOOK_EVERY_MS,
  })

/** What a rule would have told of a client in the last thirty days. */
export const alertPreviewQuery = (scope: Scope, rule: AlertRule, about: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'alert_preview', { rule, about }),
    queryFn: async ({ signal }): Promise<AlertPreview> =>
      parse(
        alertPreview,
        await send('POST', alertPreviewPath(scope.client), { scope, signal, body: { rule, about } }),
      ),
    placeholderData: keepPreviousData,
    staleTime: LOOK_EVERY_MS,
    retry: false,
  })

/** @param known ids of the alerts there are @throws ApiError `alert_changed` (409) when another user has changed it meanwhile */
export const saveAlert = async (
  principal: string,
  before: Pick<Alert, 'id' | 'version'> | null,
  rule: AlertRule,
  known: readonly string[],
): Promise<Alert> => {
  const body = { version: before?.version ?? 0, rule }
  const scope = ofAccount(principal)
  return parse(
    savedAlert,
    before === null
      ? await send('POST', alertsPath, { scope, body, onceSeen: known })
      : await send('PUT', alertPath(before.id), { scope, body }),
  ).alert
}

export const deleteAlert = async (principal: string, id: string): Promise<void> => {
  await send('DELETE', alertPath(id), { scope: ofAccount(principal) }).catch(unlessGone(() => null))
}

/** A user of the account has looked at what was told. */
export const markAlertsSeen = async (principal: string): Promise<void> => {
  // Without a body it would be no request of our page (src/server/http/admission.ts).
  await send('POST', `${alertsPath}/seen`, { scope: ofAccount(principal), body: {} })
}

/** Sends a mail to each, and posts to the webhook, at once. @param key the same for what is one test */
export const tryAlert = async (
  principal: string,
  { to, webhook, language }: Pick<AlertRule, 'to' | 'webhook' | 'language'>,
  key: string,
): Promise<TriedAlert> => {
  const body = { to, webhook, language }
  return parse(
    triedAlert,
    await send('POST', `${alertsPath}/try`, { scope: ofAccount(principal), body, onceSeen: key }),
  )
}

/** What posts to an address are signed with. */
export const askWebhookSecret = async (principal: string, webhook: string): Promise<string> => {
  const scope = ofAccount(principal)
  return parse(webhookSecret, await send('POST', `${alertsPath}/webhook`, { scope, body: { webhook } }))
    .secret
}
