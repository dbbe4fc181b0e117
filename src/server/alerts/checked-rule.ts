import { wrongInRule, type AlertRule } from '#/contract/alerts/alerts.ts'
import { webhookTrouble } from '#/contract/delivery/webhook.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import type { Config } from '#/server/config/config.ts'
import type { AppContext } from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { isOwnClient } from '#/server/accounts/requested-account.ts'
import { isZone } from '#/server/schedule/due.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'

/** @throws Failure 400 with errors by field; `client_forbidden` for a foreign client */
export const checkedRule = async (
  {
    calls,
    config,
  }: {
    readonly calls: Pick<SessionCalls, 'access'>
    readonly config: Pick<Config, 'webhookHosts'>
  },
  c: AppContext,
  rule: AlertRule,
): Promise<AlertRule> => {
  const wrong: Record<string, string> = { ...wrongInRule(rule) }
  // An alert can be switched off even if its host is no longer allowed.
  const webhook = rule.webhook === null ? null : webhookTrouble(rule.webhook, config.webhookHosts)
  if (webhook !== null && (rule.is_on || webhook === 'no_address')) wrong.webhook = webhook
  if (Object.keys(wrong).length > 0) throw new Failure(400, wrong)
  if (!isZone(rule.zone)) throw failure('invalid_request')
  for (const client of rule.clients ?? []) {
    if (!isPathValue('client_id', client)) throw failure('invalid_request')
    if (!(await isOwnClient(calls, c, client))) throw failure('client_forbidden')
  }
  return rule
}
