import type { Contact } from '#/features/call/contact.ts'
import { DateValue, FirstOf, TextValue } from '#/domain/cells/values.tsx'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Section } from '#/ui/data/section.tsx'
import { LinkedText } from './linked-text.tsx'

const COMMENTS_SHOWN = 50

/** What colleagues have written about the contact. */
export const CommentsPane = ({ contact: { call, hidden } }: { contact: Contact }) => {
  const { comments } = call
  if (comments.length === 0 || hidden.has('comments')) return null
  return (
    <Section title={m.call_comments()} note={formatNumber(comments.length)}>
      <FirstOf items={comments} limit={COMMENTS_SHOWN}>
        {(shown) => (
          <ul className="grid gap-3 pt-1 text-13 phone:text-14">
            {shown.map(({ comment, name, email, created_at }, index) => (
              <li key={index}>
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <bdi title={(name && email) || undefined} className="font-strong wrap-anywhere">
                    {(name || email || null)?.slice(0, 200) ?? <Absent reason={m.call_no_comment_author()} />}
                  </bdi>
                  <span className="text-12 text-text-3 tabular-nums">
                    <DateValue date={created_at} />
                  </span>
                </p>
                <p>{comment?.trim() ? <LinkedText text={comment} /> : <TextValue value={null} />}</p>
              </li>
            ))}
          </ul>
        )}
      </FirstOf>
    </Section>
  )
}
