import type { SampleObject } from './objects.ts'
import { FAR_CODES, type Language } from './places.ts'
import { hash } from './random.ts'

export interface Person {
  readonly name: string
  readonly firstName: string
  readonly email: string
}

/** Russian names with the spelling their owners use in addresses. */
const RU_WOMEN =
  'Анна anna,Елена elena,Ольга olga,Мария maria,Татьяна tatiana,Наталья natalia,Ирина irina,Светлана svetlana,Екатерина ekaterina,Юлия yulia,Дарья daria,Ксения ksenia,Полина polina,Вера vera,Алина alina,София sofia,Людмила ludmila,Галина galina'
const RU_MEN =
  'Алексей alexey,Иван ivan,Дмитрий dmitry,Сергей sergey,Андрей andrey,Михаил mikhail,Павел pavel,Николай nikolay,Игорь igor,Олег oleg,Роман roman,Артём artem,Максим maxim,Кирилл kirill,Виктор viktor,Глеб gleb,Тимур timur,Юрий yury'
/** Only surnames whose female form adds one letter. */
const RU_SURNAMES =
  'Соколов sokolov,Ковалёв kovalev,Лапин lapin,Орлов orlov,Морозов morozov,Волков volkov,Лебедев lebedev,Козлов kozlov,Новиков novikov,Павлов pavlov,Семёнов semenov,Голубев golubev,Виноградов vinogradov,Богданов bogdanov,Воробьёв vorobev,Фёдоров fedorov,Михайлов mikhailov,Беляев belyaev,Тарасов tarasov,Белов belov,Комаров komarov,Киселёв kiselev,Макаров makarov,Андреев andreev,Ильин ilin,Кузьмин kuzmin,Никитин nikitin,Сорокин sorokin,Зайцев zaytsev,Пономарёв ponomarev,Ершов ershov,Гусев gusev,Титов titov,Калинин kalinin,Анисимов anisimov,Власов vlasov'
const EN_FIRST =
  'Emma,Olivia,Grace,Hannah,Laura,Sophie,Claire,Megan,Nora,Alice,James,Oliver,Daniel,Thomas,Henry,Samuel,Martin,Peter,Lucas,Simon'
const EN_SURNAMES =
  'Walker,Bennett,Clarke,Turner,Hughes,Morgan,Foster,Reed,Parker,Collins,Weber,Fischer,Novak,Murphy,Kelly,Bailey,Cooper,Ward,Brooks,Hayes,Price,Shaw,Palmer,Webb,Stone'

/** Without a second spelling it is the first in small letters. */
const spelled = (list: string) =>
  list.split(',').map((entry) => {
    const [name = '', latin = name.toLowerCase()] = entry.split(' ')
    return { name, latin }
  })
const NAMES = {
  ru: { women: spelled(RU_WOMEN), men: spelled(RU_MEN), families: spelled(RU_SURNAMES), ending: ['а', 'a'] },
  en: { women: spelled(EN_FIRST), men: spelled(EN_FIRST), families: spelled(EN_SURNAMES), ending: ['', ''] },
} as const

const MAIL_HOSTS = ['mail.example', 'post.example', 'inbox.example']

const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

/** The person behind a number: the same person for the same number, so that one caller is one story. */
export const personOf = (number: number, language: Language): Person => {
  const names = NAMES[language]
  const isWoman = hash(number, 14) % 100 < 54
  const given = at(isWoman ? names.women : names.men, hash(number, 11))
  const family = at(names.families, hash(number, 12))
  const [ending, latinEnding] = isWoman ? names.ending : ['', '']
  return {
    name: `${given.name} ${family.name}${ending}`,
    firstName: given.name,
    email: `${given.latin}.${family.latin}${latinEnding}@${at(MAIL_HOSTS, hash(number, 13))}`,
  }
}

const COMPANIES = {
  ru: 'ООО «Вектор»;ООО «Северный двор»;ИП Гусев А. В.;АО «Прогресс»;ООО «Линия»;ООО «Дом и Сад»;ТСЖ «Берёзка»'.split(
    ';',
  ),
  en: 'Harbour & Sons;Bluebird Ltd;Oakfield Studio;Lindner GmbH;Pine Street Partners'.split(';'),
}

/** The company of about every fourth person; the others call for themselves. */
export const companyOf = (number: number, language: Language): string | null =>
  hash(number, 15) % 4 === 0 ? at(COMPANIES[language], hash(number, 16)) : null

export interface SampleCaller {
  /** Country code and number, digits only. */
  readonly digits: string
  readonly region: string | null
  readonly person: Person
}

const SUBSCRIBERS = 10_000_000
/** Without a common divisor with {@link SUBSCRIBERS}: it takes the numbers of an object's callers through all of them. */
const STEP = 4_567_891

/**
 * The caller of an object by the order in which they first came. Computed, so that a million contacts need no list of
 * who called: two callers of an object never have the same digits, and one caller is always the same person.
 */
export const callerOf = (object: SampleObject, index: number): SampleCaller => {
  const mixed = hash(object.id, index)
  const subscriber = (index * STEP + object.id * 1_299_721) % SUBSCRIBERS
  const { codes, region } = object.place
  const far = FAR_CODES[object.language]
  const away = mixed % 100 < 14 ? far[(mixed >>> 8) % far.length] : undefined
  const code = away?.code ?? codes[(mixed >>> 8) % codes.length] ?? ''
  // Foreigners call Russian objects too, and Russians German ones.
  const isForeign = (mixed >>> 16) % 16 === 0
  const language = isForeign ? (object.language === 'ru' ? 'en' : 'ru') : object.language
  return {
    digits: code + String(subscriber).padStart(7, '0'),
    region: (mixed >>> 20) % 33 === 0 ? null : (away?.region ?? region),
    person: personOf(mixed, language),
  }
}

/** A Russian number as people type it into forms; others stay as they are. */
export const asTyped = (digits: string): string =>
  digits.length === 11 && digits.startsWith('7')
    ? `8 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7, 9)}-${digits.slice(9)}`
    : digits
