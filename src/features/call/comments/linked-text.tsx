import { useState } from 'react'
import { MarkedText } from '#/domain/cells/text-markers.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { CLAMP_LENGTH } from '#/ui/data/clamp.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { textLinkClass } from '#/ui/data/fact-list.tsx'
import { splitLinks, type Piece } from './links.ts'

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
