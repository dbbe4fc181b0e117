import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import type { ConsoleAnswer, ConsoleRequest } from '#/api/console/send-request.ts'
import type { ApiError } from '#/api/error.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import type { Checked } from '#/contract/check/check-answer.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import type { ConsoleDraft } from './form/fields.ts'

export interface Shown {
  readonly request: ConsoleRequest
  readonly answer: ConsoleAnswer
  readonly checked: Checked | null
}

export interface HistoryEntry {
  readonly id: number
  readonly endpoint: EndpointName
  readonly draft: ConsoleDraft
  readonly at: number
  /** Old answers are dropped, with a summary kept. */
  readonly outcome:
    | {
        readonly is: 'answered'
        readonly status: number
        readonly ms: number
        readonly differences: number | null
      }
    | { readonly is: 'failed'; readonly error: ApiError }
  readonly shown: Shown | null
}

interface ConsoleMemory {
  /** Form input by endpoint. */
  readonly drafts: Readonly<Partial<Record<EndpointName, ConsoleDraft>>>
  readonly history: readonly HistoryEntry[]
  readonly current: number | null
}

const NOTHING: ConsoleMemory = { drafts: {}, history: [], current: null }
const HISTORY_MOST = 50
const MAX_STORED_BYTES = 12e6

/** In the query cache, dropped with the client; never persisted. */
const memoryQuery = (scope: Scope) =>
  queryOptions<ConsoleMemory>({ ...OWN_STATE, queryKey: keyOf(scope, 'console'), initialData: NOTHING })

const memoryOf = (queryClient: QueryClient, scope: Scope): ConsoleMemory =>
  queryClient.getQueryData<ConsoleMemory>(memoryQuery(scope).queryKey) ?? NOTHING

const withoutOldAnswers = (history: readonly HistoryEntry[]): readonly HistoryEntry[] => {
  let bytes = 0
  return history.map((entry, index) => {
    bytes += entry.shown?.answer.bytes ?? 0
    return index === 0 || bytes <= MAX_STORED_BYTES ? entry : { ...entry, shown: null }
  })
}

export const useConsoleMemory = (scope: Scope) => {
  const queryClient = useQueryClient()
  // Cleared with the client's data.
  const { data = NOTHING } = useQuery(memoryQuery(scope))
  const remember = (change: (memory: ConsoleMemory) => Partial<ConsoleMemory>) => {
    const memory = memoryOf(queryClient, scope)
    queryClient.setQueryData<ConsoleMemory>(memoryQuery(scope).queryKey, { ...memory, ...change(memory) })
  }
  const setDraft = (endpoint: EndpointName, draft: ConsoleDraft) =>
    remember(({ drafts }) => ({ drafts: { ...drafts, [endpoint]: draft } }))
  return {
    memory: data,
    setDraft,
    add: (entry: Omit<HistoryEntry, 'id'>) =>
      remember(({ history }) => {
        const id = (history[0]?.id ?? 0) + 1
        return {
          history: withoutOldAnswers([{ ...entry, id }, ...history].slice(0, HISTORY_MOST)),
          current: id,
        }
      }),
    reopen: ({ id, endpoint, draft }: HistoryEntry) => {
      setDraft(endpoint, draft)
      remember(() => ({ current: id }))
    },
  }
}
