/* Digits in searches, which would reveal hidden numbers (G12). Apart: every journal begins with it. */

/** Digits of any script: texts are searched in NFKC. */
const DIGIT = /\p{N}/gu
/** Two digits are enough to find out a caller's number step by step. */
const hasDigits = (text: string): boolean => (text.normalize('NFKC').match(DIGIT)?.length ?? 0) > 1

export const hasNumber = (search: string, hidden: ReadonlySet<string>): boolean =>
  hidden.has('phone_number_from') && hasDigits(search)

/** Filters by parts of texts in which a caller's number may be. */
const OF_TEXT: ReadonlySet<string> = new Set(['q', 'source_text_filter', 'uri_filter'])
/** Whether a filter's digits could find out a number. */
export const isByNumber = (name: string, value: string, hidden: ReadonlySet<string>) =>
  OF_TEXT.has(name) && hasNumber(value, hidden)
