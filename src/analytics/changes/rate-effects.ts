import type { Amount } from './split.ts'

/** What a part does to a rate, as a share (0.01 is a percentage point). */
export interface RateEffects {
  /** By how its share of the whole has changed. */
  readonly mix: number
  /** By how its own rate has. */
  readonly own: number
  /** Its share of the whole, the mean of both periods. */
  readonly share: number
}

/**
 * `mix = (w1 − w0) × (mean of its two rates − mean of the two overall rates)`, `own = mean share × (r1 − r0)`. All of them
 * add up to the change of the overall rate. A part that has no contacts in one of the periods has only mix.
 */
export const rateEffects = (
  parts: readonly { readonly now: Amount; readonly before: Amount }[],
  all: { readonly now: Amount; readonly before: Amount },
): RateEffects[] => {
  const overall =
    all.now.whole === 0 || all.before.whole === 0
      ? null
      : (all.now.part / all.now.whole + all.before.part / all.before.whole) / 2
  return parts.map(({ now, before }) => {
    if (overall === null) return { mix: 0, own: 0, share: 0 }
    const [w1, w0] = [now.whole / all.now.whole, before.whole / all.before.whole]
    const share = (w1 + w0) / 2
    if (now.whole === 0 || before.whole === 0) {
      const difference = now.part / all.now.whole - before.part / all.before.whole
      return { mix: difference - (w1 - w0) * overall, own: 0, share }
    }
    const [r1, r0] = [now.part / now.whole, before.part / before.whole]
    return { mix: (w1 - w0) * ((r1 + r0) / 2 - overall), own: share * (r1 - r0), share }
  })
}
