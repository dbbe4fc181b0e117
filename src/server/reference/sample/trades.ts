/** How a trade's contacts spread over time, and what its calls and deals are like. */
export interface Trade {
  /** Share of each weekday, Monday first, a digit each. */
  readonly weekdays: string
  /** Share of each hour from 0:00, a digit each. */
  readonly hours: string
  /** Share of each month, January first, a digit each. */
  readonly months: string
  /** Hours in which somebody answers: from inclusive, to exclusive. */
  readonly open: readonly [from: number, to: number]
  /** Share of contacts from callers who have called before. */
  readonly repeated: number
  /** Median of an answered call, seconds. */
  readonly talk: number
  /** Weight of forms, chats and mail beside phone calls. */
  readonly written: number
  /** Bounds of a deal's price. */
  readonly price: readonly [low: number, high: number]
  /** Days until half of the deals are closed. */
  readonly ripening: number
}

export const TRADES = {
  dentist: {
    weekdays: '9887764',
    hours: '000000014798768997654210',
    months: '687776556887',
    open: [9, 21],
    repeated: 0.4,
    talk: 150,
    written: 1,
    price: [4_000, 320_000],
    ripening: 12,
  },
  eyes: {
    weekdays: '9887752',
    hours: '000000003798647876421000',
    months: '676776546776',
    open: [9, 20],
    repeated: 0.36,
    talk: 175,
    written: 1.1,
    price: [6_000, 145_000],
    ripening: 16,
  },
  vet: {
    weekdays: '9777798',
    hours: '221112246776556688976543',
    months: '667998888766',
    open: [8, 22],
    repeated: 0.46,
    talk: 110,
    written: 0.8,
    price: [1_500, 60_000],
    ripening: 4,
  },
  roofing: {
    weekdays: '9887753',
    hours: '000000125898557775432100',
    months: '224689999742',
    open: [9, 19],
    repeated: 0.26,
    talk: 210,
    written: 1.1,
    price: [60_000, 1_800_000],
    ripening: 30,
  },
  car: {
    weekdays: '9777784',
    hours: '000000136997558886431000',
    months: '655896668985',
    open: [9, 20],
    repeated: 0.42,
    talk: 120,
    written: 0.6,
    price: [2_500, 180_000],
    ripening: 5,
  },
  hotel: {
    weekdays: '7778987',
    hours: '211111124678877789987654',
    months: '543469998546',
    open: [0, 24],
    repeated: 0.22,
    talk: 165,
    written: 1.7,
    price: [5_200, 96_000],
    ripening: 7,
  },
  windows: {
    weekdays: '9988764',
    hours: '000000013698768998643100',
    months: '334677899974',
    open: [9, 20],
    repeated: 0.3,
    talk: 230,
    written: 1.2,
    price: [18_000, 420_000],
    ripening: 18,
  },
  legal: {
    weekdays: '9988721',
    hours: '000000013898657887421100',
    months: '688876557888',
    open: [9, 19],
    repeated: 0.34,
    talk: 320,
    written: 1.2,
    price: [5_000, 250_000],
    ripening: 25,
  },
  fitness: {
    weekdays: '9777656',
    hours: '000000245665556789997420',
    months: '997654337976',
    open: [7, 22],
    repeated: 0.28,
    talk: 140,
    written: 1.4,
    price: [2_900, 54_000],
    ripening: 6,
  },
  school: {
    weekdays: '9888863',
    hours: '000000002576667788898521',
    months: '764446679865',
    open: [10, 20],
    repeated: 0.3,
    talk: 245,
    written: 1.6,
    price: [3_600, 88_000],
    ripening: 10,
  },
  housing: {
    weekdays: '8777898',
    hours: '000000002589988998765320',
    months: '567887667898',
    open: [9, 21],
    repeated: 0.37,
    talk: 290,
    written: 1.3,
    price: [4_900_000, 21_000_000],
    ripening: 60,
  },
  furniture: {
    weekdays: '8777798',
    hours: '000000002578877899987421',
    months: '654556678999',
    open: [10, 21],
    repeated: 0.3,
    talk: 200,
    written: 1.3,
    price: [12_000, 540_000],
    ripening: 20,
  },
  cargo: {
    weekdays: '9998753',
    hours: '000001369988668876432100',
    months: '567788899987',
    open: [7, 21],
    repeated: 0.48,
    talk: 85,
    written: 0.5,
    price: [3_500, 110_000],
    ripening: 2,
  },
} as const satisfies Record<string, Trade>
export type TradeName = keyof typeof TRADES

const digit = (digits: string, index: number) => digits.charCodeAt(index) - 48

/** How much of a day's contacts a trade gets on this weekday (Monday 0) of this month (January 0); 1 on average. */
export const dayShare = (trade: Trade, weekday: number, month: number): number =>
  (digit(trade.weekdays, weekday) * digit(trade.months, month)) / 40

/** Contacts of a day until this moment of the wall clock (milliseconds since midnight), in units of one digit-hour. */
export const hoursUntil = (trade: Trade, moment: number): number => {
  const hour = Math.min(23, Math.floor(moment / 3_600_000))
  let sum = 0
  for (let before = 0; before < hour; before++) sum += digit(trade.hours, before)
  return sum + digit(trade.hours, hour) * (moment / 3_600_000 - hour)
}

/** The inverse of {@link hoursUntil}: the moment by which so many contacts have come. */
export const momentAt = (trade: Trade, share: number): number => {
  let left = share
  for (let hour = 0; hour < 24; hour++) {
    const here = digit(trade.hours, hour)
    if (left < here) return Math.floor((hour + left / here) * 3_600_000)
    left -= here
  }
  return 24 * 3_600_000 - 1
}

/** Probability that nobody answers: lunch and the hours after closing are bad, the first half of the morning is good. */
export const missProbability = (trade: Trade, weekday: number, hour: number): number => {
  if (hour < trade.open[0] || hour >= trade.open[1]) return 0.62
  if (hour === 13) return 0.26
  if (hour === 12 || hour === 14) return 0.13
  if (hour >= 18) return 0.13
  return weekday > 4 ? 0.1 : 0.055
}
