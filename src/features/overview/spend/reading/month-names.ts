const LOCALES = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'uk', 'be', 'kk', 'tr', 'sv', 'da', 'ro']

/** English and Russian forms, also beside a day or after «в»; prefixes are understood too. */
const NAMES: readonly (readonly string[])[] = [
  ['january', 'январь', 'января', 'январе'],
  ['february', 'февраль', 'февраля', 'феврале'],
  ['march', 'март', 'марта', 'марте'],
  ['april', 'апрель', 'апреля', 'апреле'],
  ['may', 'май', 'мая', 'мае'],
  ['june', 'июнь', 'июня', 'июне'],
  ['july', 'июль', 'июля', 'июле'],
  ['august', 'август', 'августа', 'августе'],
  ['september', 'сентябрь', 'сентября', 'сентябре'],
  ['october', 'октябрь', 'октября', 'октябре'],
  ['november', 'ноябрь', 'ноября', 'ноябре'],
  ['december', 'декабрь', 'декабря', 'декабре'],
]

const letters = (name: string) => name.toLowerCase().replaceAll('.', '').replaceAll('ё', 'е')

let others: ReadonlyMap<string, number> | undefined
/** From Intl, on first use. */
const otherNames = (): ReadonlyMap<string, number> => {
  if (others !== undefined) return others
  const names = new Map<string, number>()
  for (const locale of LOCALES)
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(locale, { month, day, timeZone: 'UTC' })
        for (let index = 0; index < 12; index++) {
          const part = format.formatToParts(Date.UTC(2026, index, 1)).find(({ type }) => type === 'month')
          const name = letters(part?.value ?? '')
          if (/^\p{L}{3,}$/u.test(name) && !names.has(name)) names.set(name, index)
        }
      }
  others = names
  return names
}

/** 0 to 11, or null. */
export const monthNamed = (word: string): number | null => {
  const name = letters(word)
  if (name.length < 3) return null
  const known = NAMES.findIndex((names) => names.some((one) => one.startsWith(name)))
  return known === -1 ? (otherNames().get(name) ?? null) : known
}

const WEEKDAYS = new Set(
  'mon monday tue tues tuesday wed wednesday thu thur thurs thursday fri friday sat saturday sun sunday пн пон понедельник вт вторник ср среда чт четверг пт пятница сб суббота вс воскресенье'.split(
    ' ',
  ),
)
const YEAR_WORDS = new Set([
  'г',
  'гг',
  'год',
  'года',
  'year',
  'de',
  'del',
  'р',
  'року',
  'th',
  'st',
  'nd',
  'rd',
])

export const isFiller = (word: string): boolean => WEEKDAYS.has(word) || YEAR_WORDS.has(word)
