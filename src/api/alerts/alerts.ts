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

const POLL_MS = 60_000

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
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  })

export const alertPreviewQuery = (scope: Scope, rule: AlertRule, about: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'alert_preview', { rule, about }),
    queryFn: async ({ signal }): Promise<AlertPreview> =>
      parse(
        alertPreview,
        await send('POST', alertPreviewPath(scope.client), { scope, signal, body: { rule, about } }),
      ),
    placeholderData: keepPreviousData,
    staleTime: POLL_MS,
    retry: false,
  })

/** @param known ids of existing alerts @throws ApiError `alert_changed` (409) on a conflict */
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
      : await send('PUT', alertPath(before.id), { scope, body, onceSeen: before.version }),
  ).alert
}

export const deleteAlert = async (principal: string, id: string): Promise<void> => {
  await send('DELETE', alertPath(id), { scope: ofAccount(principal) }).catch(unlessGone(() => null))
}

export const markAlertsSeen = async (principal: string): Promise<void> => {
  // Requests without a body are refused (src/server/http/admission.ts).
  await send('POST', `${alertsPath}/seen`, { scope: ofAccount(principal), body: {} })
}

/** Sends a test mail and webhook. @param key idempotency key of the test */
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

export const askWebhookSecret = async (principal: string, webhook: string): Promise<string> => {
  const scope = ofAccount(principal)
  return parse(webhookSecret, await send('POST', `${alertsPath}/webhook`, { scope, body: { webhook } }))
    .secret
}
