import * as z from 'zod'
import type { SampleObject } from './objects.ts'
import { hash } from './random.ts'
import { readTable } from './table.ts'

/**
 * Sources of contacts. Codes are the document's examples (API document 4.4), then ad and search sources without product names.
 * `target`: share of targets among long calls; `searched`: share of visits with search words.
 */
const TABLE = `
code            title                            weight  target  searched  days     url                          referrer                                  utm
TYPEIN          Прямые заходы/Direct             10      .46     0         always   –                            –                                         –
PAID_SEARCH     Поисковая реклама/Paid search    22      .62     .85       always   https://ads.search.example/  https://search.example/                   search_ads cpc {slug}_{city}_search {ad}_a
PAID_SEARCH     Поисковая реклама/Paid search    12      .62     .85       started  https://ads.search.example/  https://search.example/                   search_ads cpc {slug}_{city}_network {ad}_b
ORGANIC         Органический поиск/Organic       22      .58     .55       always   https://search.example/      https://search.example/                   –
MAPS            Карты/Maps                       13      .68     .2        always   https://maps.example/        https://maps.example/place/{alias}        –
REFERRER        Ссылки с сайтов/Referral         4       .36     0         always   https://catalogue.example/   https://catalogue.example/firms/{slug}    –
PAID_SOCIAL     Реклама в соцсетях/Paid social   9       .2      0         given    https://social.example/      https://social.example/                   social_ads cpm {slug}_reach {ad}_video
UTM             {slug}_season/{slug}_season      16      .4      0         season   –                            –                                         promo banner {slug}_season {ad}_season
UTM             {slug}_spring_offer/{slug}_spring_offer  14  .4  0         spring   –                            –                                         promo qr {slug}_spring_offer {ad}_leaflet
EMAIL_CAMPAIGN  Рассылка/Email campaign          4       .5      0         always   –                            https://post.example/                     newsletter email {slug}_news button
PARTNER         Партнёры/Partner                 3       .3      0         always   https://partner.example/     https://partner.example/offers/{slug}     partner cpa {slug}_leads p{id}
`

const number = z.coerce.number()
const CHANNELS = readTable(
  TABLE,
  z.object({
    code: z.string(),
    title: z.string(),
    weight: number,
    target: number,
    searched: number,
    days: z.enum(['always', 'started', 'given', 'season', 'spring']),
    url: z.string(),
    referrer: z.string(),
    utm: z.string(),
  }),
)
export interface SampleChannel extends Omit<(typeof CHANNELS)[number], 'days'> {
  readonly days: readonly [first: number, last: number]
}

/**
 * The channels of an object over the sample's days. Every object has a search campaign that starts in the first third, a
 * seasonal one, and a tagged one that stopped 40 to 70 days before the end; every third object also gave up paid social then.
 */
export const channelsOf = (object: SampleObject, days: number): readonly SampleChannel[] => {
  const { id, alias, language, place, spec, trade } = object
  const season = hash(id, 22) % Math.max(1, days - 60)
  const stopped = Math.max(0, days - 40 - (hash(id, 23) % 30))
  const spans = {
    always: [0, Infinity],
    started: [hash(id, 21) % Math.ceil(days / 3), Infinity],
    given: [0, id % 3 === 0 ? stopped : Infinity],
    season: [season, season + 45],
    spring: [Math.max(0, stopped - 120), stopped],
  } as const
  const own: Readonly<Record<string, string>> = {
    slug: trade.slug,
    city: place.slug,
    alias,
    id: String(id),
    ad: `ad_${4000 + (hash(id, 24) % 900)}`,
  }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => own[name] ?? '')
  return CHANNELS.map(({ title, weight, days: span, referrer, utm, ...channel }) => {
    const [source, medium, campaign, content] = fill(utm).split(' ')
    return {
      ...channel,
      title: fill(title).split('/')[language === 'ru' ? 0 : 1] ?? '',
      weight: spec.barren === channel.code ? 6 * weight : weight,
      days: spans[span],
      referrer: fill(referrer),
      utm: source
        ? `utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}&utm_content=${content}`
        : '',
    }
  })
}
