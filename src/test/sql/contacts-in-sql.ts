import { sql, type SqlBool } from 'kysely'
import type { Counts } from '#/contract/figures/counts.ts'
import { dayText } from '#/contract/day.ts'
import type { Dimension } from '#/contract/figures/dimensions.ts'
import type { Filter } from '#/contract/figures/questions.ts'

/*
 * What the analytics count, said in SQL over the reference service's own tables.
 */

/** Simple UTM lines; others are tested with the parser. */
export const PLAIN_UTM = /^(?:utm_[a-z]+=[\w.-]+(?:&|$))*$/
/** JavaScript's white space. */
const SPACES = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code))
  .filter((sign) => sign.trim() === '')
  .join('')
const trimmed = (column: string) => sql`nullif(trim(${sql.ref(column)}, ${SPACES}), '')`
export const LOCAL = sql<number>`(c.occurred_at + c.utc_offset * 60000)`
const utmCampaign = sql<string | null>`case when instr(c.utm, 'utm_campaign=') > 0 then
  substr(substr(c.utm, instr(c.utm, 'utm_campaign=') + 13), 1,
    instr(substr(c.utm, instr(c.utm, 'utm_campaign=') + 13) || '&', '&') - 1) end`
const cutAt = (sign: string) => sql`instr(c.request_uri || ${sign}, ${sign})`
export const CALLS = sql<SqlBool>`c.status in (1,2,3,4,5,6,7,17)`
export const MISSED = sql<SqlBool>`c.status in (1,3,4,5,6,7)`
/** A conversation: answered call, callback or chat. */
export const REACHED = sql<SqlBool>`(c.status in (2, 9, 15) or c.status = 10 and coalesce(c.duration, 0) <> 0)`

/** The value of a dimension in SQL, as text. */
export const VALUE = {
  object: sql`o.oid`,
  source: sql`coalesce(${trimmed('c.source_title')}, ${trimmed('c.src')})`,
  campaign: utmCampaign,
  search_request: trimmed('c.search_request'),
  page: sql`nullif(trim(substr(c.request_uri, 1, min(${cutAt('?')}, ${cutAt('#')}) - 1), ${SPACES}), '')`,
  region: trimmed('c.region'),
  manager: trimmed('c.managers'),
  service: sql`c.service_name`,
  status: sql`cast(c.status as text)`,
  channel: sql`case when ${CALLS} then 'call' when c.status in (8, 14) then 'form' when c.status in (9, 15) then 'chat'
    when c.status = 10 then 'callback' when c.status in (11, 12) then 'sms' when c.status = 13 then 'survey'
    when c.status = 16 then 'email' else 'other' end`,
  kind: sql`case c.call_type when 1 then 'first_time' when 2 then 'repeated' end`,
  target: sql`case c.target when 1 then 'target' when 0 then 'not_target' end`,
  custom_status: sql`(select json_extract(one.value, '$.name') from json_each(o.custom_statuses) one
    where json_extract(one.value, '$.id') = c.custom_status_id)`,
  caller: sql`'+' || nullif(c.caller_digits, '')`,
  deal: sql`case when c.customer_status is not null then json_extract(c.customer_status, '$.source') || ' ' ||
    json_extract(c.customer_status, '$.id') end`,
  weekday: sql`cast((${LOCAL} / 86400000 + 3) % 7 as text)`,
  hour: sql`cast(${LOCAL} / 3600000 % 24 as text)`,
  hour_of_week: sql`cast((${LOCAL} / 86400000 + 3) % 7 * 24 + ${LOCAL} / 3600000 % 24 as text)`,
} as const satisfies Record<Dimension, unknown>
export const NAMES = Object.keys(VALUE) as Dimension[]

export const COUNT = {
  contacts: sql`count(*)`,
  calls: sql`sum(${CALLS})`,
  answered: sql`sum(c.status = 2)`,
  missed: sql`sum(${MISSED})`,
  first_time: sql`sum(c.call_type = 1)`,
  repeated: sql`sum(c.call_type = 2)`,
  target: sql`sum(c.target = 1)`,
  not_target: sql`sum(c.target = 0)`,
  answered_target: sql`sum(c.status = 2 and c.target = 1)`,
  missed_first_time: sql`sum(${MISSED} and c.call_type = 1)`,
  timed: sql`sum(c.status = 2 and c.duration between 0 and 86400)`,
  talk_seconds: sql`sum(case when c.status = 2 and c.duration between 0 and 86400 then c.duration end)`,
} as const satisfies Record<keyof Counts, unknown>

/** Those of some ids; a row of contacts is `c`, its object `o`. */
export const amongIds = (ids: readonly number[]) =>
  sql`c.id in (select value from json_each(${JSON.stringify(ids)}))`

/** What passes the filters, among those ids. */
export const passing = (ids: readonly number[], filters: readonly Filter[]) =>
  sql.join(
    [
      amongIds(ids),
      ...filters.map((filter) => {
        if (filter.by === 'day')
          return sql`c.day between ${dayText(filter.first)} and ${dayText(filter.last)}`
        const known = filter.values.filter((value) => value !== null)
        const value = VALUE[filter.by]
        const among = sql`${value} in (select value from json_each(${JSON.stringify(known)}))`
        const passes = filter.values.includes(null) ? sql`(${value} is null or ${among})` : among
        return filter.except ? sql`not coalesce(${passes}, 0)` : passes
      }),
    ],
    sql` and `,
  )
