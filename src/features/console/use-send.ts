import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Scope } from '#/api/client.ts'
import { sendRequest, type ConsoleRequest, type ConsoleAnswer } from '#/api/console/send-request.ts'
import { isApiError } from '#/api/error.ts'
import { keysOf } from '#/api/keys.ts'
import { noticeServiceTrouble } from '#/api/transport/service-trouble.ts'
import { checkAnswer } from '#/contract/check/check-answer.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { privacyMode, sumMask } from '#/i18n/privacy-mode.ts'
import { endpointNamed, isWrite } from './endpoint-labels.ts'
import { isOfService } from './check/contract-check.tsx'
import { withoutPassword } from './form/curl.ts'
import type { ConsoleDraft } from './form/fields.ts'
import type { HistoryEntry, Shown } from './memory.ts'

/** In place: the marks of the check belong to these records. */
const maskSums = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    const mask = sumMask(name, one)
    if (mask === null) maskSums(one)
    else Reflect.set(value, name, mask)
  }
}

/** Masks sums for presentation mode; the server masks the rest. */
const withoutSums = (answer: ConsoleAnswer): ConsoleAnswer => {
  if (answer.json === undefined) return answer
  maskSums(answer.json)
  return { ...answer, text: JSON.stringify(answer.json) }
}

export const withoutPasswords = (draft: ConsoleDraft): ConsoleDraft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => !/password/i.test(name)))

interface Sent {
  readonly name: EndpointName
  readonly request: ConsoleRequest
  readonly entry: Pick<HistoryEntry, 'endpoint' | 'draft' | 'at'>
  readonly controller: AbortController
}

/** Sends one request at a time and checks the answer. */
export const useSend = (scope: Scope, add: (entry: Omit<HistoryEntry, 'id'>) => void) => {
  const queryClient = useQueryClient()
  const hidden = useHiddenFields()
  const running = useRef<AbortController>(undefined)
  const cancel = () => running.current?.abort()
  // Abort on leaving.
  useEffect(() => () => running.current?.abort(), [])

  const { isPending, mutate } = useMutation({
    mutationFn: ({ name, request, controller }: Sent) =>
      sendRequest(endpointNamed(name), request, scope, controller.signal),
    onSuccess: (answer, { name, request, entry }) => {
      const isComparable = answer.status >= 200 && answer.status < 300 && answer.json !== undefined
      const checked = isComparable
        ? checkAnswer(endpointNamed(name), answer.json, (field) => [...hidden].some((one) => one === field))
        : null
      const storedRequest = { ...request, body: withoutPassword(request.body) }
      const seen = privacyMode ? withoutSums(answer) : answer
      const shown: Shown = { request: storedRequest, answer: seen, checked }
      const differences = checked && checked.differences.filter(isOfService).length
      add({ ...entry, outcome: { is: 'answered', status: answer.status, ms: answer.ms, differences }, shown })
    },
    onError: (error, { entry, controller }) => {
      if (!isApiError(error)) throw error
      noticeServiceTrouble(error)
      if (running.current === controller) add({ ...entry, outcome: { is: 'failed', error }, shown: null })
    },
    // After any write, all data is refetched.
    onSettled: (_answer, _error, { name }) => {
      if (isWrite(endpointNamed(name))) void queryClient.invalidateQueries({ queryKey: keysOf(scope) })
    },
  })
  const send = (name: EndpointName, draft: ConsoleDraft, request: ConsoleRequest) => {
    cancel()
    const controller = new AbortController()
    running.current = controller
    mutate({
      name,
      request,
      controller,
      entry: { endpoint: name, draft: withoutPasswords(draft), at: Date.now() },
    })
  }
  return { isPending, send, cancel }
}
