import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession, sessionsQuery } from '#/api/administration/administration.ts'
import { keysOf, ofAccount } from '#/api/keys.ts'
import type { OpenSession } from '#/contract/administration/sessions.ts'
import { momentWords } from '#/domain/marks/moment-words.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useMay, useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useSignOut } from '#/domain/session/use-sign-out.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Choice } from '#/ui/control/choice.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { Section } from '#/ui/data/section.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { browserName } from './browser-name.ts'

type Whose = 'mine' | 'all'

/** Browsers in which the person is signed in, and the way to end that; for an administrator everybody's. */
export const OpenSessions = () => {
  const { scope } = useSignedIn()
  const mayAdminister = useMay('administer')
  const [whose, setWhose] = useState<Whose>('mine')
  const query = useQuery(sessionsQuery(scope.principal, whose === 'all'))
  return (
    <Section
      title={m.sessions_title()}
      className="col-span-full"
      actions={
        mayAdminister && (
          <Choice
            label={m.sessions_whose()}
            options={[
              { value: 'mine', label: m.sessions_mine() },
              { value: 'all', label: m.sessions_all() },
            ]}
            value={whose}
            onChange={setWhose}
          />
        )
      }
    >
      <p className="text-13 text-text-2">{m.sessions_text()}</p>
      {query.isError ? (
        <LoadError error={query.error} level={3} className="" onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton className="mt-3 h-20" />
      ) : (
        <ul className="mt-2">
          {query.data.sessions.map((session) => (
            <Row key={session.id} session={session} isNamed={whose === 'all'} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const Row = ({ session, isNamed }: { session: OpenSession; isNamed: boolean }) => {
  const { id, who, address, agent, portal, wall_until, opened, seen, is_this } = session
  const { scope, session: mine } = useSignedIn()
  const signOut = useSignOut()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => endSession(scope.principal, id),
    onSuccess: () => showToast({ text: m.sessions_ended() }),
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: keysOf(ofAccount(scope.principal), 'sessions') }),
  })
  const cutOff = useSaveBlocked()
  const browser = browserName(agent ?? '') ?? m.sessions_unknown()
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 text-13">
      <div className="min-w-0 grow">
        <p
          className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere"
          title={agent ?? undefined}
        >
          {isNamed && <bdi>{who ?? m.sessions_unknown()}</bdi>}
          <span className={isNamed ? 'font-normal text-text-2' : undefined}>{browser}</span>
          {portal !== null && (
            <span className="font-normal text-text-2">
              {m.sessions_in_portal({ host: URL.parse(portal)?.host ?? portal })}
            </span>
          )}
          {wall_until !== null && (
            <span className="font-normal text-text-2">
              {m.sessions_wall({ date: formatDay(wall_until.slice(0, 10)) })}
            </span>
          )}
          {is_this && <Badge>{m.sessions_this()}</Badge>}
        </p>
        <p className="text-12 text-text-3 tabular-nums">
          {m.sessions_opened()} {momentWords(opened)} · {m.sessions_seen()} {momentWords(seen)}
          {address && <> · {address}</>}
        </p>
      </div>
      {/* In a portal's frame there is no other place for it. */}
      {is_this && mine.sign_out && (
        <Button variant="ghost" onClick={() => void signOut()}>
          {m.sign_out()}
        </Button>
      )}
      {!is_this && (
        <Button
          variant="ghost"
          pending={isPending}
          disabledReason={cutOff}
          aria-label={m.sessions_end_of({ who: who ?? m.sessions_unknown(), browser })}
          onClick={() => mutate()}
        >
          {m.sessions_end()}
        </Button>
      )}
    </li>
  )
}
