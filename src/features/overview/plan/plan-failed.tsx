import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'

/** The plan, or what has come of it, could not be loaded. */
export const PlanFailed = ({ retry }: { retry: () => void }) => (
  <p className="flex flex-wrap items-center gap-2 py-2 text-13 text-text-2">
    {m.pace_failed()}
    <Button onClick={retry}>{m.retry()}</Button>
  </p>
)
