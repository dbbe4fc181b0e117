import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { placeBeside } from '#/ui/overlay/placement.ts'
import { areKeysOff } from '#/ui/page-keys.ts'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { tourSteps, type TourStep } from './tour-steps.ts'

/** What asks something of the person first: Escape is its own. */
const OVER_THE_TOUR = 'dialog:modal, [popover="auto"]:popover-open'

/** The tour, as soon as it is known whose pages it shows. */
export const TourCard = ({ onEnd }: { onEnd: () => void }) => {
  const { session, scope } = useSignedIn()
  const isManager = session.user?.is_agency_manager === true
  const agencies = useQuery({ ...agencyQuery(scope.principal), enabled: isManager })
  if (isManager && agencies.isPending) return null
  const clients = clientsOf(agencies.data ?? [])
  // The chosen one, else the one with the most to see.
  const client =
    clients.find((one) => one.client === scope.client) ??
    clients.toSorted((a, b) => (b.calls_count ?? 0) - (a.calls_count ?? 0))[0]
  return <Walk client={client} onEnd={onEnd} />
}

/**
 * One card per step, beside what it speaks of, over the page it opens. The page below stays usable. Whoever leaves the
 * tour, at whatever step, is not offered it again.
 */
const Walk = ({ client, onEnd }: { client: ClientRead | undefined; onEnd: () => void }) => {
  const [at, setAt] = useState(0)
  const isPhone = useIsPhone()
  const steps = tourSteps({ client: client ? clientName(client) : null, keys: !isPhone && !areKeysOff() })
  const navigate = useNavigate()
  const { change } = usePreferences()
  const [opener] = useState(() => document.activeElement)

  const showPage = (index: number) => {
    const page = steps[index]?.page
    if (page === undefined) return
    // Left at the first step: no account was chosen.
    const isChosen = client !== undefined && page !== '/clients'
    void navigate({ to: page, search: isChosen ? { client: client.client } : {} })
  }
  const go = (index: number) => {
    setAt(index)
    showPage(index)
  }
  const end = () => {
    change(({ seen }) => ({ seen: { ...seen, tour: true } }))
    onEnd()
    // What opened it may be gone with its page, or as the offer that it was.
    const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
    ;(isThere ? opener : document.querySelector('main'))?.focus({ preventScroll: true })
  }
  const begin = useEffectEvent(() => showPage(0))
  useEffect(() => begin(), [])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || document.querySelector(OVER_THE_TOUR)) return
    // The page's own Escape would step back in it.
    event.preventDefault()
    event.stopPropagation()
    end()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])

  const step = steps[at]
  if (step === undefined) return null
  return (
    <Card
      key={at}
      step={step}
      count={m.tour_step({ at: counted(at + 1).shown, of: counted(steps.length).shown })}
      onBack={at === 0 ? undefined : () => go(at - 1)}
      onNext={at === steps.length - 1 ? undefined : () => go(at + 1)}
      onEnd={end}
    />
  )
}

const Card = ({
  step: { title, text, target },
  count,
  onBack,
  onNext,
  onEnd,
}: {
  step: TourStep
  count: string
  /** Undefined: the first one. */
  onBack: (() => void) | undefined
  /** Undefined: the last one. */
  onNext: (() => void) | undefined
  onEnd: () => void
}) => {
  const textId = useId()
  const next = useRef<HTMLButtonElement>(null)
  return (
    <dialog
      ref={(card) => {
        const shown = target()
        if (!card) return undefined
        card.showPopover(shown instanceof HTMLElement ? { source: shown } : undefined)
        if (shown instanceof HTMLElement) placeBeside(card, shown)
        shown?.setAttribute('data-toured', '')
        next.current?.focus({ preventScroll: true })
        return () => shown?.removeAttribute('data-toured')
      }}
      popover="manual"
      aria-label={m.tour_name({ title })}
      aria-describedby={textId}
      data-keeps-focus
      className="floating tour-card p-4"
    >
      <div className="flex items-baseline justify-between gap-3">
        <p className="text-16 font-semibold">{title}</p>
        <p className="text-12 text-text-3">{count}</p>
      </div>
      <p id={textId} className="mt-1 text-13 text-text-2">
        {text}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {onNext && (
          <Button variant="ghost" className="mr-auto" onClick={onEnd}>
            {m.tour_skip()}
          </Button>
        )}
        {onBack && <Button onClick={onBack}>{m.tour_back()}</Button>}
        <Button ref={next} variant="primary" onClick={onNext ?? onEnd}>
          {onNext ? m.tour_next() : m.tour_done()}
        </Button>
      </div>
    </dialog>
  )
}
