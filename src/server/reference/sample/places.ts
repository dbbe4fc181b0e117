/** Language of an object's texts, its people and most of its callers. */
export type Language = 'ru' | 'en'

export interface SamplePlace {
  readonly id: number
  readonly name: string
  readonly name_int: string
  readonly translated_name: string
  /** Part of campaign names. */
  readonly slug: string
  readonly country: { readonly id: number; readonly name: string; readonly translated_name: string }
  readonly language: Language
  readonly timeZone: string
  /** What callers from here have as `region`. */
  readonly region: string
  /** Country and area codes of phone numbers; the first is the town's own. */
  readonly codes: readonly string[]
}

export const COUNTRIES = {
  ru: { id: 1, name: 'Россия', translated_name: 'Russia' },
  en: { id: 2, name: 'Deutschland', translated_name: 'Germany' },
} as const

const place = (line: string): SamplePlace => {
  const [id, names = '', slug = '', language, timeZone = '', region = '', codes = ''] = line.split('; ')
  const [name = '', name_int = '', translated_name = ''] = names.split('/')
  const spoken = language === 'en' ? 'en' : 'ru'
  return { id: Number(id), name, name_int, translated_name, slug, country: COUNTRIES[spoken], language: spoken, timeZone, region,
    codes: codes.split(' '),
  } // prettier-ignore
}

/** The places, also those of `GET /v1/geo`: an id is the same place in both. */
export const PLACES = {
  moscow: place(
    '1; Москва/Moskva/Moscow; msk; ru; Europe/Moscow; Москва и область; 7495 7499 7916 7903 7925 7926 7985 7977',
  ),
  petersburg: place(
    '2; Санкт-Петербург/Sankt-Peterburg/Saint Petersburg; spb; ru; Europe/Moscow; Санкт-Петербург и область; 7812 7921 7911 7981 7904 7931',
  ),
  yekaterinburg: place(
    '3; Екатеринбург/Ekaterinburg/Yekaterinburg; ekb; ru; Asia/Yekaterinburg; Свердловская область; 7343 7912 7922 7982 7902',
  ),
  kazan: place('4; Казань/Kazan/Kazan; kzn; ru; Europe/Moscow; Татарстан; 7843 7917 7987 7937 7919'),
  krasnodar: place(
    '5; Краснодар/Krasnodar/Krasnodar; krd; ru; Europe/Moscow; Краснодарский край; 7861 7918 7988 7989 7928',
  ),
  berlin: place('6; Berlin/Berlin/Berlin; ber; en; Europe/Berlin; Berlin; 49304 491512 491603 491702 491765'),
  vladivostok: place(
    '7; Владивосток/Vladivostok/Vladivostok; vvo; ru; Asia/Vladivostok; Приморский край; 7423 7914 7924 7984',
  ),
} as const satisfies Record<string, SamplePlace>
export type PlaceName = keyof typeof PLACES

const far = (list: string) =>
  list.split(', ').map((entry) => {
    const [code = '', region = ''] = entry.split(/ (.*)/)
    return { code, region }
  })
/** Codes of callers from elsewhere, by the country of the object they call. */
export const FAR_CODES: Readonly<
  Record<Language, readonly { readonly code: string; readonly region: string }[]>
> = {
  ru: far(
    '7846 Самарская область, 7383 Новосибирская область, 7831 Нижегородская область, 7863 Ростовская область, 7484 Калужская область, 7487 Тульская область, 37529 Беларусь',
  ),
  en: far('49331 Brandenburg, 49405 Hamburg, 49892 Bayern, 43676 Österreich'),
}
