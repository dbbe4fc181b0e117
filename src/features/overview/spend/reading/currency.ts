/* Currencies beside amounts: ISO 4217 codes known to this device, and common signs and words. */

/** Lower-case signs and words by code; ambiguous ones map to themselves. */
const SIGNS: Readonly<Record<string, string>> = {
  AED: 'дирхам dhs dh د.إ',
  AMD: '֏ драм',
  ARS: 'ar$',
  AUD: 'a$ au$',
  AZN: '₼ ман man манат',
  BGN: 'лв',
  BRL: 'r$',
  BYN: 'br бел бел.руб byr',
  CAD: 'c$ ca$',
  CHF: 'fr sfr',
  CLP: 'cl$',
  CNY: '元 cn¥ юань юаней rmb',
  COP: 'co$',
  CZK: 'kč kc',
  EGP: 'e£ le',
  EUR: '€ евро euro euros',
  GBP: '£ фунт',
  GEL: '₾ лари',
  HKD: 'hk$',
  HUF: 'ft',
  IDR: 'rp',
  ILS: '₪',
  INR: '₹',
  JPY: '円 jp¥',
  KES: 'ksh',
  KGS: 'сом сомов som',
  KRW: '₩ 원',
  KZT: '₸ тг тнг тенге tg',
  MDL: 'лей лея',
  MNT: '₮',
  MXN: 'mx$',
  MYR: 'rm',
  NGN: '₦',
  NZD: 'nz$',
  PEN: 's/ s/.',
  PHP: '₱',
  PLN: 'zł zl зл злотых',
  RON: 'lei leu',
  RSD: 'дин din',
  RUB: '₽ руб рубль рубля рублей р rub rur ₽/мес',
  SAR: 'ر.س',
  SGD: 'sg$',
  THB: '฿',
  TJS: 'сомони смн',
  TRY: '₺ tl',
  TWD: 'nt$',
  UAH: '₴ грн hrn',
  USD: 'us$ доллар долларов долл dollar dollars',
  UZS: "сум сўм so'm so’m so‘m soʻm soum",
  VND: '₫ đ',
  ZAR: 'r',
}
const SHARED = ['$', '¥', 'kr', 'rs', '₨', 'ден', 's$', 'b/', 'b/.', 'bs', 'q', 'gh₵', 'км', 'km']

const codeOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SIGNS).flatMap(([code, signs]) => signs.split(' ').map((sign) => [sign, code] as const)),
  ...SHARED.map((sign) => [sign, sign] as const),
])
/** Codes dropped from the list, but still in use. */
const codes: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'RUR', 'BYR'])

/**
 * The currency code of a word or sign, or an ambiguous sign, or null.
 * @param text raw: `₽`, `руб.`, `RUB`, `CA$`
 */
export const currencyNamed = (text: string): string | null => {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '').replace(/\.$/, '')
  if (plain === '') return null
  const small = plain.toLowerCase()
  const known = codeOf.get(small) ?? codeOf.get(small.replaceAll('.', ''))
  if (known !== undefined) return known
  // In lower case a code may be a word: "all", "top".
  if (codes.has(plain)) return plain
  const code = plain.toUpperCase()
  if (/^(?:usd|eur|gbp|kzt|byn|uah|uzs|kgs|amd|gel|azn|aed|cny|inr|pln|chf|czk|try)$/.test(small)) return code
  return /^[\p{L}]{0,3}\p{Sc}$/u.test(plain) ? plain : null
}

export const isCurrencyCell = (text: string): boolean => currencyNamed(text) !== null

/** The currency in a column's name: `Amount spent (RUB)`, `Расход, ₽`, `Стоимость (руб., с НДС)`; or null. */
export const currencyInName = (name: string): string | null => {
  const words = name.normalize('NFKC').match(/[\p{L}\p{Sc}][\p{L}\p{Sc}.$]*/gu) ?? []
  for (const word of words.slice(1)) {
    const found = word.length === 1 && !/\p{Sc}|р/u.test(word) ? null : currencyNamed(word)
    if (
      found !== null &&
      !['fr', 'le', 'rm', 'man', 'som', 'din', 'br', 'km', 'bs'].includes(word.toLowerCase())
    )
      return found
  }
  return null
}
