import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession, sessionsQuery } from '#/api/administration/administration.ts'
import { keysOf, ofAccount } from '#/api/keys.ts'
import type { OpenSession } from '#/contract/administration/sessions.ts'
import { dayAt } from '#/contract/day.ts'
import { momentLabel } from '#/domain/cells/moment-labels.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { LoadedPart } from '#/domain/notice/loaded-part.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useMay, useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useSignOut } from '#/domain/session/use-sign-out.ts'
import { formatDay, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Choice } from '#/ui/control/choice.tsx'
import { Badge } from '#/ui/data/badge.tsx'
import { showToast } from '#/ui/overlay/toast.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { SettingsSection } from './settings-section.tsx'

type Whose = 'mine' | 'all'

export const OpenSessions = () => {
  const { scope } = useSignedIn()
  const mayAdminister = useMay('administer')
  const [whose, setWhose] = useState<Whose>('mine')
  const options = sessionsQuery(scope.principal, whose === 'all')
  const query = useQuery(options)
  return (
    <SettingsSection
      title={whose === 'all' ? m.sessions_all_title() : m.sessions_title()}
      about={whose === 'all' ? m.sessions_all_text() : m.sessions_text()}
    >
      {mayAdminister && (
        <Choice
          label={m.sessions_whose()}
          options={[
            { value: 'mine', label: m.sessions_mine() },
            { value: 'all', label: m.sessions_all() },
          ]}
          value={whose}
          onChange={setWhose}
          className="-mt-1 mb-1"
        />
      )}
      <LoadedPart query={query} queryKey={options.queryKey} skeleton={<Skeleton className="h-20" />}>
        {({ sessions }) => (
          <ul>
            {sessions.map((session) => (
              <Row key={session.id} session={session} isNamed={whose === 'all'} />
            ))}
          </ul>
        )}
      </LoadedPart>
      {whose === 'mine' && <EndOthers sessions={query.data?.sessions ?? []} />}
    </SettingsSection>
  )
}

const EndOthers = ({ sessions }: { sessions: readonly OpenSession[] }) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const cutOff = useSaveBlocked()
  const others = sessions.filter(({ is_this, wall_until }) => !is_this && wall_until === null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => Promise.all(others.map(({ id }) => endSession(scope.principal, id))),
    onSuccess: () => showToast({ text: m.sessions_others_ended() }),
    onError: (error) => showToast({ tone: 'failed', text: errorText(error) }),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: keysOf(ofAccount(scope.principal), 'sessions') }),
  })
  // A single one has its own button.
  if (others.length < 2) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="danger" pending={isPending} disabledReason={cutOff} onClick={() => mutate()}>
        {m.sessions_end_others({ count: formatNumber(others.length) })}
      </Button>
      <p className="text-12 text-text-3">{m.sessions_end_others_means()}</p>
    </div>
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
              {m.sessions_wall({ date: formatDay(dayAt(Date.parse(wall_until), null)) })}
            </span>
          )}
          {is_this && <Badge>{m.sessions_this()}</Badge>}
        </p>
        <p className="text-12 text-text-3 tabular-nums">
          {m.sessions_opened()} {momentLabel(opened)} · {m.sessions_seen()} {momentLabel(seen)}
          {address && <> · {address}</>}
        </p>
      </div>
      {/* Frames have no other sign-out. */}
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

const BROWSERS = [
  ['Edg', 'Edge'],
  ['YaBrowser', 'Yandex Browser'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['HeadlessChrome', 'Chrome'],
  ['Version', 'Safari'],
] as const
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** `Firefox 145, Windows`; null: unknown. A hint only. */
const browserName = (agent: string): string | null => {
  const versions = new Map(
    [...agent.matchAll(/([A-Za-z]+)\/(\d+)/g)].map(([, name, version]) => [name, version]),
  )
  const browser = BROWSERS.find(([token]) => versions.has(token))
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))
  const parts = [browser && `${browser[1]} ${versions.get(browser[0])}`, system?.[1]].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}
