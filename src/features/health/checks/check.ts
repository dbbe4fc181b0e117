import type { ReactNode } from 'react'
import type { IconName } from '#/ui/icon.tsx'

/** Something that makes figures wrong or leaves contacts out, and what to do about it. */
export interface Problem {
  /** The same while it is the same problem. */
  readonly id: string
  /** `missed`: contacts are being lost; `warning`: figures are wrong; `neutral`: they may be. */
  readonly tone: 'missed' | 'warning' | 'neutral'
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  /** What to do, in a sentence. */
  readonly advice: string
  readonly action: ReactNode
}

/** One thing that is looked after. */
export interface Check {
  readonly title: string
  readonly looksAt: 'contacts' | 'answers'
  /** What was looked at; null: nothing has been yet. */
  readonly looked: string | null
  readonly is: 'checking' | 'failed' | 'done'
  /** Those shown, the worst first. */
  readonly problems: readonly Problem[]
  /** How many there are. */
  readonly found: number
  readonly error: Error | null
  readonly retry: () => void
}
