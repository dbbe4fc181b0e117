import type { ReactNode } from 'react'
import { mayHaveText, type Contact, type ListedText } from '#/features/call/contact.ts'
import { MarkedText } from '#/domain/cells/text-markers.tsx'
import { Copy } from '#/domain/cells/values.tsx'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Clamp } from '#/ui/data/clamp.tsx'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'

export const WholeText = ({ text }: { text: string }) => (
  <p className="max-w-[80ch] text-13 phone:text-14">
    <Clamp text={text} showAllLabel={m.show_all()} renderText={(shown) => <MarkedText text={shown} />} />
  </p>
)

/** A list-row text with its loading state; the page doesn't wait (G5). */
export const Listed = ({
  contact: { row },
  field,
  children,
}: {
  contact: Contact
  field: ListedText
  children: (text: string) => ReactNode
}) => {
  if (row.state === 'found') return children(row.row[field] ?? '')
  if (row.state === 'loading') return <SkeletonLines lines={3} label={m.loading()} />
  if (row.state === 'missing') return <p className="text-13 text-text-2">{m.call_journal_only()}</p>
  return <LoadError error={row.error} level={3} onRetry={row.retry} className="" />
}

export const TextPane = ({
  contact,
  field,
  title,
}: {
  contact: Contact
  field: ListedText
  title: string
}) => {
  const text = contact.row.state === 'found' ? contact.row.row[field] : null
  return (
    <Section
      title={title}
      actions={
        text && mayHaveText(contact, field) && <Copy text={text} label={m.copy_what({ what: title })} />
      }
    >
      <Listed contact={contact} field={field}>
        {(text) => <WholeText text={text} />}
      </Listed>
    </Section>
  )
}
