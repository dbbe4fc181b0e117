import { limitsOf, MIN_CALLS, READINGS, type AlertKind } from '#/contract/alerts/alert-kinds.ts'
import type { AlertRule } from '#/contract/alerts/alerts.ts'
import type { Locale } from '#/i18n/locale.ts'

export const ofKind = (rule: AlertRule, kind: AlertKind): AlertRule => {
  const { threshold, atMost, hasReadings } = limitsOf(kind)
  return {
    ...rule,
    kind,
    threshold: threshold?.usual ?? null,
    min_calls: kind === 'missed_rate' ? MIN_CALLS.usual : null,
    readings: hasReadings ? rule.readings : READINGS.usual,
    at_most: atMost,
  }
}

export const newRule = (
  kind: AlertKind,
  {
    client,
    object,
    email,
    language,
  }: {
    readonly client: string | null
    /** Null: all objects. */
    readonly object: string | null
    readonly email: string | null
    readonly language: Locale
  },
): AlertRule =>
  ofKind(
    {
      kind,
      threshold: null,
      min_calls: null,
      readings: READINGS.usual,
      clients: client === null ? null : [client],
      objects: object === null ? null : [object],
      to: email === null ? [] : [email],
      webhook: null,
      at_most: 'daily',
      quiet: { from: 21 * 60, to: 8 * 60 },
      language,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      is_on: true,
    },
    kind,
  )
