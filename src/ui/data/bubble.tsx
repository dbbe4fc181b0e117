import type { ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'

export function Bubbles({ children }: { children: ReactNode }) {
  return <ol className="grid gap-2 text-13">{children}</ol>
}

export function Bubble({
  side,
  who,
  children,
}: {
  side: 'visitor' | 'answer'
  who: ReactNode
  children: ReactNode
}) {
  const answer = side === 'answer'
  return (
    <li className={classNames('max-w-[88%] min-w-0', answer ? 'justify-self-end' : 'justify-self-start')}>
      <span className={classNames('mb-0.5 block text-12 text-text-3 tabular-nums', answer && 'text-right')}>
        {who}
      </span>
      <div
        className={classNames(
          'rounded-3 px-2.5 py-1.5 wrap-anywhere forced-colors:border',
          answer ? 'rounded-br-1 bg-selected' : 'rounded-bl-1 bg-hover',
        )}
      >
        {children}
      </div>
    </li>
  )
}
