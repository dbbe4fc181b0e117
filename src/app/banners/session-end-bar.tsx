import { useEffect, useRef, useState } from 'react'
import { askForSession } from '#/api/session.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Bar } from './bar.tsx'

/** Milliseconds before the end, at most the last quarter of a short session. */
const MAX_NOTICE_MS = 120_000
/** Other tabs may extend the session. */
const POLL_MS = 15_000

/**
 * Time of the session's end, by a monotonic clock. Other tabs use it too, so the server is asked near the end, as
 * a background request.
 */
const useSessionEnd = (endsIn: number, onEnded: () => void) => {
  const [left, setLeft] = useState<number | null>(null)
  const ended = useRef(onEnded)
  useEffect(() => {
    ended.current = onEnded
  })
  const clock = useRef<{ goOn: () => Promise<boolean> }>(null)
  useEffect(() => {
    const noticeMs = Math.min(MAX_NOTICE_MS, endsIn * 250)
    let endsAt = performance.now() + endsIn * 1000
    let checkedAt = -Infinity
    let isNotified = false
    const check = async (background: boolean): Promise<boolean> => {
      checkedAt = performance.now()
      const session = await askForSession({ background }).catch(() => null)
      if (session === null) return false
      if (session.ends_in === null) {
        ended.current()
        return false
      }
      endsAt = performance.now() + session.ends_in * 1000
      isNotified = session.ends_in * 1000 <= noticeMs
      setLeft(isNotified ? session.ends_in : null)
      return isNotified
    }
    const tick = () => {
      const rest = endsAt - performance.now()
      if (isNotified) setLeft(Math.max(0, Math.ceil(rest / 1000)))
      if (rest <= noticeMs && performance.now() - checkedAt >= POLL_MS) void check(true)
    }
    clock.current = { goOn: () => check(false) }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsIn])
  return { left, goOn: async () => (await clock.current?.goOn()) ?? false }
}

/** Warns shortly before the session ends, with a button to extend. */
export const SessionEndBar = ({ endsIn, onEnded }: { endsIn: number; onEnded: () => void }) => {
  const { left, goOn } = useSessionEnd(endsIn, onEnded)
  const [isLast, setIsLast] = useState(false)
  if (left === null) return null
  return (
    <Bar
      icon="clock"
      title={
        <>
          {/* Announced once, not every second. */}
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
