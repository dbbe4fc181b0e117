import { evaluatorOf } from '#/server/metrics/alerts/rules.ts'
import { previewBody, type AlertPreview } from '#/contract/alerts/alerts.ts'
import { checkedAccount } from '#/server/accounts/requested-account.ts'
import { troubleOf } from '#/server/database/database.ts'
import { readBody, sendJson, type AppContext } from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { toIncident } from './incidents.ts'
import { ruleInputs } from '#/server/archive/evaluation/inputs.ts'
import { checkedRule } from './checked-rule.ts'
import type { AlertRoutesOptions } from './routes.ts'

export const PREVIEW_PATH = '/alerts/preview'

const NOTHING: Omit<AlertPreview, 'why'> = { days: [], fired: 0, message_count: 0, last: null, mail: null }

/** Recent incidents of an unsaved rule. */
export const previewRoute = (options: AlertRoutesOptions) => {
  const { archive } = options
  return async (c: AppContext): Promise<Response> => {
    const { account, hidden, signal } = await checkedAccount(options, c)
    const { rule, about } = await readBody(c, previewBody)
    await checkedRule(options, c, rule)
    const unknown = (why: AlertPreview['why']) => sendJson(c, { ...NOTHING, why } satisfies AlertPreview)
    if (archive === null) throw failure('archive_unavailable')
    if (evaluatorOf(rule.kind).needs.some((name) => hidden.has(name))) return unknown('hidden')
    const inputs = await ruleInputs(options, account, rule, hidden, archive.now())
    if (rule.kind === 'plan_behind' && inputs.plans.length === 0) return unknown('no_plan')
    const found = await archive
      .count('alert_replay', { account, rule, ...inputs, now: archive.now() })
      .catch((error: unknown) => {
        if (error instanceof Failure || troubleOf(error) === null) throw error
        throw failure('archive_unavailable', { cause: error })
      })
    if (signal.aborted) throw failure('client_forbidden')
    if (found === null) return unknown('not_kept')
    const { days, fired, messages, last, title } = found
    const incident = last && toIncident(last, hidden)
    const { alertLabels } = await import('./notifications/labels.ts')
    const answer: AlertPreview = {
      why: null,
      days: [...days],
      fired,
      message_count: messages,
      last: incident,
      mail:
        last &&
        incident &&
        alertLabels(rule, incident, { client: about, object: title, offset: last.offset }),
    }
    return sendJson(c, answer)
  }
}
