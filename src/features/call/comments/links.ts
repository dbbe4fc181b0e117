import { safeUrl } from '#/ui/safe-url.ts'

export interface Piece {
  readonly text: string
  readonly url: URL | null
}

/** Until a blank, control or impossible character. Not after a letter and colon: `blob:https://…`. */
const ADDRESS = /(?<!\w|[a-z]:)(?:https?:\/\/|mailto:)[^\s\p{C}<>"«»“”]+/giu
const PUNCTUATION = new Set(".,;:!?'’*_~…")
const BRACKETS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
const ONE_RECIPIENT = /^mailto:[^\s@?&#%"'<>(),:;\\/]+@[^\s@?&#%"'<>(),:;\\/]+$/iu

const count = (text: string, character: string): number => text.split(character).length - 1

/** Length without trailing punctuation and unmatched brackets. */
const addressLength = (raw: string): number => {
  const open = new Map([...BRACKETS.values()].map((bracket) => [bracket, count(raw, bracket)]))
  const closed = new Map([...BRACKETS.keys()].map((bracket) => [bracket, count(raw, bracket)]))
  let end = raw.length
  for (; end > 0; end--) {
    const last = raw.charAt(end - 1)
    const opening = BRACKETS.get(last)
    const isStray = opening !== undefined && (closed.get(last) ?? 0) > (open.get(opening) ?? 0)
    if (!isStray && !PUNCTUATION.has(last)) break
    if (isStray) closed.set(last, (closed.get(last) ?? 0) - 1)
  }
  return end
}

/** Splits a text at web and mail addresses allowed by {@link safeUrl}. Pieces join to the text; linear time. */
export const splitLinks = (text: string): readonly Piece[] => {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: raw, index } of text.matchAll(ADDRESS)) {
    const address = raw.slice(0, addressLength(raw))
    const isMail = /^mailto:/i.test(address)
    const url = isMail && !ONE_RECIPIENT.test(address) ? null : safeUrl(address, ['mailto:'])
    if (url === null) continue
    if (index > done) pieces.push({ text: text.slice(done, index), url: null })
    pieces.push({ text: address, url })
    done = index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done), url: null })
  return pieces
}
