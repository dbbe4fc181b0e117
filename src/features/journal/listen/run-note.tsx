import type { ShownProblem } from '#/domain/recording/use-problem.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { Waiting } from './use-run.ts'

const WORDS = {
  looking: m.listen_looking,
  failed: m.rows_failed,
  first: m.listen_first,
  last: m.listen_last,
  none: m.listen_none,
} as const satisfies Record<Waiting, () => string>

/** Why nothing, or not the next recording, is heard. Always there, so that its words are read out as they come. */
export const RunNote = ({
  waiting,
  problem,
  host,
  onAgain,
}: {
  waiting: Waiting | null
  problem: ShownProblem | null
  /** Where the service says the recording is. */
  host: string
  onAgain: () => void
}) => (
  <p aria-live="polite" className="flex flex-wrap items-center gap-x-2 py-1 text-13 text-text-2 empty:hidden">
    {waiting !== null ? (
      <>
        <Icon
          name={waiting === 'looking' ? 'spinner' : waiting === 'failed' ? 'cloud-off' : 'info'}
          className={waiting === 'looking' ? 'animate-turn' : undefined}
        />
        {WORDS[waiting]()}
        {waiting === 'failed' && <LinkButton onClick={onAgain}>{m.retry()}</LinkButton>}
      </>
    ) : (
      problem && (
        <>
          <Icon name="alert" className="text-warning" />
          <span className="min-w-0 wrap-anywhere">
            {problem.text(host)} {m.listen_skips()}
          </span>
          {problem.mayTryAgain && <LinkButton onClick={onAgain}>{m.retry()}</LinkButton>}
        </>
      )
    )}
  </p>
)
