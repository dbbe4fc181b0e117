import { useState } from 'react'
import { MarkedText } from '#/domain/cells/text-markers.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { CLAMP_LENGTH } from '#/ui/data/clamp.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { textLinkClass } from '#/ui/data/fact-list.tsx'
import { safeUrl } from '#/ui/safe-url.ts'

interface Piece {
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

const startOf = (pieces: readonly Piece[], length: number): readonly Piece[] => {
  let room = length
  return pieces.flatMap((piece): Piece[] => {
    const had = room
    room -= piece.text.length
    if (had <= 0) return []
    return [room >= 0 ? piece : { text: cutText(piece.text, had), url: null }]
  })
}

/** External text with links, with the limit of `Clamp`. */
export const LinkedText = ({ text }: { text: string }) => {
  const [all, setAll] = useState(false)
  const cut = !all && text.length > CLAMP_LENGTH
  const pieces = splitLinks(text)
  return (
    <>
      <bdi className="wrap-anywhere whitespace-pre-wrap">
        {(cut ? startOf(pieces, CLAMP_LENGTH) : pieces).map(({ text: part, url }, index) =>
          url === null ? (
            <MarkedText key={index} text={part} />
          ) : (
            <a
              key={index}
              href={url.href}
              {...(url.host !== '' && {
                target: '_blank',
                rel: 'noopener noreferrer',
                title: m.call_opens_host({ host: url.host }),
              })}
              className={textLinkClass}
            >
              <bdi>{part}</bdi>
            </a>
          ),
        )}
        {cut && '…'}
      </bdi>
      {cut && (
        <>
          {' '}
          <LinkButton onClick={() => setAll(true)}>{m.show_all()}</LinkButton>
        </>
      )}
    </>
  )
}
