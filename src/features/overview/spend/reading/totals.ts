/* Lines without spend of their own: totals, and notes below the table. They would count twice. */

export interface SheetLine {
  readonly label: string
  readonly filled: number
  /** By column, if the sheet has it; empty: blank. */
  readonly source: string | null
  readonly campaign: string | null
  readonly date: string | null
  readonly amount: number | null
  readonly isAmountEmpty: boolean
}

/**
 * `total`: the sum of others; `nameless_total`: without a label; `other_total`: labelled as a total, with
 * another sum; `note`: text below the table.
 */
export type LeftOutBecause = 'total' | 'nameless_total' | 'other_total' | 'note'

const LABEL =
  '(?:общий )?итог[ои]?|всего|общая сумма|сумма|(?:grand |sub-?|overall |account )?totals?|sum|summary|overall|gesamt(?:summe|ergebnis)?|summe|insgesamt|total général|total general|totale|totaal|razem|suma|łącznie|ogółem|celkem|spolu|(?:genel )?toplam|разом|усього|всього|загалом|барлығы|жиыны|összesen|yhteensä|totalt|sammanlagt|i alt|среднее(?: значение)?|average|avg|медиана|median'
const OF_WHAT =
  'account|campaigns?|search|display|video|shopping|performance max|app|discovery|demand gen|smart|local|hotel|ad groups?|ads?|keywords?|drafts?|experiments?|filtered (?:campaigns|rows|ad groups)|all (?:but removed )?(?:campaigns|ad groups|ads)|rows?|records?|аккаунт[ау]?|кампани[ийям]+|поиск|сети|видео|группы? объявлений|объявления|строк[аи]?|записей'
const WHOLE = new RegExp(`^(?:${LABEL})\\s*[:.]?$|^(?:${LABEL})\\s*[:–—-]\\s*(?:${OF_WHAT})$`, 'u')
const BEGINS = new RegExp(
  `^(?:${LABEL})\\s*(?:[:(–—-]|\\s(?:по|за|для|в|на|и|с|and|for|of|per|in|kampan|кампани|campaign|account|аккаунт|period|период|расход|spend|cost|строк|rows|records|записей)|$)`,
  'u',
)
const ROWS = new RegExp(`^(?:${LABEL}) (?:rows|records|строк|записей)\\s*[:.]?\\s*\\d*$`, 'u')

const labelOf = (text: string): 'whole' | 'begins' | null => {
  const plain = text.normalize('NFKC').trim().toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/g, ' ')
  if (WHOLE.test(plain) || ROWS.test(plain)) return 'whole'
  return BEGINS.test(plain) ? 'begins' : null
}

interface Sum {
  amount: number
  count: number
}
const add = (sum: Sum | undefined, amount: number): Sum => ({
  amount: (sum?.amount ?? 0) + amount,
  count: (sum?.count ?? 0) + 1,
})

/** Whether an amount is a sum, allowing for rounding of each part. */
const isSum = (amount: number, sum: Sum | undefined) =>
  sum !== undefined && Math.abs(amount - sum.amount) <= Math.max(0.011, sum.count * 0.005)

export const leftOutLines = (lines: readonly SheetLine[]): ReadonlyMap<number, LeftOutBecause> => {
  const left = new Map<number, LeftOutBecause>()
  const labels = lines.map(({ label, source, campaign }) => {
    const isNamed = [source, campaign].some((name) => name !== null && labelOf(name) === 'whole')
    return labelOf(label) ?? (isNamed ? 'named' : null)
  })
  const dimensions = ({ source, campaign, date, label }: SheetLine) =>
    [source, campaign, date].filter((one) => one !== null && one !== label)
  const isNameless = ({ source, campaign, date }: SheetLine) => {
    const names = [source, campaign].filter((one) => one !== null)
    return names.length > 0 ? names.every((name) => name === '') : date === ''
  }
  let whole: Sum | undefined
  const byDate = new Map<string, Sum>()
  for (const [index, line] of lines.entries()) {
    const { amount, date } = line
    if (labels[index] !== null || amount === null || isNameless(line)) continue
    whole = add(whole, amount)
    byDate.set(date ?? '', add(byDate.get(date ?? ''), amount))
  }
  let group: Sum | undefined

  for (const [index, line] of lines.entries()) {
    const { amount } = line
    const isOfOthers =
      amount !== null && [whole, byDate.get(line.date ?? ''), group].some((sum) => isSum(amount, sum))
    const others = dimensions(line)
    const isOfAll = others.every((one) => one === '')
    const label = labels[index]
    const isTotal =
      label === 'whole'
        ? isOfOthers || isOfAll
        : label === 'named'
          ? // Called a total in another cell than its first: only the sum is one.
            isOfOthers
          : label === 'begins'
            ? isOfOthers || (isOfAll && others.length > 0)
            : isOfOthers && isNameless(line)
    if (!isTotal) {
      if (amount !== null) group = add(group, amount)
      continue
    }
    group = undefined
    if (label === null) left.set(index, 'nameless_total')
    else left.set(index, isOfOthers || amount === null ? 'total' : 'other_total')
  }

  const lastCounted = lines.findLastIndex(({ amount }) => amount !== null)
  for (const [index, { filled, isAmountEmpty }] of lines.entries())
    if (index > lastCounted && isAmountEmpty && filled <= 2 && !left.has(index)) left.set(index, 'note')
  return left
}
