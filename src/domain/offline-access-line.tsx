import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endOfflineAccess, giveOfflineAccess, offlineAccessQuery } from '#/api/alerts/offline-access.ts'
import { momentAt } from '#/contract/day.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

const ENDED = {
  person: m.offline_access_ended_person,
  refused: m.offline_access_ended_refused,
  expired: m.offline_access_ended_expired,
  secret: m.offline_access_ended_secret,
} as const

/**
 * State of background access, with a button to end or renew it.
 * @param isNeeded something depends on it; else shown only if once granted
 */
export const OfflineAccessLine = ({ isNeeded = false }: { isNeeded?: boolean }) => {
  const { scope } = useSignedIn()
  const { principal } = scope
  const queryClient = useQueryClient()
  const { data } = useQuery(offlineAccessQuery(principal))
  const blocked = useSaveBlocked(true)
  const change = useMutation({
    mutationFn: (isGiven: boolean) => (isGiven ? giveOfflineAccess : endOfflineAccess)(principal),
    onSuccess: (state) => queryClient.setQueryData(offlineAccessQuery(principal).queryKey, state),
  })
  if (data === undefined || (data.is === 'none' && !isNeeded)) return null
  const isGiven = data.is === 'given'
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 text-13 text-text-2">
      {!isGiven && <Icon name="alert" size={14} className="self-center text-warning" />}
      <span>
        {isGiven
          ? m.offline_access_given({ day: formatDay(momentAt(Date.parse(data.given ?? ''), null).day) })
          : data.why === null
            ? m.offline_access_none()
            : ENDED[data.why]()}
      </span>
      {blocked === undefined && (
        <LinkButton onClick={() => !change.isPending && change.mutate(!isGiven)}>
          {isGiven ? m.offline_access_end() : m.offline_access_give()}
        </LinkButton>
      )}
      {change.isError && (
        <span role="alert" className="text-missed">
          {errorText(change.error)}
        </span>
      )}
    </div>
  )
}
