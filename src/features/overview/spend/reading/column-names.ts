/*
 * Column names used by people and advertising systems, compared in lower case, ё as е, with `campaign_name`
 * and `CampaignName` split.
 */

export const plainName = (cell: string): string =>
  cell
    .replaceAll('№', ' номер ')
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()

const COUNTED =
  'clic|клик|клік|conv|конв|result|результат|impr|показ|1[ ,.]?000|тысяч|mille|lead|лид|action|действ|view|просмотр|order|заказ|install|установ|target|цел|заявк|звон|call|контакт|contact|purchase|покупк|message|сообщен|visit|визит|посещ|acquisition|customer|клиент|engagement|взаимод|вовлеч|klick|resultad|risultat|résultat|kliknięc|единиц|unit|item|товар|подпис|follow|subscri|session|сесси|сеанс|переход|досмотр|event|событ|регистрац|registr|обращен|охват|reach|user|пользоват|человек|person|bid|ставк'

const AVERAGE = new RegExp(
  [
    '(?:^|[^\\p{L}])ср\\.|средн|(?:^|[^\\p{L}])avg|average|(?<!\\p{L})mean(?!\\p{L})|durchschnitt|promedio|moyen|(?<!\\p{L})m[eé]dio(?!\\p{L})|średni|ortalama|gemiddeld',
    '(?<!\\p{L})(?:cp[a-z]{1,3}|ecp[a-z]|цена|price|preis|precio|prix)(?!\\p{L})',
    `(?:стоимость|цена|cost|kosten|coste?|coût|custo|costo|koszt|расходы?|затраты)\\s+(?:(?:of|an?|the|за|на|одного|одной|1|целевого|целевой|целевых|привлечения)\\s+)*(?:${COUNTED})`,
    `(?:\\/|(?<!\\p{L})(?:за|на|per|pro|por|par|prо|per one))\\s*(?:1|one|один|одну|одно|all|все)?\\s*(?:${COUNTED})`,
    `(?:${COUNTED})[\\p{L}.]*\\s+(?:cost|price)(?!\\p{L})`,
  ].join('|'),
  'u',
)

const PLANNED =
  /бюджет|budget|budżet|bütçe|presupuesto|orçamento|лимит|limit|(?<!\p{L})план|planned|(?<!\p{L})plan(?!\p{L})|прогноз|forecast|estimat|прогнозн|остат|balance|баланс/u
/** Spent, though called a budget. */
const SPENT_BUDGET =
  /(?:потрач|израсход|расход|освоен)[\p{L}]*\s+бюджет|бюджет[\p{L}]*\s+(?:потрач|израсход)|budget spent|spent budget|budget spend/u
const SHARE =
  /доля|share|(?<!\p{L})дрр(?!\p{L})|(?<!\p{L})(?:drr|acos|roas|roi|romi|ctr|cr)(?!\p{L})|%|процент|percent|rate(?!\p{L})|коэфф|изменени|change|difference|разница|delta/u

/** Spend, whatever else is in the name. */
const SPEND =
  /расход|потрач|израсход|затрат|списан|стоимост|(?<!\p{L})(?:costs?|spen[dt]|spending|spendings|spends|expenses?|expenditure)(?!\p{L})|kosten|ausgaben|ausgegeben|cost[eo]s?(?!\p{L})|gasto|gastado|invertido|custo|dépens|coûts?(?!\p{L})|spesa|spese|speso|wydat|koszt|harcama|maliyet|витрат|вартіст|besteed|uitgegeven|kostnad|utgift|náklad|cheltuiel|выдатк|шығын/u
