import { Fragment, type ReactNode } from 'react'

const SLOT = /\uE000(\d+)\uE001/

/**
 * A message with parts of the page in it: `said` is given a slot for each part, and each slot becomes its part. The order
 * of the words stays the language's own.
 */
export const Sentence = ({
  parts,
  said,
}: {
  parts: readonly ReactNode[]
  said: (...slots: string[]) => string
}) => {
  const pieces = said(...parts.map((_, index) => `\uE000${index}\uE001`)).split(SLOT)
  // Of a text that is split by its slots, every second piece is the number of one.
  return pieces.map((piece, at) => (
    <Fragment key={at}>{at % 2 === 0 ? piece : parts[Number(piece)]}</Fragment>
  ))
}

/** The word of a sentence that counts. */
export const Strong = ({ children }: { children: ReactNode }) => (
  <strong className="font-semibold text-text">{children}</strong>
)
