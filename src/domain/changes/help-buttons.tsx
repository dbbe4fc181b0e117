import { tour } from '#/domain/tour/tour.ts'
import { useHasTour } from '#/domain/tour/use-has-tour.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { showWhatChanged } from './what-changed.ts'

/** What Callboard says of itself: what changed, and the tour of the sample. */
export const HelpButtons = () => {
  const hasTour = useHasTour()
  return (
    <>
      <Button onClick={showWhatChanged}>{m.changes_title()}</Button>
      {hasTour && <Button onClick={() => tour.become(true)}>{m.tour_take()}</Button>}
    </>
  )
}
