import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Scope } from '#/api/client.ts'
import { sendRequest, type ConsoleRequest, type ConsoleAnswer } from '#/api/console/send-request.ts'
import { isApiError } from '#/api/error.ts'
import { keysOf } from '#/api/keys.ts'
import { checkAnswer } from '#/contract/check/check-answer.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { reportOutsideError } from '#/domain/session/outside-cache.ts'
import { presenting } from '#/i18n/privacy-mode.ts'
import { endpointNamed, isWrite } from './endpoint-labels.ts'
import { isOfService } from './check/contract-check.tsx'
import { withoutPassword } from './form/curl.ts'
import type { ConsoleDraft } from './form/fields.ts'
import type { HistoryEntry, Shown } from './memory.ts'

const isSum = (name: string, value: unknown) =>
  /price|cost|sum$|amount/.test(name) && value !== null && typeof value !== 'object'

const masked = (value: unknown, mask: string): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => masked(one, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      name,
      isSum(name, one) ? mask : masked(one, mask),
    ]),
  )
}

/** Masks sums for presentation mode; the server masks the rest. */
const withoutSums = (answer: ConsoleAnswer, mask: string): ConsoleAnswer => {
  if (answer.json === undefined) return answer
  const json = masked(answer.json, mask)
  return { ...answer, json, text: JSON.stringify(json) }
}

export const withoutPasswords = (draft: ConsoleDraft): ConsoleDraft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => !/password/i.test(name)))

/** Sends one request at a time and checks the answer. */
export const useSend = (scope: Scope, add: (entry: Omit<HistoryEntry, 'id'>) => void) => {
  const queryClient = useQueryClient()
  const hidden = useHiddenFields()
  const [isPending, setPending] = useState(false)
  const running = useRef<AbortController>(undefined)
  // Abort on leaving.
  useEffect(() => () => running.current?.abort(), [])

  const send = async (name: EndpointName, draft: ConsoleDraft, request: ConsoleRequest) => {
    const endpoint = endpointNamed(name)
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    setPending(true)
    const entry = { endpoint: name, draft: withoutPasswords(draft), at: Date.now() }
    try {
      const answer = await sendRequest(endpoint, request, scope, controller.signal)
      const isComparable = answer.status >= 200 && answer.status < 300 && answer.json !== undefined
      const checked = isComparable
        ? checkAnswer(endpoint, answer.json, (field) => [...hidden].some((one) => one === field))
        : null
      const kept = { ...request, body: withoutPassword(request.body) }
      const seen = presenting ? withoutSums(answer, presenting.sum) : answer
      const shown: Shown = { request: kept, answer: seen, checked }
      const differences = checked && checked.differences.filter(isOfService).length
      add({ ...entry, outcome: { is: 'answered', status: answer.status, ms: answer.ms, differences }, shown })
    } catch (error) {
      if (!isApiError(error)) throw error
      // Lost sessions and clients concern the whole page.
      reportOutsideError(queryClient, error)
      if (running.current === controller) add({ ...entry, outcome: { is: 'failed', error }, shown: null })
    } finally {
      // After any write, all data is refetched.
      if (isWrite(endpoint)) void queryClient.invalidateQueries({ queryKey: keysOf(scope) })
      if (running.current === controller) setPending(false)
    }
  }
  return { isPending, send, cancel: () => running.current?.abort() }
}
