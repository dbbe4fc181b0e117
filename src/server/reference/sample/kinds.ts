import * as z from 'zod'
import { CALL_STATUS } from '#/contract/codes.ts'
import type { ContactTable } from '#/server/reference/schema.ts'
import { MINUTE, timestamp } from './calendar.ts'
import type { SampleObject } from './objects.ts'
import type { SampleCaller } from './people.ts'
import type { Random } from './random.ts'
import { readTable } from './table.ts'
import { say } from './words.ts'

/**
 * Kinds of contacts: a service (API document 2.8), the status its contacts have (3.2; an answered call's, for `call`), how often it
 * occurs beside the others with a live snippet and without, how often the caller leaves no number, and the column of its text, which
 * is said by the rule of that name.
 */
const TABLE = `
name          service  status         tracked  untracked  numberless  column        rule
call          1        answer         100      100        .004        –             –
userCall      1        user_call      2        2          0           –             –
form          2        catch_form     9        0          0           –             –
chat          3        chat           8        0          .35         –             –
callback      4        callback       6        0          0           widget_text   callback
sms           5        sms_incoming   2        2          0           sms_message   sms
forwardedSms  5        sms_forward    .7       .7         0           sms_message   sms
secondChat    6        second_chat    4        0          .3          –             –
survey        7        feedback       2        2          0           widget_text   survey
widgetForm    8        widget_form    4        0          .1          widget_text   form
email         9        email_incoming  3       2          .5          email_text    email
`

const number = z.coerce.number()
const kind = z.object({
  name: z.enum([
    'call',
    'userCall',
    'form',
    'chat',
    'callback',
    'sms',
    'forwardedSms',
    'secondChat',
    'survey',
    'widgetForm',
    'email',
  ]),
  service: number,
  status: z.enum(Object.keys(CALL_STATUS) as (keyof typeof CALL_STATUS)[]),
  tracked: number,
  untracked: number,
  numberless: number,
  column: z.enum(['', 'widget_text', 'sms_message', 'email_text']),
  rule: z.string(),
})
export type Kind = z.infer<typeof kind>
export const KINDS: readonly Kind[] = readTable(TABLE, kind)
export const CALL = KINDS[0]!

/** What a contact is written from: the same topic, price, day and people throughout. */
interface Writing {
  readonly random: Random
  readonly object: SampleObject
  readonly caller: SampleCaller
  readonly source: string
  readonly at: number
  readonly known: Readonly<Record<string, string>>
}

/** A dialog: opened, answered with a price, some questions, an offer that is taken or not; some are never answered. */
const turnsOf = ({ random, object: { words }, known }: Writing) => {
  const text = say(random, words, random.chance(0.06) ? 'lonely' : 'dialog', known)
  // A question that has been asked is not asked again.
  return [...new Set(text.split('\n'))].map((turn) => ({
    speaker: (turn.startsWith('O') ? known['operator'] : words('visitor')[0]) ?? '',
    text: turn.slice(3),
  }))
}
/** A dialog of the first chat service: `Speaker (HH:MM): text`, a line per message. It is recorded when it ends, at `at`. */
const chatMessages = (writing: Writing): string =>
  turnsOf(writing)
    .map(({ speaker, text }, index, all) => {
      const instant = writing.at - (all.length - 1 - index) * MINUTE
      return `${speaker} (${timestamp(instant, writing.object.zone.offsetAt(instant)).slice(11, 16)}): ${text}`
    })
    .join('\n')
/** A dialog of the second chat service: a JSON map of message id to text. */
const conversation = (writing: Writing): string => {
  const firstId = writing.random.below(900_000) + 100_000
  const turns = turnsOf(writing).map(({ speaker, text }, index) => [firstId + index, `${speaker}: ${text}`])
  return JSON.stringify(Object.fromEntries(turns))
}

/** What a contact carries as text and as caller data (API document 2.5, 2.6). */
export const written = ({ name, column, rule }: Kind, writing: Writing): Partial<ContactTable> => {
  const { random, object, caller, source, known } = writing
  const said = column ? { [column]: say(random, object.words, rule, known) } : {}
  const nameAndEmail = { name: caller.person.name, email: caller.person.email }
  const visitor = {
    ...nameAndEmail,
    country: object.country.name,
    region: caller.region ?? '',
    city: object.place.name,
  }
  // Not every caught form has fields that are known to be a name and an address.
  if (name === 'widgetForm' || (name === 'form' && random.chance(0.85)))
    return { ...said, custom_data: JSON.stringify(nameAndEmail) }
  if (name === 'chat') return { custom_data: JSON.stringify({ visitor }), messages: chatMessages(writing) }
  if (name !== 'secondChat') return said
  const conversation_id = String(random.below(9_000_000) + 1_000_000)
  return {
    custom_data: JSON.stringify({ conversation_id, visitor, source, conversation: conversation(writing) }),
  }
}
