import * as z from 'zod'
import { readTable, several } from './table.ts'

const LANGUAGES = ['ru', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export const COUNTRIES = {
  ru: { id: 1, name: 'Россия', translated_name: 'Russia' },
  en: { id: 2, name: 'Deutschland', translated_name: 'Germany' },
} as const

/** `slug` is part of campaign names, `region` that of local callers; the first phone code is the town's own. */
const TABLE = `
id  name_int  name  translated_name  slug  language  timeZone  region  codes
1  Moskva  Москва  Moscow  msk  ru  Europe/Moscow  Москва и область  7495 7499 7916 7903 7925 7926 7985 7977
2  Sankt-Peterburg  Санкт-Петербург  Saint Petersburg  spb  ru  Europe/Moscow  Санкт-Петербург и область  7812 7921 7911 7981 7904 7931
3  Ekaterinburg  Екатеринбург  Yekaterinburg  ekb  ru  Asia/Yekaterinburg  Свердловская область  7343 7912 7922 7982 7902
4  Kazan  Казань  Kazan  kzn  ru  Europe/Moscow  Татарстан  7843 7917 7987 7937 7919
5  Krasnodar  Краснодар  Krasnodar  krd  ru  Europe/Moscow  Краснодарский край  7861 7918 7988 7989 7928
6  Berlin  Berlin  Berlin  ber  en  Europe/Berlin  Berlin  49304 491512 491603 491702 491765
7  Vladivostok  Владивосток  Vladivostok  vvo  ru  Asia/Vladivostok  Приморский край  7423 7914 7924 7984
`

const place = z.object({
  id: z.coerce.number(),
  name: z.string(),
  name_int: z.string(),
  translated_name: z.string(),
  slug: z.string(),
  language: z.enum(LANGUAGES),
  timeZone: z.string(),
  region: z.string(),
  codes: several,
})
export type SamplePlace = z.infer<typeof place>

/** Also the places of `GET /v1/geo`, with the same ids. */
export const PLACES: readonly SamplePlace[] = readTable(TABLE, place)

/** Phone codes and regions of distant callers, by the object's language. */
export const FAR_CODES: Readonly<Record<Language, readonly string[]>> = {
  ru: '7846 Самарская область, 7383 Новосибирская область, 7831 Нижегородская область, 7863 Ростовская область, 7484 Калужская область, 7487 Тульская область, 37529 Беларусь'.split(
    ', ',
  ),
  en: '49331 Brandenburg, 49405 Hamburg, 49892 Bayern, 43676 Österreich'.split(', '),
}
