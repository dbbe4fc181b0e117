/** One message of a chat. */
export interface Message {
  readonly speaker: string
  /** `HH:MM` or `HH:MM:SS` as written; null when the service writes none. */
  readonly time: string | null
  readonly text: string
  readonly side: 'visitor' | 'answer'
}

/** Names that tell who is who, as far as the contact carries them. */
export interface Participants {
  readonly visitor: string | null
  /** The `managers` field: names separated by commas. */
  readonly managers: string | null
}

type Line = Omit<Message, 'side'>

/** `Name (13:12): text` or `Name: text`. A name is short, starts with a letter, and its colon ends it: no address, no clock. */
const MESSAGE = /^(\p{L}[^:\n]{0,39}?)(?: ?\((\d{1,2}:\d{2}(?::\d{2})?)\))?:(?!\S)([^]*)$/u
/** More of them is a text with colons in it, not a talk. */
const MAX_SPEAKERS = 6

const readMessage = (source: string): Line | null => {
  const parts = MESSAGE.exec(source.trim())
  if (!parts) return null
  const [, speaker = '', time, text = ''] = parts
  return { speaker: speaker.trim(), time: time ?? null, text: text.trim() }
}

const VISITOR_WORDS = new Set([
  'visitor',
  'guest',
  'client',
  'customer',
  'user',
  'посетитель',
  'гость',
  'клиент',
  'пользователь',
])
const folded = (name: string) => name.trim().toLowerCase()

/** The visitor goes by a visitor's word or name; else it is the first to speak who is not known as a manager. */
const withSides = (lines: readonly Line[], { visitor, managers }: Participants): readonly Message[] => {
  const known = folded(visitor ?? '')
  const answering = folded(managers ?? '')
    .split(',')
    .map(folded)
    .filter(Boolean)
  // A chat often shows a manager's first name only.
  const isManager = (name: string) => answering.some((one) => one === name || one.startsWith(`${name} `))
  const names = [...new Set(lines.map(({ speaker }) => folded(speaker)))]
  const visitors = names.filter((name) => VISITOR_WORDS.has(name) || (known !== '' && name === known))
  if (visitors.length === 0) visitors.push(...names.filter((name) => !isManager(name)).slice(0, 1))
  return lines.map((line) => ({
    ...line,
    side: visitors.includes(folded(line.speaker)) ? 'visitor' : 'answer',
  }))
}

const asTalk = (lines: readonly Line[], participants: Participants): readonly Message[] | null => {
  const speakers = new Set(lines.map(({ speaker }) => folded(speaker)))
  return lines.length === 0 || speakers.size > MAX_SPEAKERS ? null : withSides(lines, participants)
}

/**
 * The dialog of the first chat service, `messages` (API document 2.6): a message starts on a line that names its
 * speaker, and the lines after it belong to it. Null: it is not written so, and is shown as the text it is.
 */
export const readDialog = (text: string, participants: Participants): readonly Message[] | null => {
  const lines = text.split(/\r\n?|\n/)
  const heads = lines.map(readMessage)
  // Where messages carry a time, a line without one is a line of the message before it, colon or not.
  const isTimed = heads.some((head) => head !== null && head.time !== null)
  const messages: Line[] = []
  for (const [index, line] of lines.entries()) {
    const head = heads[index]
    const last = messages.at(-1)
    if (head && (!isTimed || head.time !== null)) messages.push(head)
    else if (last) messages[messages.length - 1] = { ...last, text: `${last.text}\n${line}` }
    else if (line.trim() !== '') return null
  }
  return asTalk(
    messages.map((message) => ({ ...message, text: message.text.trim() })),
    participants,
  )
}

/** The messages of the second chat service, one text each (API document 2.6). Null: some do not name their speaker. */
export const readTexts = (
  texts: readonly string[],
  participants: Participants,
): readonly Message[] | null => {
  const messages = texts.map(readMessage)
  return messages.every((message) => message !== null) ? asTalk(messages, participants) : null
}
