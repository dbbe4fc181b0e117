import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import { wallCodeOf } from '#/contract/live/wall.ts'
import { scopeOf } from '#/domain/session/scope.ts'
import { CodePage } from './code-page.tsx'
import { LivePage } from './live-page.tsx'

/** The wall, or what opens it: without a session, or when a link has brought a code. */
export const LiveOrCode = () => {
  const { data: session } = useQuery(sessionQuery)
  const { client, ended }: { client?: string; ended?: string } = useSearch({ strict: false })
  const hasCode = useLocation({ select: ({ hash }) => wallCodeOf(hash) !== null })
  if (!session) return null
  const scope = scopeOf(session, client)
  return scope === null || (hasCode && !session.wall) ? (
    <CodePage session={session} isEnded={ended === '1'} />
  ) : (
    <LivePage session={session} scope={scope} />
  )
}
