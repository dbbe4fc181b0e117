import { turnPresenting } from '#/domain/presenting/turn-presenting.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Bar } from '#/app/above-page/bar.tsx'

/** What everybody who looks on may know: that nobody's data are shown. */
export const PresentingBar = () => (
  <section aria-label={m.presenting_on()}>
    <Bar
      icon="eye"
      tone="accent"
      title={m.presenting_on()}
      actions={<Button onClick={() => void turnPresenting(false)}>{m.presenting_end()}</Button>}
    >
      {m.presenting_what()}
    </Bar>
  </section>
)
