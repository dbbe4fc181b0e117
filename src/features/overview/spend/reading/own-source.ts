import { plainName } from './column-names.ts'
import type { SheetRows } from './sheet.ts'

/* Recognises the advertising system of an export without a source column, by the texts above its table and its column names. */

interface System {
  readonly name: string
  readonly nameRu?: string
  readonly aliases: readonly string[]
  readonly called: RegExp
  readonly columns: readonly RegExp[]
}

const SYSTEMS: readonly System[] = [
  {
    name: 'Google Ads',
    aliases: ['google ads', 'google adwords', 'googleads', 'adwords', 'гугл реклама', 'google реклама'],
    called: /google|adwords|гугл/u,
    columns: [
      /^currency code$|^код валюты$/u,
      /^impr\.$|^interactions$|^avg\. (?:cost|cpc)$|^cost \/ conv\.$|^conv\. rate$/u,
      /^campaign (?:report|status)$|^отчет (?:о|по) кампани/u,
      /^(?:total|всего): (?:account|campaigns|аккаунт|кампании)/u,
      /^budget (?:name|type)$/u,
    ],
  },
  {
    name: 'Yandex Direct',
    nameRu: 'Яндекс Директ',
    aliases: [
      'yandex direct',
      'yandex.direct',
      'яндекс директ',
      'яндекс.директ',
      'яндекс. директ',
      'директ',
      'direct',
    ],
    called: /директ|(?<!\p{L})direct(?!\p{L})|мастер отчетов|(?:яндекс|yandex)(?!\.? ?(?:маркет|market))/u,
    columns: [
      /^номер (?:кампании|группы|объявления)$/u,
      /^условие показа$|^тип (?:условия показа|площадки)$/u,
      /^логин\b/u,
    ],
  },
  {
    name: 'Meta Ads',
    aliases: ['meta ads', 'meta', 'facebook ads', 'facebook', 'instagram', 'instagram ads'],
    called: /(?<!\p{L})meta(?!\p{L})|facebook|instagram|(?<!\p{L})fb(?!\p{L})/u,
    columns: [
      /^reporting (?:starts|ends)$/u,
      /^amount spent|^сумма затрат|^потраченная сумма/u,
      /^attribution setting$|^campaign delivery$|^result indicator$|^ad set /u,
      /отчетности$/u,
      /^link clicks$/u,
    ],
  },
  {
    name: 'VK Ads',
    nameRu: 'VK Реклама',
    aliases: ['vk ads', 'vk реклама', 'vk', 'вк', 'вконтакте', 'vkontakte', 'вк реклама'],
    called: /(?<!\p{L})(?:vk|вк)(?!\p{L})|вконтакте|vkontakte|mytarget/u,
    columns: [/^потрачено всего/u, /^название (?:рекламной )?кампании$/u, /^ecpc|^ecpm/u],
  },
  {
    name: 'Ozon',
    nameRu: 'Ozon',
    aliases: ['ozon', 'озон', 'ozon performance'],
    called: /ozon|озон/u,
    columns: [/^(?:ozon id|sku)$/u, /^дрр/u, /^заказы модели|^в корзину|^добавления в корзину/u],
  },
  {
    name: 'Avito',
    nameRu: 'Авито',
    aliases: ['avito', 'авито'],
    called: /avito|авито/u,
    columns: [
      /^номер объявления$|^название объявления$/u,
      /^расходы на (?:размещение|продвижение|целевые действия|объявления)/u,
      /^(?:просмотры|контакты|избранное)$/u,
    ],
  },
  {
    name: 'Telegram Ads',
    aliases: ['telegram ads', 'telegram', 'телеграм'],
    called: /telegram|телеграм|(?<!\p{L})tg(?!\p{L})/u,
    columns: [],
  },
  { name: 'TikTok Ads', aliases: ['tiktok ads', 'tiktok'], called: /tik ?tok/u, columns: [] },
  {
    name: 'Microsoft Advertising',
    aliases: ['microsoft advertising', 'microsoft ads', 'bing ads', 'bing'],
    called: /microsoft|(?<!\p{L})bing(?!\p{L})/u,
    columns: [],
  },
  { name: 'LinkedIn Ads', aliases: ['linkedin ads', 'linkedin'], called: /linkedin/u, columns: [] },
  { name: '2GIS', nameRu: '2ГИС', aliases: ['2gis', '2гис'], called: /2gis|2гис/u, columns: [] },
  {
    name: 'Wildberries',
    aliases: ['wildberries', 'вайлдберриз', 'wb'],
    called: /wildberries|вайлдберриз|(?<!\p{L})wb(?!\p{L})/u,
    columns: [],
  },
  {
    name: 'Yandex Market',
    nameRu: 'Яндекс Маркет',
    aliases: ['yandex market', 'яндекс маркет', 'яндекс.маркет'],
    called: /яндекс\.? ?маркет|yandex\.? ?market/u,
    columns: [],
  },
]

/** Weight of a title; others may share a column's name. */
const CALLED = 3
const ENOUGH = 2

/** Texts that may name the system; never campaigns, which can have any name. */
export interface ExportTexts {
  readonly fileName: string | null
  readonly sheetName: string | null
  /** Lines above the table, column names, and labels of totals. */
  readonly above: SheetRows
  readonly names: readonly string[]
  readonly totals: readonly string[]
}

/**
 * The source of all lines, under its contacts' name if there is one; null: unknown.
 * @param known sources with contacts
 */
export const proposeSource = (
  { fileName, sheetName, above, names, totals }: ExportTexts,
  known: readonly string[],
): string | null => {
  const titles = [fileName ?? '', sheetName ?? '', ...above.flat()].map(plainName)
  const columns = [...names, ...totals, ...above.flat()].map(plainName).filter((name) => name !== '')
  const scores = SYSTEMS.map(
    (system) =>
      (titles.some((title) => system.called.test(title)) ? CALLED : 0) +
      system.columns.filter((pattern) => columns.some((name) => pattern.test(name))).length,
  )
  const best = Math.max(...scores)
  const system = SYSTEMS[scores.indexOf(best)]!
  if (best < ENOUGH || scores.filter((score) => score === best).length > 1) return null
  const own = known.find((name) => system.aliases.includes(name.normalize('NFKC').trim().toLowerCase()))
  const isRussian = /\p{Script=Cyrillic}/u.test(names.join(' '))
  return own ?? (isRussian ? (system.nameRu ?? system.name) : system.name)
}
