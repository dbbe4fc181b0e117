import { Fragment, type ReactNode } from 'react'

const SLOT = /\uE000(\d+)\uE001/

/** A message with components in its slots, in the language's own word order. */
export const Sentence = ({
  parts,
  message,
}: {
  parts: readonly ReactNode[]
  message: (...parts: string[]) => string
}) => {
  const pieces = message(...parts.map((_, index) => `\uE000${index}\uE001`)).split(SLOT)
  // Odd pieces of the split are slot numbers.
  return pieces.map((piece, at) => (
    <Fragment key={at}>{at % 2 === 0 ? piece : parts[Number(piece)]}</Fragment>
  ))
}

export const Strong = ({ children }: { children: ReactNode }) => (
  <strong className="font-semibold text-text">{children}</strong>
)
