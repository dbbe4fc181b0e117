import { safeUrl } from '#/ui/safe-url.ts'

/** A stretch of a text: plain, or with the address it leads to. */
export interface Piece {
  readonly text: string
  readonly url: URL | null
}

/**
 * Up to a blank, an invisible character, or a mark that never stands in an address. Behind a letter and a colon it is
 * part of another address: `blob:https://…`.
 */
const ADDRESS = /(?<!\w|[a-z]:)(?:https?:\/\/|mailto:)[^\s\p{C}<>"«»“”]+/giu
/** The end of a sentence, not of an address. */
const PUNCTUATION = new Set(".,;:!?'’*_~…")
const BRACKETS: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
/** One person, without a subject or a second recipient that would come along unseen. */
const ONE_RECIPIENT = /^mailto:[^\s@?&#%"'<>(),:;\\/]+@[^\s@?&#%"'<>(),:;\\/]+$/iu

const count = (text: string, character: string): number => text.split(character).length - 1

/** How much of what looks like an address is one: without the punctuation and the brackets of the text around it. */
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

/**
 * Splits a text from the API at the web and e-mail addresses in it. The pieces together are the text, character for
 * character; addresses are those that {@link safeUrl} lets through, http, https and mailto only. Time grows with the
 * length of the text and no faster.
 */
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
