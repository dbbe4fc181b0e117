import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import type { ConsoleAnswer, ConsoleRequest } from '#/api/console/send-request.ts'
import type { ApiError } from '#/api/error.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import type { Checked } from '#/contract/check/check-answer.ts'
import type { EndpointName } from '#/contract/endpoints.ts'
import type { ConsoleDraft } from './form/fields.ts'

/** An answer with what was asked and where it differs from the document. */
export interface Shown {
  readonly request: ConsoleRequest
  readonly answer: ConsoleAnswer
  /** Null: there is nothing to compare, as in a refusal. */
  readonly checked: Checked | null
}

/** A request of this visit. */
export interface HistoryEntry {
  readonly id: number
  readonly endpoint: EndpointName
  /** What was typed, but for a password. */
  readonly draft: ConsoleDraft
  /** Milliseconds since 1970. */
  readonly at: number
  /** What came of it; an answer that became too old is no longer here, only what is said of it. */
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
  /** What stands in the form of each endpoint. */
  readonly drafts: Readonly<Partial<Record<EndpointName, ConsoleDraft>>>
  /** The last one first. */
  readonly history: readonly HistoryEntry[]
  /** The one that is shown. */
  readonly current: number | null
}

const NOTHING: ConsoleMemory = { drafts: {}, history: [], current: null }
const HISTORY_MOST = 50
/** Answers are kept as long as they are not many: what is left of the others is their line. */
const KEPT_BYTES = 12e6

/** Kept with the answers of a client, so that it goes when they do; never in the browser's storage. */
const memoryQuery = (scope: Scope) =>
  queryOptions<ConsoleMemory>({ ...OWN_STATE, queryKey: keyOf(scope, 'console'), initialData: NOTHING })

const memoryOf = (queryClient: QueryClient, scope: Scope): ConsoleMemory =>
  queryClient.getQueryData<ConsoleMemory>(memoryQuery(scope).queryKey) ?? NOTHING

const withoutOldAnswers = (history: readonly HistoryEntry[]): readonly HistoryEntry[] => {
  let bytes = 0
  return history.map((entry, index) => {
    bytes += entry.shown?.answer.bytes ?? 0
    return index === 0 || bytes <= KEPT_BYTES ? entry : { ...entry, shown: null }
  })
}

/** What the console remembers of a visit: forms, requests and their answers. */
export const useConsoleMemory = (scope: Scope) => {
  const queryClient = useQueryClient()
  // Emptied with the client's data, it is as new.
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
    /** Shows a request of before, and fills the form as it was. */
    reopen: ({ id, endpoint, draft }: HistoryEntry) => {
      setDraft(endpoint, draft)
      remember(() => ({ current: id }))
    },
  }
}
