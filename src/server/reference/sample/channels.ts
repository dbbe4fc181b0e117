import type { SampleObject } from './objects.ts'
import { hash } from './random.ts'
import { VOCABULARY } from './vocabulary.ts'

/** Codes of sources: the document's examples (API document 4.4), then ad and search sources without product names. */
export type ChannelCode =
  | 'TYPEIN'
  | 'UTM'
  | 'REFERRER'
  | 'PAID_SEARCH'
  | 'ORGANIC'
  | 'PAID_SOCIAL'
  | 'MAPS'
  | 'EMAIL_CAMPAIGN'
  | 'PARTNER'

/** One way by which people find an object. */
export interface Channel {
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

/**
 * The channels of an object over the sample's days. Every object has a search campaign that starts in the first
 * third, a season's campaign in its own weeks, and a tagged one that stopped 40 to 70 days before the last day; every
 * third object gave up paid social then, too.
 */
export const channelsOf = (object: SampleObject, days: number): readonly Channel[] => {
  const { slug } = VOCABULARY[object.trade]
  const city = object.place.slug
  const start = hash(object.id, 21) % Math.ceil(days / 3)
  const season = hash(object.id, 22) % Math.max(1, days - 60)
  const stopped = Math.max(0, days - 40 - (hash(object.id, 23) % 30))
  const tagged = (source: string, medium: string, campaign: string, ad: string) =>
    `utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}&utm_content=${ad}`
  const ad = `ad_${4000 + (hash(object.id, 24) % 900)}`
  const search = {
    code: 'PAID_SEARCH',
    title: 'Paid search',
    url: 'https://ads.search.example/',
    searched: 0.85,
  } as const
  return [
    {
      code: 'TYPEIN',
      title: 'Direct',
      url: '',
      weight: 10,
      referrer: null,
      searched: 0,
      utm: null,
      days: EVERY_DAY,
    },
    {
      ...search,
      weight: 22,
      referrer: 'https://search.example/',
      utm: tagged('search_ads', 'cpc', `${slug}_${city}_search`, `${ad}_a`),
      days: EVERY_DAY,
    },
    {
      ...search,
      weight: 12,
      referrer: 'https://search.example/',
      utm: tagged('search_ads', 'cpc', `${slug}_${city}_network`, `${ad}_b`),
      days: [start, Infinity],
    },
    {
      code: 'ORGANIC',
      title: 'Organic',
      url: 'https://search.example/',
      weight: 22,
      referrer: 'https://search.example/',
      searched: 0.55,
      utm: null,
      days: EVERY_DAY,
    },
    {
      code: 'MAPS',
      title: 'Maps',
      url: 'https://maps.example/',
      weight: 13,
      referrer: `https://maps.example/place/${object.alias}`,
      searched: 0.2,
      utm: null,
      days: EVERY_DAY,
    },
    {
      code: 'REFERRER',
      title: 'Referral',
      url: 'https://catalogue.example/',
      weight: 4,
      referrer: `https://catalogue.example/firms/${slug}`,
      searched: 0,
      utm: null,
      days: EVERY_DAY,
    },
    {
      code: 'PAID_SOCIAL',
      title: 'Paid social',
      url: 'https://social.example/',
      weight: 9,
      referrer: 'https://social.example/',
      searched: 0,
      utm: tagged('social_ads', 'cpm', `${slug}_reach`, `${ad}_video`),
      days: object.id % 3 === 0 ? [0, stopped] : EVERY_DAY,
    },
    {
      code: 'UTM',
      title: `${slug}_season`,
      url: '',
      weight: 16,
      referrer: null,
      searched: 0,
      utm: tagged('promo', 'banner', `${slug}_season`, `${ad}_season`),
      days: [season, season + 45],
    },
    {
      code: 'UTM',
      title: `${slug}_spring_offer`,
      url: '',
      weight: 14,
      referrer: null,
      searched: 0,
      utm: tagged('promo', 'qr', `${slug}_spring_offer`, `${ad}_leaflet`),
      days: [Math.max(0, stopped - 120), stopped],
    },
    {
      code: 'EMAIL_CAMPAIGN',
      title: 'Email campaign',
      url: '',
      weight: 4,
      referrer: 'https://post.example/',
      searched: 0,
      utm: tagged('newsletter', 'email', `${slug}_news`, 'button'),
      days: EVERY_DAY,
    },
    {
      code: 'PARTNER',
      title: 'Partner',
      url: 'https://partner.example/',
      weight: object.story.barren === 'PARTNER' ? 18 : 3,
      referrer: `https://partner.example/offers/${slug}`,
      searched: 0,
      utm: tagged('partner', 'cpa', `${slug}_leads`, `p${object.id}`),
      days: EVERY_DAY,
    },
  ]
}
