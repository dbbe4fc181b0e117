import process from 'node:process'

const WIDTH = 24
const DRAW_MS = 250
const CLEAR_LINE = '\r\u001B[K'

/**
 * Progress bar in terminals, lines elsewhere.
 * @param steps names with relative durations
 */
export const createProgress = <Step extends string>(
  steps: Readonly<Record<Step, { readonly weight: number; readonly title: string }>>,
  out: { readonly isTTY?: boolean; write: (text: string) => unknown } = process.stdout,
) => {
  const all = Object.entries<{ weight: number; title: string }>(steps)
  const whole = all.reduce((sum, [, { weight }]) => sum + weight, 0)
  const done = new Map<string, number>()
  const started = performance.now()
  const draw = () => {
    const share = all.reduce((sum, [name, { weight }]) => sum + weight * (done.get(name) ?? 0), 0) / whole
    const full = Math.round(share * WIDTH)
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
    const under = all.filter(([name]) => (done.get(name) ?? 0) < 1).map(([, { title }]) => title)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    out.write(`${CLEAR_LINE}${bar} ${Math.floor(share * 100)} %  ${seconds} s  ${under.join(', ')}`)
  }
  const timer = out.isTTY ? setInterval(draw, DRAW_MS).unref() : null
  return {
    /** @param share of the step, of 1 */
    tell: (step: Step, share: number): void => {
      const isOver = share >= 1 && (done.get(step) ?? 0) < 1
      done.set(step, share)
      if (timer !== null) draw()
      else if (isOver) out.write(`${steps[step].title}: done\n`)
    },
    /** What else is said begins at the start of a line. */
    end: (): void => {
      if (timer === null) return
      clearInterval(timer)
      out.write(CLEAR_LINE)
    },
  }
}
