import { useEffect, useRef, useState } from 'react'
import { askForSession } from '#/api/session.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Bar } from './bar.tsx'

/** So long before the end it is told, in milliseconds, and at most for the last quarter of a short session. */
const TOLD_MS = 120_000
/** Another tab may put the end off meanwhile. */
const LOOK_EVERY_MS = 15_000

/**
 * When the session ends, by a clock that is never set. The server alone knows it, since other tabs use the session too: it
 * is asked when the end seems near, which is no activity.
 */
const useSessionEnd = (endsIn: number, onEnded: () => void) => {
  const [left, setLeft] = useState<number | null>(null)
  const ended = useRef(onEnded)
  useEffect(() => {
    ended.current = onEnded
  })
  const clock = useRef<{ goOn: () => Promise<boolean> }>(null)
  useEffect(() => {
    const told = Math.min(TOLD_MS, endsIn * 250)
    let endsAt = performance.now() + endsIn * 1000
    let lookedAt = -Infinity
    let isTold = false
    /** @returns whether the end is near all the same */
    const look = async (background: boolean): Promise<boolean> => {
      lookedAt = performance.now()
      const session = await askForSession({ background }).catch(() => null)
      if (session === null) return false
      if (session.ends_in === null) {
        ended.current()
        return false
      }
      endsAt = performance.now() + session.ends_in * 1000
      isTold = session.ends_in * 1000 <= told
      setLeft(isTold ? session.ends_in : null)
      return isTold
    }
    const tick = () => {
      const rest = endsAt - performance.now()
      if (isTold) setLeft(Math.max(0, Math.ceil(rest / 1000)))
      if (rest <= told && performance.now() - lookedAt >= LOOK_EVERY_MS) void look(true)
    }
    clock.current = { goOn: () => look(false) }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsIn])
  return { left, goOn: async () => (await clock.current?.goOn()) ?? false }
}

/** Shortly before the session ends by itself: how long it lasts, and the way to go on. */
export const SessionEndBar = ({ endsIn, onEnded }: { endsIn: number; onEnded: () => void }) => {
  const { left, goOn } = useSessionEnd(endsIn, onEnded)
  /** It was asked for longer in vain: no session lasts longer. */
  const [isLast, setIsLast] = useState(false)
  if (left === null) return null
  return (
    <Bar
      icon="clock"
      title={
        <>
          {/* Read out once, not every second. */}
          <span className="sr-only">{m.session_ends_soon()}</span>
          <span aria-hidden="true" className="tabular-nums">
            {m.session_ends_in({ time: formatDuration(left) ?? '' })}
          </span>
        </>
      }
      actions={
        !isLast && (
          <Button variant="primary" onClick={() => void goOn().then(setIsLast)}>
            {m.session_go_on()}
          </Button>
        )
      }
    >
      {isLast ? m.session_is_last() : m.session_kept()}
    </Bar>
  )
}
