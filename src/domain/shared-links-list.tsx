import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreLink, sharedLinksQuery, withdrawLink } from '#/api/shared-reports/shared-reports.ts'
import type { SharedLink } from '#/contract/shared-reports/shared-reports.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { momentAt } from '#/contract/day.ts'
import { formatDay, formatDays } from '#/i18n/format.ts'

const dayOf = (instant: string) => formatDay(momentAt(Date.parse(instant), null).day)

/** "Sever Group, all objects, Nov 9 – 15, 2026" */
const linkTitle = (
  { company_name, object_title, date_from, date_to }: SharedLink,
  withCompany: boolean,
): string =>
  [
    withCompany ? company_name : null,
    object_title ?? m.all_objects(),
    formatDays({ from: date_from, to: date_to }),
  ]
    .filter(Boolean)
    .join(', ')

/** "Anna, Nov 20, 2026; works until Dec 20, 2026" */
const linkMade = ({ who, made, expires }: SharedLink): string =>
  who === null
    ? m.shared_report_made({ made: dayOf(made), until: dayOf(expires) })
    : m.shared_report_made_by({ who, made: dayOf(made), until: dayOf(expires) })

/**
 * Shared links with revoke buttons. Revoked ones stay with undo: dialogs cover toasts.
 * @param client null: the account's; absent: all, with owner
 */
export const SharedLinksList = ({ client, none }: { client?: string | null; none: string }) => {
  const { scope } = useSignedIn()
  const query = useQuery(sharedLinksQuery(scope.principal))
  const [withdrawn, setWithdrawn] = useState<readonly SharedLink[]>([])
  if (query.isLoadingError)
    return <LoadError error={query.error} level={3} className="" onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton className="h-12" />
  const working = new Set(query.data.map(({ id }) => id))
  const links = [...query.data, ...withdrawn.filter(({ id }) => !working.has(id))]
    .filter((link) => client === undefined || link.client === client)
    .toSorted((a, b) => b.made.localeCompare(a.made))
  if (links.length === 0) return <p className="text-13 text-text-3">{none}</p>
  return (
    <ul>
      {links.map((link) => (
        <LinkRow
          key={link.id}
          link={link}
          isWorking={working.has(link.id)}
          withCompany={client === undefined}
          onWithdraw={() => setWithdrawn((before) => [...before.filter(({ id }) => id !== link.id), link])}
        />
      ))}
    </ul>
  )
}

const LinkRow = ({
  link,
  isWorking,
  withCompany,
  onWithdraw,
}: {
  link: SharedLink
  isWorking: boolean
  withCompany: boolean
  onWithdraw: () => void
}) => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const blocked = useSaveBlocked()
  const title = linkTitle(link, withCompany)
  const { queryKey } = sharedLinksQuery(principal)
  const change = useMutation({
    mutationFn: () => (isWorking ? withdrawLink : restoreLink)(principal, link.id),
    onSuccess: (links) => {
      if (isWorking) onWithdraw()
      queryClient.setQueryData(queryKey, links)
    },
    // Expired, or revoked by a colleague.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 text-13">
      <div className="min-w-0 grow">
        <p
          className={
            isWorking ? 'font-medium wrap-anywhere text-text' : 'wrap-anywhere text-text-3 line-through'
          }
        >
          <bdi>{title}</bdi>
        </p>
        <p aria-live="polite" className="text-12 wrap-anywhere text-text-3 tabular-nums">
          {isWorking ? linkMade(link) : m.shared_report_withdrawn()}
        </p>
        {change.isError && (
          <p role="alert" className="text-12 text-missed">
            {errorText(change.error)}
          </p>
        )}
      </div>
      <Button
        variant="ghost"
        pending={change.isPending}
        disabledReason={blocked}
        aria-label={
          isWorking ? m.shared_report_withdraw_of({ title }) : m.shared_report_restore_of({ title })
        }
        onClick={() => change.mutate()}
      >
        {isWorking ? m.shared_report_withdraw() : m.undo()}
      </Button>
    </li>
  )
}
