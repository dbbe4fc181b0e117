import type { ReactElement, ReactNode } from 'react'
import { callStatusName } from '#/contract/codes.ts'
import { LoadError } from '#/features/shell/state/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Bubble, Bubbles } from '#/ui/data/bubble.tsx'
import { Clamp } from '#/ui/data/clamp.tsx'
import { Section } from '#/ui/data/section.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { mayHaveText, type Contact, type ListedText } from './contact.ts'
import { readDialog, readTexts, type Message, type Participants } from './conversation.ts'
import { fieldValue } from './custom-data.ts'
import { FieldsPane } from './fact-panes.tsx'
import { FirstOf } from './values.tsx'

/** What was said and written in the contact: a pane for each text there is, or may be while the row is not known. */
export const textPanes = (contact: Contact): readonly ReactElement[] => {
  const { call, customData, hidden } = contact
  const panes: ReactElement[] = []
  const listed: readonly [ListedText, string][] = [
    ['sms_message', m.call_sms()],
    ['email_text', m.call_email()],
    ['widget_text', m.call_widget()],
  ]
  if (customData.conversation.length > 0 || mayHaveText(contact, 'messages'))
    panes.push(<ConversationPane key="conversation" contact={contact} />)
  for (const [field, title] of listed)
    if (mayHaveText(contact, field))
      panes.push(
        <Section key={field} title={title}>
          <Listed contact={contact} field={field}>
            {(text) => <WholeText text={text} />}
          </Listed>
        </Section>,
      )
  if (hidden.has('custom_data')) return panes

  // What a chat tells besides its talk is about its visitor; of any other contact it is what a form asked.
  const status = callStatusName(call.status)
  const isChat = status === 'chat' || status === 'second_chat' || customData.conversation.length > 0
  const rest = customData.fields.filter(({ name }) => name !== 'conversation_id' || !isChat)
  const about = isChat
    ? { visitor: [...customData.visitor, ...rest], form: [] }
    : { visitor: customData.visitor, form: rest }
  if (about.visitor.length > 0 || (isChat && customData.text !== null))
    panes.push(
      <FieldsPane
        key="visitor"
        title={m.call_visitor()}
        fields={about.visitor}
        text={isChat ? customData.text : null}
      />,
    )
  if (about.form.length > 0 || (!isChat && customData.text !== null))
    panes.push(<FieldsPane key="form" title={m.call_form()} fields={about.form} text={customData.text} />)
  return panes
}

const WholeText = ({ text }: { text: string }) => (
  <p className="max-w-[80ch] text-13 phone:text-14">
    <Clamp text={text} showAllLabel={m.show_all()} />
  </p>
)

/** A text of the journal's row, on its way, missing or failed; the rest of the page does not wait for it (G5). */
const Listed = ({
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

const MESSAGES_SHOWN = 100

const ConversationPane = ({ contact }: { contact: Contact }) => {
  const { customData, row } = contact
  const id = fieldValue(customData.fields, 'conversation_id')
  const participants: Participants = {
    visitor: fieldValue(customData.visitor, 'name'),
    managers: row.state === 'found' ? row.row.managers : null,
  }
  const texts = customData.conversation
  return (
    <Section
      title={m.call_conversation()}
      note={id !== null && m.call_conversation_number({ id: id.slice(0, 80) })}
    >
      {mayHaveText(contact, 'messages') && (
        <Listed contact={contact} field="messages">
          {(text) => <Talk messages={readDialog(text, participants)} text={text} />}
        </Listed>
      )}
      {texts.length > 0 && <Talk messages={readTexts(texts, participants)} text={texts.join('\n')} />}
    </Section>
  )
}

/** Bubbles by speaker, or the text as it is when it does not tell who speaks. */
const Talk = ({ messages, text }: { messages: readonly Message[] | null; text: string }) =>
  messages === null ? (
    <WholeText text={text} />
  ) : (
    <FirstOf items={messages} limit={MESSAGES_SHOWN}>
      {(shown) => (
        <Bubbles>
          {shown.map(({ speaker, time, text: said, side }, index) => (
            <Bubble
              key={index}
              side={side}
              who={
                <>
                  <bdi>{speaker}</bdi>
                  {time !== null && ` · ${time}`}
                </>
              }
            >
              <Clamp text={said} showAllLabel={m.show_all()} />
            </Bubble>
          ))}
        </Bubbles>
      )}
    </FirstOf>
  )
