import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { preferencesQuery } from '#/api/preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { tour } from '#/domain/tour/tour.ts'
import { useHasTour } from '#/domain/tour/use-has-tour.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { linkClass } from '#/ui/control/button.tsx'
import { TourCard } from './tour-card.tsx'
import './tour.css'

/** In the sample alone: the tour, and the offer of it beside "Sample data" until it has been looked at or skipped. */
export const SampleTour = () => {
  const hasTour = useHasTour()
  const isOpen = useSyncExternalStore(tour.on, tour.now)
  const isSeen = useIsSeen()
  const [isOver, setIsOver] = useState(false)
  // It is somebody's: who signs in next begins it by themselves.
  useEffect(() => () => tour.become(false), [])
  if (!hasTour) return null
  if (isOpen)
    return createPortal(
      <TourCard
        onEnd={() => {
          setIsOver(true)
          tour.become(false)
        }}
      />,
      document.body,
    )
  // In the words "Sample data" of the frame, which the first page pays for alone.
  const mark = document.getElementById('sample')
  if (isSeen || isOver || mark === null) return null
  return createPortal(
    <button type="button" onClick={() => tour.become(true)} className={classNames(linkClass, 'tour-offer')}>
      {m.tour_take()}
    </button>,
    mark,
  )
}

/** Asks for nothing itself: pages do. Until it is known nothing is offered. */
const useIsSeen = () => {
  const { principal } = useSignedIn().scope
  const { data } = useQuery({ ...preferencesQuery(principal), enabled: false })
  return data === undefined || data.preferences.seen?.tour === true
}
