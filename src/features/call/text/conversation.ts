export interface Message {
  readonly speaker: string
  /** `HH:MM` or `HH:MM:SS`; null: none. */
  readonly time: string | null
  readonly text: string
  readonly side: 'visitor' | 'answer'
}

export interface Participants {
  readonly visitor: string | null
  /** `managers`: comma-separated names. */
  readonly managers: string | null
}

type Line = Omit<Message, 'side'>

/** `Name (13:12): text` or `Name: text`; a short name, so no URLs or times. */
const MESSAGE = /^(\p{L}[^:\n]{0,39}?)(?: ?\((\d{1,2}:\d{2}(?::\d{2})?)\))?:(?!\S)([^]*)$/u
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

/** The visitor by word or name, else the first speaker who isn't a manager. */
const withSides = (lines: readonly Line[], { visitor, managers }: Participants): readonly Message[] => {
  const known = folded(visitor ?? '')
  const answering = folded(managers ?? '')
    .split(',')
    .map(folded)
    .filter(Boolean)
  // Chats often show only the first name.
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

export const readDialog = (text: string, participants: Participants): readonly Message[] | null => {
  const lines = text.split(/\r\n?|\n/)
  const heads = lines.map(readMessage)
  // If messages have times, lines without one continue the message.
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

/** Messages of the second service (API document 2.6). Null: speakers unknown. */
export const readTexts = (
  texts: readonly string[],
  participants: Participants,
): readonly Message[] | null => {
  const messages = texts.map(readMessage)
  return messages.every((message) => message !== null) ? asTalk(messages, participants) : null
}
