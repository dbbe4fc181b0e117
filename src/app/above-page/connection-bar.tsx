import { useEffect, useState, useSyncExternalStore } from 'react'
import { askForSession } from '#/api/session.ts'
import {
  connectionState,
  lookAgain,
  noticeTrouble,
  type ConnectionTrouble,
} from '#/api/transport/connection.ts'
import { clockTime } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Bar } from './bar.tsx'

/** A network that comes and goes is not told each time. */
const LASTS_MS = 2_000
/** As long as our server sends nothing to a service that fails. */
const LOOK_EVERY_MS = 3_000

const TITLES: Record<ConnectionTrouble, () => string> = {
  offline: m.connection_offline,
  network: m.connection_network,
  unavailable: m.error_unavailable,
}

/** What has lasted for two seconds; null: nothing, or not so long. */
const useLasting = (trouble: ConnectionTrouble | null): ConnectionTrouble | null => {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (trouble === null) return undefined
    const timer = setTimeout(() => setLasts(true), LASTS_MS)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [trouble])
  return lasts ? trouble : null
}

/** While nothing comes: one bar, whatever has failed. It looks by itself whether it is over; a page that is not seen does not. */
export const ConnectionBar = () => {
  const { trouble, answeredAt } = useSyncExternalStore(connectionState.on, connectionState.now)
  const shown = useLasting(trouble)

  useEffect(() => {
    const lost = () =>
      noticeTrouble('offline', async () => {
        await askForSession({ background: true })
      })
    addEventListener('offline', lost)
    return () => removeEventListener('offline', lost)
  }, [])

  const isTroubled = trouble !== null
  useEffect(() => {
    if (!isTroubled) return undefined
    const look = () => {
      if (document.visibilityState === 'visible') void lookAgain()
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isTroubled])

  return (
    shown && (
      <Bar icon={shown === 'unavailable' ? 'cloud-off' : 'offline'} title={TITLES[shown]()}>
        {answeredAt === null ? m.connection_goes_on() : m.connection_stays({ time: clockTime(answeredAt) })}
      </Bar>
    )
  )
}