/** The amount, if no column is called spend. */
const SUM =
  /^(?:сумма|сума|sum|amount|betrag|importe|montant|valor|importo|kwota|tutar|bedrag|belopp|total|всего|итого?|оплачено|оплата|к оплате|начислено)(?:$|[\s,(.])/u
const EARNED =
  /доход|выручк|revenue|прибыл|profit|income|продаж|sales|заказ|order|umsatz|ценност|value(?!\p{L})|пополн|deposit|top.?up|бонус|bonus|кешб|кэшб|cashback|скидк|discount|возврат|refund/u
const NUMBERS_OF =
  /(?<!\p{L})(?:id|номер|код|code|number|тип|type|вид|kind|статус|status)|^(?:валют|currency)/u

/** `spend`: certainly the amount; `sum`: if no column is called spend; null: never. */
export const amountNamed = (name: string): 'spend' | 'sum' | null => {
  const plain = plainName(name)
  if (SPENT_BUDGET.test(plain)) return 'spend'
  if (AVERAGE.test(plain) || PLANNED.test(plain) || SHARE.test(plain) || NUMBERS_OF.test(plain)) return null
  if (SPEND.test(plain)) return 'spend'
  return SUM.test(plain) && !EARNED.test(plain) ? 'sum' : null
}

const OTHER_FIGURE = new RegExp(
  `${COUNTED}|impression|охват|(?<!\\p{L})(?:reach|frequency|частота|позици|position|score|балл|время|time|depth|глубина|отказ|bounce|кол-во|количество|quantity|count|число)`,
  'u',
)
/** Whether a numeric column may be the amount despite its name. */
export const mayBeAmount = (name: string): boolean => {
  const plain = plainName(name)
  return ![AVERAGE, PLANNED, SHARE, EARNED, NUMBERS_OF, OTHER_FIGURE].some((pattern) => pattern.test(plain))
}

const NO_SOURCE =
  /статус|status|состоян|state(?!\p{L})|delivery|достав|показ(?!\p{L})|показов|валют|currency|площадк|placement|размещен|(?<!\p{L})(?:мест|region|регион|город|city|countr|стран|geo|гео|location|локац)|устройств|device|тип|type|(?<!\p{L})(?:id|номер|код|code)(?!\p{L})|сайт|site|домен|domain|network|сеть|сети|дан(?:ных|ные)|data(?!\p{L})/u
const SOURCES: readonly RegExp[] = [
  /^(?:источник|source|utm source|quelle|fuente|origem|fonte|źródło|джерело|kaynak|zdroj|крыніца|дереккөз|sursă)$/u,
  /источник|(?<!\p{L})source|quelle|fuente|origem|źródł|джерел/u,
  /(?:рекламн|ad|advertising)[\p{L}]*\s+(?:систем|канал|кабинет|платформ|system|channel|platform)/u,
  /(?<!\p{L})(?:канал|channel|kanal|canal|canale|kanał|систем[аы]|system)(?!\p{L})/u,
]

const NO_CAMPAIGN =
  /(?<!\p{L})(?:id|номер|код|code|number|ид)(?!\p{L})|тип|type|статус|status|состоян|state(?!\p{L})|delivery|доставк|budget|бюджет|цел[ьи](?!\p{L})|objective|goal|групп|group|label|ярлык|метк|start|end(?!s?\p{L})|дата|date|стратег|strateg|валют|currency|optim|score|балл|цена|cost|spend|расход|кол-во|количество|число|count|регион/u
const CAMPAIGNS: readonly RegExp[] = [
  /^(?:кампания|campaign|campaigns|кампании|utm campaign|kampagne|campagne|campaña|campanha|campagna|kampania|kampanya|кампанія|kampaň|kampanj|campanie)$/u,
  /(?:названи|наименован|имя|name|nom|nombre|nome|nazwa|назва)[\p{L}]*.*(?:кампан|camp|kamp)|(?:camp|kamp|кампан)[\p{L}ñé]*.*(?:name|названи|имя)/u,
  /кампан|campa[gi]|campaña|campanha|kampa/u,
]

const matchOf = (patterns: readonly RegExp[], no: RegExp) => (name: string) => {
  const plain = plainName(name)
  const rank = no.test(plain) ? -1 : patterns.findIndex((pattern) => pattern.test(plain))
  return rank === -1 ? null : rank
}
/** Confidence that a name is that of sources, 0 the highest; null: it is not. */
export const sourceNamed = matchOf(SOURCES, NO_SOURCE)
export const campaignNamed = matchOf(CAMPAIGNS, NO_CAMPAIGN)

/** What a column's dates mean: a day, the start of a week or month, an end of a period, or open. */
export type DateName = 'day' | 'week' | 'month' | 'quarter' | 'year' | 'first' | 'last' | 'date'

const NO_DATE =
  /создан|created|публик|publi|обнов|updated|измен|modif|last (?:edit|change)|рожден|birth|кампани|campaign|объявл|оплат|регистр|недели$|of week|время|hour|час(?!\p{L})|дн(?:ей|и)(?!\p{L})|days|бюджет|budget|расход|spend|cost|стоим|обучен|learning|дневн/u
const DATES: readonly (readonly [DateName, RegExp])[] = [
  [
    'first',
    /reporting starts|report(?:ing)? start|period start|date start|start date|(?:дата |день )?начал[оа] ?(?:отч|период|показ)?|(?<!\p{L})начало(?!\p{L})|^(?:from|date from|с|с даты|дата с|von|desde|du|od|от|starts?)$|berichtsbeginn|inicio del informe|début/u,
  ],
  [
    'last',
    /reporting ends|report(?:ing)? end|period end|date (?:end|stop)|end date|(?:дата |день )?(?:окончани|конец|конца|завершени)[\p{L}]*|^(?:to|date to|till|until|по|по дату|дата по|bis|hasta|au|do|до)$|berichtsende|fin del informe/u,
  ],
  [
    'week',
    /(?<!\p{L})(?:недел[яюи]|weeks?|woche|semaine|semana|settimana|tydzień|hafta|тиждень|апта|týden|vecka)(?!\p{L})/u,
  ],
  [
    'month',
    /(?<!\p{L})(?:месяц|months?|monat|mois|mes|mês|mese|miesiąc|ay|місяць|ай|měsíc|månad|maand|lună)(?!\p{L})/u,
  ],
  ['quarter', /(?<!\p{L})(?:квартал|quarter|quartal)(?!\p{L})/u],
  ['year', /^(?:год|year|jahr|año|anno|rok|рік)$/u],
  ['day', /(?<!\p{L})(?:день|day|tag|jour|día|dia|giorno|dzień|gün|күні|день показа|dag|den|ziua)(?!\p{L})/u],
  [
    'date',
    /(?<!\p{L})(?:дата|date|datum|fecha|data|tarih|период|period|zeitraum|período|periodo|période|okres|даты|dates)(?!\p{L})/u,
  ],
]

/** Null: no column of spend dates. */
export const dateNamed = (name: string): DateName | null => {
  const plain = plainName(name)
  // "Data" is a date in Italian and Polish, but not in "data source".
  if (plain === '' || NO_DATE.test(plain)) return null
  return DATES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

/** Whether it certainly starts a line's period: "start date" may also be a campaign's start. */
export const isPeriodStart = (name: string): boolean =>
  /report|отч|period|период|zeitraum|^(?:с|с даты|from|date from|date start|von|desde|du|od|от)$/u.test(
    plainName(name),
  )

export const isCurrencyColumn = (name: string): boolean =>
  /валют|currency|währung|moneda|moeda|devise|valuta|waluta/u.test(plainName(name)) &&
  amountNamed(name) === null

/** A line with these names is a header. */
const KNOWN = new RegExp(
  `${COUNTED}|${NO_SOURCE.source}|групп|group|объявлен|(?<!\\p{L})ad(?!\\p{L})|keyword|ключев|фраза|ctr|cp[acmlo]|бюджет|budget|название|name|наименование|attribution|strategy|стратег`,
  'u',
)
export const isKnownName = (name: string): boolean =>
  amountNamed(name) !== null ||
  sourceNamed(name) !== null ||
  campaignNamed(name) !== null ||
  dateNamed(name) !== null ||
  KNOWN.test(plainName(name))
