import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clientIssuesQuery, updateClientIssues } from '#/api/client-comparison/client-issues.ts'
import type { ClientRead } from '#/contract/agency.ts'
import type { ClientIssue, ClientState } from '#/contract/archive/client-issues.ts'
import { SEEN_ISSUES_MAX } from '#/contract/preferences.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useClientsWithContacts } from '#/features/agency/over-clients/use-agency-today.ts'
import { showToast } from '#/ui/overlay/toast.tsx'

export interface IssueOf {
  readonly issue: ClientIssue
  readonly client: ClientRead
}

export interface ClientIssues {
  /** Most expensive first, without dismissed ones. */
  readonly open: readonly IssueOf[]
  readonly seen: readonly IssueOf[]
  /** Issues beyond the listed ones. */
  readonly unlisted: number
  readonly states: ReadonlyMap<string, ClientState>
  /** Number of clients checked. */
  readonly clientCount: number
  readonly isPending: boolean
  readonly isReading: boolean
  readonly query: UseQueryResult
  readonly update: () => void
  readonly isUpdating: boolean
  readonly mark: (issue: ClientIssue, isSeen: boolean) => void
}

const NO_ISSUES: readonly ClientIssue[] = []
const NO_CLIENTS: readonly ClientRead[] = []
const idOf = ({ client, key }: Pick<ClientIssue, 'client' | 'key'>) => JSON.stringify([client, key])

export const useClientIssues = (principal: string): ClientIssues => {
  const queryClient = useQueryClient()
  const known = useClientsWithContacts(principal)
  const clients = known ?? NO_CLIENTS
  const names = useMemo(() => clients.map(({ client }) => client).toSorted(), [clients])
  const query = useQuery({ ...clientIssuesQuery(principal, names), enabled: names.length > 0 })
  const { data, isPending } = query
  const { mutate, isPending: isUpdating } = useMutation({
    mutationFn: () => updateClientIssues(queryClient, principal, names),
    onError: (failed) => showToast({ tone: 'failed', text: errorText(failed) }),
  })
  const { preferences, change } = usePreferences()
  const issues = data?.issues ?? NO_ISSUES
  const seenAt = useMemo(
    () => new Map(preferences.seen_issues?.map((one) => [idOf(one), one.level])),
    [preferences.seen_issues],
  )
  const listed = useMemo(() => {
    const byName = new Map(clients.map((client) => [client.client, client]))
    return issues.flatMap((issue): IssueOf[] => {
      const client = byName.get(issue.client)
      return client ? [{ issue, client }] : []
    })
  }, [clients, issues])
  const isSeen = ({ issue }: IssueOf) => (seenAt.get(idOf(issue)) ?? -Infinity) >= issue.level
  return {
    open: listed.filter((one) => !isSeen(one)),
    seen: listed.filter(isSeen),
    unlisted: (data?.total ?? 0) - issues.length,
    states: useMemo(() => new Map(data?.clients.map((state) => [state.client, state])), [data]),
    clientCount: names.length,
    isPending: isPending && (known === undefined || names.length > 0),
    isReading: data?.clients.some(({ is_reading }) => is_reading) === true,
    query,
    update: mutate,
    isUpdating,
    mark: ({ client, key, level }, is) =>
      change(({ seen_issues: before = [] }) => ({
        seen_issues: [
          // Resolved issues are forgotten, so that a recurrence is shown.
          ...before.filter(
            (one) => idOf(one) !== idOf({ client, key }) && issues.some((issue) => idOf(issue) === idOf(one)),
          ),
          ...(is ? [{ client, key, level }] : []),
        ].slice(-SEEN_ISSUES_MAX),
      })),
  }
}
