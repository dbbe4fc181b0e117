import * as z from 'zod'
import { wallDayText, HOUR, weekday } from './calendar.ts'
import type { Language } from './places.ts'
import { bounds, readTable } from './table.ts'

const TABLE = `
name       slug     weekdays  hours                     months        open   repeated  talk  written  price             ripening  opened  won  visits  holidays
dentist    implant  9887764   000000014798768997654210  687776556887  9-21   .40       150   1        3000-180000       12        .40     .50  28      .3
eyes       vision   9887752   000000003798647876421000  676776546776  9-20   .36       175   1.1      3000-120000       16        .35     .45  26      .3
vet        vet      9777798   221112246776556688976543  667998888766  8-22   .46       110   .8       1200-28000        4         .45     .75  18      1.15
roofing    roof     9887753   000000125898557775432100  224689999742  9-19   .26       210   1.1      60000-1100000     30        .36     .20  34      .3
car        service  9777784   000000136997558886431000  655896668985  9-20   .42       120   .6       2500-90000        5         .40     .70  20      .3
hotel      stay     7778987   211111124678877789987654  543469998546  0-24   .22       165   1.7      4800-70000        7         .40     .55  45      1.15
windows    okna     9988764   000000013698768998643100  334677899974  9-20   .30       230   1.2      16000-260000      18        .36     .28  32      .3
legal      law      9988721   000000013898657887421100  688876557888  9-19   .34       320   1.2      4000-180000       25        .34     .30  30      .3
fitness    club     9777656   000000245665556789997420  997654337976  7-22   .28       140   1.4      2900-48000        6         .40     .45  40      .3
school     course   9888863   000000002576667788898521  764446679865  10-20  .30       245   1.6      3600-76000        10        .40     .40  42      .3
driving    drive    9888863   000000002576667788898521  555667778765  10-20  .28       190   1.3      28000-46000       9         .40     .40  36      .3
housing    park     8777898   000000002589988998765320  567887667898  9-21   .37       290   1.3      4900000-16000000  60        .10     .05  70      .3
furniture  mebel    8777798   000000002578877899987421  654556678999  10-21  .30       200   1.3      9000-340000       20        .36     .28  55      .3
cargo      gruz     9998753   000001369988668876432100  567788899987  7-21   .48       85    .5       3500-70000        2         .45     .60  16      .3
towing     evak     7777998   998877655555555566778999  877666667778  0-24   .20       75    .15      3500-15000        1         .50     .80  9       1.15
`

const number = z.coerce.number()
const trade = z.object({
  name: z.string(),
  /** First part of campaign names. */
  slug: z.string(),
  /** Weights of weekdays from Monday, hours from 0:00, months from January: a digit each. */
  weekdays: z.string(),
  hours: z.string(),
  months: z.string(),
  /** Hours with answered calls: from inclusive, to exclusive. */
  open: bounds,
  /** Share of contacts from repeated callers. */
  repeated: number,
  /** Median of an answered call, seconds. */
  talk: number,
  /** Weight of forms, chats and mail relative to calls. */
  written: number,
  /** Bounds of a deal's price, roubles. */
  price: bounds,
  /** Days until half of the deals are closed. */
  ripening: number,
  /** Share of targets that become CRM deals, and of deals that are won. */
  opened: number,
  won: number,
  visits: number,
  holidays: number,
})
export type Trade = z.infer<typeof trade>
export const TRADES: readonly Trade[] = readTable(TABLE, trade)

const digit = (digits: string, index: number) => digits.charCodeAt(index) - 48

const HOLIDAYS: Readonly<Record<Language, string>> = {
  ru: '01-01 01-02 01-03 01-04 01-05 01-06 01-07 01-08 02-23 03-08 05-01 05-09 06-12 11-04 12-31',
  en: '01-01 05-01 10-03 12-24 12-25 12-26 12-31',
}

/** Relative volume of a day (days since 1970) in a country; about 1 on average. */
export const dayShare = (trade: Trade, day: number, language: Language): number => {
  const date = wallDayText(day).slice(5)
  const dip = HOLIDAYS[language].includes(date) ? trade.holidays : 1
  return (dip * digit(trade.weekdays, weekday(day)) * digit(trade.months, Number(date.slice(0, 2)) - 1)) / 40
}

/** Contacts of a day until a moment (milliseconds since midnight), in units of one digit-hour. */
export const hoursUntil = (trade: Trade, moment: number): number => {
  let sum = 0
  for (let hour = 0; hour * HOUR < moment; hour++)
    sum += digit(trade.hours, hour) * Math.min(1, moment / HOUR - hour)
  return sum
}

export const timeOfShare = (trade: Trade, share: number): number => {
  let left = share
  for (let hour = 0; hour < 24; hour++) {
    const here = digit(trade.hours, hour)
    if (left < here) return Math.floor((hour + left / here) * HOUR)
    left -= here
  }
  return 24 * HOUR - 1
}

/** Probability of a missed call: high at lunch and after closing, low in the morning. */
export const missProbability = (trade: Trade, weekday: number, hour: number): number => {
  if (hour < trade.open[0] || hour >= trade.open[1]) return 0.62
  if (hour === 13) return 0.26
  if (hour === 12 || hour === 14 || hour >= 18) return 0.13
  return weekday > 4 ? 0.1 : 0.055
}
