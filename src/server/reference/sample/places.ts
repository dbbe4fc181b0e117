import type { Language } from './people.ts'

/** A city as the objects answer it (API document 2.2), with its zone and the phone codes its people call from. */
export interface Place {
  readonly id: number
  readonly name: string
  readonly name_int: string
  readonly translated_name: string
  /** Stands in campaign names. */
  readonly slug: string
  readonly country: { readonly id: number; readonly name: string; readonly translated_name: string }
  readonly language: Language
  readonly timeZone: string
  /** What `region` of a contact says for these codes. */
  readonly region: string
  /** Code of a landline, then of mobiles; seven more digits make a number. */
  readonly codes: readonly string[]
}

const RUSSIA = { id: 1, name: 'Россия', translated_name: 'Russia' }
const GERMANY = { id: 2, name: 'Deutschland', translated_name: 'Germany' }

export const PLACES = {
  moscow: {
    id: 1,
    name: 'Москва',
    name_int: 'Moskva',
    translated_name: 'Moscow',
    slug: 'msk',
    country: RUSSIA,
    language: 'ru',
    timeZone: 'Europe/Moscow',
    region: 'Москва и область',
    codes: ['7495', '7499', '7916', '7903', '7925', '7926', '7985', '7977'],
  },
  petersburg: {
    id: 2,
    name: 'Санкт-Петербург',
    name_int: 'Sankt-Peterburg',
    translated_name: 'Saint Petersburg',
    slug: 'spb',
    country: RUSSIA,
    language: 'ru',
    timeZone: 'Europe/Moscow',
    region: 'Санкт-Петербург и область',
    codes: ['7812', '7921', '7911', '7981', '7904', '7931'],
  },
  yekaterinburg: {
    id: 3,
    name: 'Екатеринбург',
    name_int: 'Ekaterinburg',
    translated_name: 'Yekaterinburg',
    slug: 'ekb',
    country: RUSSIA,
    language: 'ru',
    timeZone: 'Asia/Yekaterinburg',
    region: 'Свердловская область',
    codes: ['7343', '7912', '7922', '7982', '7902'],
  },
  kazan: {
    id: 4,
    name: 'Казань',
    name_int: 'Kazan',
    translated_name: 'Kazan',
    slug: 'kzn',
    country: RUSSIA,
    language: 'ru',
    timeZone: 'Europe/Moscow',
    region: 'Татарстан',
    codes: ['7843', '7917', '7987', '7937', '7919'],
  },
  krasnodar: {
    id: 5,
    name: 'Краснодар',
    name_int: 'Krasnodar',
    translated_name: 'Krasnodar',
    slug: 'krd',
    country: RUSSIA,
    language: 'ru',
    timeZone: 'Europe/Moscow',
    region: 'Краснодарский край',
    codes: ['7861', '7918', '7988', '7989', '7928'],
  },
  berlin: {
    id: 6,
    name: 'Berlin',
    name_int: 'Berlin',
    translated_name: 'Berlin',
    slug: 'ber',
    country: GERMANY,
    language: 'en',
    timeZone: 'Europe/Berlin',
    region: 'Berlin',
    codes: ['49304', '491512', '491603', '491702', '491765'],
  },
} as const satisfies Record<string, Place>
export type PlaceName = keyof typeof PLACES

/** Codes of callers from elsewhere, by the country of the object they call. */
export const FAR_CODES: Readonly<
  Record<Language, readonly { readonly code: string; readonly region: string }[]>
> = {
  ru: [
    { code: '7846', region: 'Самарская область' },
    { code: '7383', region: 'Новосибирская область' },
    { code: '7831', region: 'Нижегородская область' },
    { code: '7863', region: 'Ростовская область' },
    { code: '7484', region: 'Калужская область' },
    { code: '7487', region: 'Тульская область' },
    { code: '37529', region: 'Беларусь' },
  ],
  en: [
    { code: '49331', region: 'Brandenburg' },
    { code: '49405', region: 'Hamburg' },
    { code: '49892', region: 'Bayern' },
    { code: '43676', region: 'Österreich' },
  ],
}
