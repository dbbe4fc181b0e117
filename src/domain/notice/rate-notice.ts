import { useSelector } from '@tanstack/react-store'
import { gate } from '#/api/transport/rate-gate.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Seconds until requests are allowed; 0: now. */
export const useGate = (): number => useSelector(gate)

export const rateText = (seconds: number): string => m.rate_wait({ time: formatDuration(seconds) ?? '' })
