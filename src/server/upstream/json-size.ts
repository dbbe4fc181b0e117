import { MAX_JSON_DEPTH } from './redact.ts'

/** Smaller answers parse fast in any case. */
const JUDGED_CHARACTERS = 1024 * 1024
/** Names within one object, a hundred times more than documented. */
const MAX_NAMES = 10_000
/** Values in an answer; an agency of 5,000 clients has fewer. */
const MAX_VALUES = 200_000

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

const stringEnd = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return text.length
}

/** Whether parsing would block: objects with very many names, or very many values, take seconds. Decided without parsing. */
export const isTooWide = (text: string): boolean => {
  if (text.length < JUDGED_CHARACTERS) return false
  const names: number[] = []
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = stringEnd(text, at + 1)
    else if (character === COMMA) values += 1
    else if (character === COLON) {
      const last = names.length - 1
      names[last] = (names[last] ?? 0) + 1
      if (names[last] > MAX_NAMES) return true
    } else if (character === OPEN_ARRAY || character === OPEN_OBJECT) {
      names.push(0)
      if (names.length > MAX_JSON_DEPTH) return true
    } else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) names.pop()
    if (values > MAX_VALUES) return true
  }
  return false
}
