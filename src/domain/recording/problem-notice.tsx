import { m } from '#/i18n/paraglide/messages.js'
import { Button, linkClass } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { ShownProblem } from './use-problem.ts'

/** Playback error with actions. Always mounted, so that changes are announced. */
export const ProblemNotice = ({
  problem,
  address,
  onAgain,
  pending,
}: {
  problem: ShownProblem | null
  /** Recording URL by the service. */
  address: URL
  onAgain: () => void
  pending: boolean
}) => (
  <div aria-live="polite" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-13 empty:hidden">
    {problem && (
      <>
        <p className="flex max-w-140 items-start gap-2 text-text-2 wrap-anywhere">
          <Icon name="alert" className="mt-0.5 text-warning" />
          {problem.text()}
        </p>
        {problem.mayTryAgain && (
          <Button icon="refresh" pending={pending} onClick={onAgain}>
            {m.retry()}
          </Button>
        )}
        {problem.isLinked && (
          <a
            href={address.href}
            target="_blank"
            rel="noopener noreferrer"
            title={m.call_opens_host({ host: address.host })}
            className={linkClass}
          >
            {m.call_recording_open()}
            <Icon name="external" size={12} className="ml-1 inline" />
          </a>
        )}
      </>
    )}
  </div>
)
