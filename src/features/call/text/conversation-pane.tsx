import { mayHaveText, type Contact } from '#/features/call/contact.ts'
import { MarkedText } from '#/domain/cells/text-markers.tsx'
import { Copy, FirstOf } from '#/domain/cells/values.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Bubble, Bubbles } from '#/ui/data/bubble.tsx'
import { Clamp } from '#/ui/data/clamp.tsx'
import { Section } from '#/ui/data/section.tsx'
import { readDialog, readTexts, type Message, type Participants } from './conversation.ts'
import { fieldText } from './custom-data.ts'
import { Listed, WholeText } from './listed-text.tsx'

const MESSAGES_SHOWN = 100

/** Chat of the first service (list row) or the second (`custom_data`, API document 2.6). */
export const ConversationPane = ({ contact }: { contact: Contact }) => {
  const { customData, row } = contact
  const id = fieldText(customData.fields, 'conversation_id')
  const found = row.state === 'found' ? row.row : null
  const participants: Participants = {
    visitor: fieldText(customData.visitor, 'name'),
    managers: found?.managers ?? null,
  }
  const texts = customData.conversation
  const dialog = mayHaveText(contact, 'messages') && found?.messages
  const spoken = [...(dialog ? [dialog] : []), ...texts]
  return (
    <Section
      title={m.call_conversation()}
      note={id !== null && m.call_conversation_number({ id: id.slice(0, 80) })}
      actions={spoken.length > 0 && <Copy text={spoken.join('\n')} label={m.call_copy_conversation()} />}
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

const Talk = ({ messages, text }: { messages: readonly Message[] | null; text: string }) =>
  messages === null ? (
    <WholeText text={text} />
  ) : (
    <FirstOf items={messages} limit={MESSAGES_SHOWN}>
      {(shown) => (
        <Bubbles>
          {shown.map(({ speaker, time, text: spoken, side }, index) => (
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
              <Clamp
                text={spoken}
                showAllLabel={m.show_all()}
                renderText={(shown) => <MarkedText text={shown} />}
              />
            </Bubble>
          ))}
        </Bubbles>
      )}
    </FirstOf>
  )
