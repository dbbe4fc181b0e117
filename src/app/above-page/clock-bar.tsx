import { useState, useSyncExternalStore } from 'react'
import { clockSkew } from '#/api/transport/server-facts.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { clockTime } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Bar } from './bar.tsx'

/** A smaller difference does not matter: days and ages go by the server's clock anyway. */
const TOLD_MS = 5 * MINUTE_MS

/** This device's clock is wrong, which other programs of the person suffer from too. */
export const ClockBar = () => {
  const skew = useSyncExternalStore(clockSkew.on, clockSkew.now)
  const [isSeen, setIsSeen] = useState(false)
  return !isSeen && Math.abs(skew) >= TOLD_MS && <Clocks skew={skew} onSeen={() => setIsSeen(true)} />
}

const Clocks = ({ skew, onSeen }: { skew: number; onSeen: () => void }) => {
  const [now] = useState(() => Date.now())
  return (
    <Bar
      icon="clock"
      title={m.clock_wrong({ its: clockTime(now), right: clockTime(now + skew) })}
      actions={<Button onClick={onSeen}>{m.dismiss()}</Button>}
    >
      {m.clock_wrong_text()}
    </Bar>
  )
}
