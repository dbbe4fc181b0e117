import type { ReactNode } from 'react'
import type { IconName } from '#/ui/icon.tsx'

export interface Problem {
  /** Stable identity. */
  readonly id: string
  /** `missed`: lost contacts; `warning`: wrong figures; `neutral`: possibly wrong. */
  readonly tone: 'missed' | 'warning' | 'neutral'
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  /** What to do, in a sentence. */
  readonly advice: string
  readonly action: ReactNode
}

export interface Check {
  readonly title: string
  readonly source: 'contacts' | 'answers'
  readonly checked: string | null
  readonly is: 'checking' | 'failed' | 'done'
  /** Worst first, truncated. */
  readonly problems: readonly Problem[]
  /** Total. */
  readonly found: number
  readonly error: Error | null
  readonly retry: () => void
}
