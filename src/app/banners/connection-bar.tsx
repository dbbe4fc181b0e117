import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { askForSession } from '#/api/session.ts'
import {
  connectionState,
  lastingTrouble,
  retryConnection,
  noticeTrouble,
  type ConnectionTrouble,
} from '#/api/transport/connection.ts'
import { buttonClass } from '#/ui/control/button.tsx'
import { clockTime } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Bar } from './bar.tsx'

/** As long as our server pauses requests to a failing service. */
const POLL_MS = 3_000
/** Captive portals: the user's return triggers a retry too. */
const PORTAL_POLL_MS = 15_000

const TITLES: Record<ConnectionTrouble, () => string> = {
  offline: m.connection_offline,
  network: m.connection_network,
  'captive-portal': m.connection_captive,
  database: m.error_database,
  unavailable: m.error_unavailable,
}

export const ConnectionBar = () => {
  const { trouble, answeredAt } = useSelector(connectionState)
  const shown = useSelector(lastingTrouble)

  useEffect(() => {
    const lost = () =>
      noticeTrouble('offline', async () => {
        await askForSession({ background: true })
      })
    addEventListener('offline', lost)
    return () => removeEventListener('offline', lost)
  }, [])

  const every = trouble === null ? null : trouble === 'captive-portal' ? PORTAL_POLL_MS : POLL_MS
  useEffect(() => {
    if (every === null) return undefined
    const update = () => {
      if (document.visibilityState === 'visible') void retryConnection()
    }
    const timer = setInterval(update, every)
    addEventListener('online', update)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      removeEventListener('online', update)
      document.removeEventListener('visibilitychange', update)
    }
  }, [every])

  return (
    shown && (
      <Bar
        icon={shown === 'unavailable' || shown === 'database' ? 'cloud-off' : 'offline'}
        title={TITLES[shown]()}
        actions={
          shown === 'captive-portal' && (
            // A plain link: the network answers with its own document.
            <a
              href="/signed-in"
              target="_blank"
              rel="noopener"
              className={buttonClass({ variant: 'primary' })}
            >
              {m.sign_in_in_new_tab()}
            </a>
          )
        }
      >
        {answeredAt === null ? m.connection_goes_on() : m.connection_stays({ time: clockTime(answeredAt) })}
      </Bar>
    )
  )
}
