import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { preferencesQuery } from '#/api/preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { tour } from '#/domain/tour/tour.ts'
import { useHasTour } from '#/domain/tour/use-has-tour.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { showToast } from '#/ui/overlay/toast.tsx'
import { linkClass } from '#/ui/control/button.tsx'
import './tour.css'

/** Comes once it is wanted. */
const fetchCard = () => import('./tour-card.tsx')
const TourCard = lazy<ComponentType<{ onEnd: () => void }>>(() =>
  fetchCard().then(
    (code) => ({ default: code.TourCard }),
    () => {
      showToast({ tone: 'failed', text: m.error_part_title() })
      return { default: () => null }
    },
  ),
)

/** In the sample alone: the tour, and the offer of it beside "Sample data" until it has been looked at or skipped. */
export const SampleTour = () => {
  useMarkTitle()
  const hasTour = useHasTour()
  const isOpen = useSyncExternalStore(tour.on, tour.now)
  const isSeen = useIsSeen()
  const [isOver, setIsOver] = useState(false)
  // The tour belongs to a user: whoever signs in next starts it anew.
  useEffect(() => () => tour.become(false), [])
  if (!hasTour) return null
  if (isOpen)
    return createPortal(
      <Suspense fallback={null}>
        <TourCard
          onEnd={() => {
            setIsOver(true)
            tour.become(false)
          }}
        />
      </Suspense>,
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

/** What the mark means, in words that the first page does not pay for. */
const useMarkTitle = () =>
  useEffect(() => document.getElementById('sample')?.setAttribute('title', m.sample_data_title()), [])

/** Asks for nothing itself: pages do. Until it is known nothing is offered. */
const useIsSeen = () => {
  const { principal } = useSignedIn().scope
  const { data } = useQuery({ ...preferencesQuery(principal), enabled: false })
  return data === undefined || data.preferences.seen?.tour === true
}
