import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'

/** `neutral` needs no attention. */
export type Tone = 'answered' | 'missed' | 'target' | 'warning' | 'neutral'

export const toneText = {
  answered: 'text-answered',
  missed: 'text-missed',
  target: 'text-target',
  warning: 'text-warning',
  neutral: 'text-text-3',
} satisfies Record<Tone, string>

/** The colour of an icon drawn by `glyphClass`. */
export const toneGlyph = {
  answered: 'before:bg-answered',
  missed: 'before:bg-missed',
  target: 'before:bg-target',
  warning: 'before:bg-warning',
  neutral: 'before:bg-text-3',
} satisfies Record<Tone, string>

/** Icon with text. Common states are quiet (plain text), states that need attention are colored and bold. */
export function StatusMark({
  tone,
  icon,
  children,
  className,
}: {
  tone: Tone
  icon: IconName
  children: string
  className?: string | undefined
}) {
  const loud = tone === 'missed' || tone === 'warning'
  return (
    <span className={classNames('flex w-fit max-w-full min-w-0 items-center gap-2', className)}>
      <Icon name={icon} className={toneText[tone]} />
      <span className={classNames('truncate', loud && 'font-strong', loud && toneText[tone])}>
        {children}
      </span>
    </span>
  )
}
