import type { SampleObject } from './objects.ts'
import type { Language } from './places.ts'
import { hash } from './random.ts'

/** Codes of sources: the document's examples (API document 4.4), then ad and search sources without product names. */
const SOURCE_TITLES = { ru: { TYPEIN: 'Прямые заходы', UTM: '', REFERRER: 'Ссылки с сайтов', PAID_SEARCH: 'Поисковая реклама', ORGANIC: 'Органический поиск',
    PAID_SOCIAL: 'Реклама в соцсетях', MAPS: 'Карты', EMAIL_CAMPAIGN: 'Рассылка', PARTNER: 'Партнёры',
  },
  en: { TYPEIN: 'Direct', UTM: '', REFERRER: 'Referral', PAID_SEARCH: 'Paid search', ORGANIC: 'Organic',
    PAID_SOCIAL: 'Paid social', MAPS: 'Maps', EMAIL_CAMPAIGN: 'Email campaign', PARTNER: 'Partner',
  },
} as const satisfies Record<Language, Record<string, string>> // prettier-ignore
export type ChannelCode = keyof typeof SOURCE_TITLES.en

/** One way by which people find an object. */
export interface SampleChannel {
  readonly code: ChannelCode
  readonly title: string
  readonly url: string
  readonly weight: number
  readonly referrer: string | null
  /** Share of its visits that come with the words searched for. */
  readonly searched: number
  /** `utm_…=` parameters but the term; null where links carry none. */
  readonly utm: string | null
  /** First and last day of the sample on which it brings contacts. */
  readonly days: readonly [first: number, last: number]
}

const EVERY_DAY = [0, Infinity] as const
const SEARCH = 'https://search.example/'

/**
 * The channels of an object over the sample's days. Every object has a search campaign that starts in the first
 * third, a season's campaign in its own weeks, and a tagged one that stopped 40 to 70 days before the last day; every
 * third object gave up paid social then, too.
 */
export const channelsOf = (object: SampleObject, days: number): readonly SampleChannel[] => {
  const { slug } = object.habits
  const city = object.place.slug
  const start = hash(object.id, 21) % Math.ceil(days / 3)
  const season = hash(object.id, 22) % Math.max(1, days - 60)
  const stopped = Math.max(0, days - 40 - (hash(object.id, 23) % 30))
  const ad = `ad_${4000 + (hash(object.id, 24) % 900)}`
  const tagged = (source: string, medium: string, campaign: string, content: string) =>
    `utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}&utm_content=${content}`
  const channel = (
    code: ChannelCode,
    weight: number,
    url: string,
    {
      title = SOURCE_TITLES[object.language][code],
      referrer = url || null,
      searched = 0,
      utm = null,
      days = EVERY_DAY,
    }: Partial<SampleChannel> = {},
  ): SampleChannel => ({ code, weight, url, title, referrer, searched, utm, days })
  const promo = (name: string, medium: string, content: string, from: number, to: number, weight: number) =>
    channel('UTM', weight, '', {
      title: `${slug}_${name}`,
      utm: tagged('promo', medium, `${slug}_${name}`, `${ad}_${content}`),
      days: [from, to],
    })
  const paid = (name: string, content: string, weight: number, from: number) =>
    channel('PAID_SEARCH', weight, 'https://ads.search.example/', {
      referrer: SEARCH,
      searched: 0.85,
      utm: tagged('search_ads', 'cpc', `${slug}_${city}_${name}`, `${ad}_${content}`),
      days: [from, Infinity],
    })
  return [
    channel('TYPEIN', 10, ''),
    paid('search', 'a', 22, 0),
    paid('network', 'b', 12, start),
    channel('ORGANIC', 22, SEARCH, { searched: 0.55 }),
    channel('MAPS', 13, 'https://maps.example/', {
      referrer: `https://maps.example/place/${object.alias}`,
      searched: 0.2,
    }),
    channel('REFERRER', 4, 'https://catalogue.example/', {
      referrer: `https://catalogue.example/firms/${slug}`,
    }),
    channel('PAID_SOCIAL', 9, 'https://social.example/', {
      utm: tagged('social_ads', 'cpm', `${slug}_reach`, `${ad}_video`),
      days: object.id % 3 === 0 ? [0, stopped] : EVERY_DAY,
    }),
    promo('season', 'banner', 'season', season, season + 45, 16),
    promo('spring_offer', 'qr', 'leaflet', Math.max(0, stopped - 120), stopped, 14),
    channel('EMAIL_CAMPAIGN', 4, '', {
      referrer: 'https://post.example/',
      utm: tagged('newsletter', 'email', `${slug}_news`, 'button'),
    }),
    channel('PARTNER', object.story.barren === 'PARTNER' ? 18 : 3, 'https://partner.example/', {
      referrer: `https://partner.example/offers/${slug}`,
      utm: tagged('partner', 'cpa', `${slug}_leads`, `p${object.id}`),
    }),
  ]
}
