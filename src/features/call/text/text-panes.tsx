import type { ReactElement } from 'react'
import { callStatusName } from '#/contract/codes.ts'
import { mayHaveText, type Contact } from '#/features/call/contact.ts'
import { fieldName } from '#/domain/contact-list/field-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { ConversationPane } from './conversation-pane.tsx'
import { FieldsPane } from './fields-pane.tsx'
import { TextPane } from './listed-text.tsx'

/** What was said and written in the contact: a pane for each text there is, or may be while the row is not known. */
export const textPanes = (contact: Contact): readonly ReactElement[] => {
  const { call, customData, hidden } = contact
  const { visitor, fields, conversation, other } = customData
  const panes: ReactElement[] = []
  const hasTalk = conversation.length > 0 || mayHaveText(contact, 'messages')
  if (hasTalk) panes.push(<ConversationPane key="conversation" contact={contact} />)
  for (const field of ['sms_message', 'email_text', 'widget_text'] as const)
    if (mayHaveText(contact, field))
      panes.push(<TextPane key={field} contact={contact} field={field} title={fieldName(field)} />)
  if (hidden.has('custom_data')) return panes

  // What a chat tells besides its talk is about its visitor; of any other contact it is what a form asked.
  const status = callStatusName(call.status)
  const isChat = status === 'chat' || status === 'second_chat' || conversation.length > 0
  // The number of the talk stands beside its title.
  const rest = fields.filter(({ name }) => name !== 'conversation_id' || !hasTalk)
  const about = isChat
    ? { visitor: [...visitor, ...rest], form: [], ofVisitor: other, ofForm: null }
    : { visitor, form: rest, ofVisitor: null, ofForm: other }
  if (about.visitor.length > 0 || about.ofVisitor !== null)
    panes.push(
      <FieldsPane key="visitor" title={m.call_visitor()} fields={about.visitor} other={about.ofVisitor} />,
    )
  if (about.form.length > 0 || about.ofForm !== null)
    panes.push(<FieldsPane key="form" title={m.call_form()} fields={about.form} other={about.ofForm} />)
  return panes
}
