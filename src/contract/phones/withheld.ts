/*
 * Placeholders of withheld numbers: words in several languages, or such a word on a keypad, since some
 * exchanges send digits only (+266696687 is ANONYMOUS).
 */

const KEYPAD_WORDS = [
  'anonymous',
  'restricted',
  'unavailable',
  'unknown',
  'private',
  'withheld',
  'blocked',
  'hidden',
] as const

const WORDS: ReadonlySet<string> = new Set([
  ...KEYPAD_WORDS,
  'absent',
  'anonim',
  'anon',
  'asterisk',
  'callerid',
  'clir',
  'invalid',
  'na',
  'nocli',
  'nocallerid',
  'none',
  'noname',
  'nonumber',
  'notavailable',
  'notprovided',
  'null',
  'outofarea',
  'secret',
  'undefined',
  'unidentified',
  'unlisted',
  'unpublished',
  'unidentifiable',
  'anonym',
  'desconocido',
  'inconnu',
  'oculto',
  'privado',
  'privat',
  'unbekannt',
  'аноним',
  'анонім',
  'невідомий',
  'прихований',
  'анонимный',
  'анонимно',
  'антиаон',
  'закрыт',
  'закрытый',
  'недоступен',
  'недоступный',
  'неизвестен',
  'неизвестно',
  'неизвестный',
  'неопределен',
  'неопределён',
  'неопределенный',
  'неуказан',
  'нет',
  'отсутствует',
  'приватный',
  'скрыт',
  'скрытый',
  'скрыто',
])

const FILLER = /\b(?:caller|call|number|no\.|id|user|phone|subscriber)\b|номер|абонент|аон|звонок/gu

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '')

/** Whether a text without a number means "withheld", or nothing. */
export const saysNoNumber = (text: string): boolean => {
  const words = text.toLowerCase()
  const letters = lettersOf(words)
  if (letters === '') return !/\p{Nd}/u.test(text)
  // "Unknown2" is a name.
  if (/\p{Nd}/u.test(text)) return false
  const rest = lettersOf(words.replace(FILLER, ''))
  return WORDS.has(letters) || WORDS.has(rest)
}

const KEYS = ['', '', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']
const keyed = (word: string): string =>
  Array.from(word, (letter) => KEYS.findIndex((letters) => letters.includes(letter))).join('')

const KEYED = KEYPAD_WORDS.map(keyed)
/** As long as a local number: only behind a plus it is certainly none. */
const LONG = 9

/**
 * Whether digits spell such a word.
 * @param hasPlus written behind a plus
 */
export const spellsNoNumber = (digits: string, hasPlus: boolean): boolean =>
  /^0*$/.test(digits) || (KEYED.includes(digits) && (hasPlus || digits.length >= LONG))
