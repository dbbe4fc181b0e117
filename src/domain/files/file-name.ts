import { m } from '#/i18n/paraglide/messages.js'

const MAX_NAME = 60

/** Letters and digits of any script with dashes: safe for file systems and shells. */
export const safeName = (text: string): string =>
  Array.from(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
  )
    .slice(0, MAX_NAME)
    .join('')
    .replace(/^-+|-+$/g, '')

/** Prefix with the client's name, as files of several share a folder. Null: no agency. */
export const clientPart = (client: string | null): string => {
  const name = client === null ? '' : safeName(client)
  return name && `${name}-`
}

const MAX_BRIEF = 26

/** A part of a name with many, cut after a word where possible. */
export const briefName = (text: string): string => {
  const name = safeName(text)
  if (name.length <= MAX_BRIEF) return name
  const end = name.slice(0, MAX_BRIEF + 1).lastIndexOf('-')
  return name.slice(0, end > MAX_BRIEF / 2 ? end : MAX_BRIEF)
}

/** With extension and "incomplete" about 120, which every file system and archive takes. */
const MAX_FILE_NAME = 106

/** A file name with as many filters between its ends as there is room for, and how many more there are. */
export const fitName = (start: string, filters: readonly string[], end: string): string => {
  const names = filters.map(briefName).filter(Boolean)
  for (let count = names.length; ; count--) {
    const more = count < names.length ? [briefName(m.spend_and_more({ count: names.length - count }))] : []
    const name = [start, ...names.slice(0, count), ...more, end].join('-')
    if (name.length <= MAX_FILE_NAME || count === 0) return name
  }
}
