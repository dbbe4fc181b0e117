import type { ObjectSpec } from '#/server/reference/sample/accounts.ts'
import { BIDI_OPEN, HTML, LONG_WORD, ZALGO } from './hostile.ts'

export const EDGE_CASES_ALIAS = 'edge-cases'
export const HOSTILE_TITLE_ALIAS = 'hostile-title'

const ADDRESS = 'javascript:window.__pwn=1'
const SCRIPT = `</textarea></code></pre>${HTML}`

/**
 * Two objects of the large marketer: one whose fields have other types than documented (G26), found by its plain title,
 * and one of the documented types whose every text is hostile.
 */
export const EDGE_CASE_OBJECTS: readonly ObjectSpec[] = [
  {
    title: 'Edge cases',
    trade: 'furniture',
    place: 'moscow',
    site: 'edge.domograd.ru',
    share: 0,
    alias: EDGE_CASES_ALIAS,
    details: {
      site_url: ADDRESS,
      js_code: SCRIPT,
      expiration_date: '32.13.2026 25:00:00',
      sessions_used: '4999',
      sessions: '5000',
      numbers: -1,
      is_tracking: '1',
      needs_renewing: 0,
      needs_increasing: 'true',
      use_sip: null,
      is_upgradable: undefined,
      country: null,
      city: 'Москва',
      tariff: { id: '1', name: HTML, sessions: 'many', price: '0.30000000000000004' },
      tariff_items: { '0': HTML },
      script_config_possible_values: null,
      blocked_ip_addresses: 'none',
      email_notification: [],
      client_phone_numbers: [
        null,
        'number',
        { number: ADDRESS, sip: ADDRESS, record_url: ADDRESS, priority: '1' },
      ],
    },
  },
  {
    // Its first letter puts it behind the others.
    title: `Яхты ${HTML} ${ZALGO} ${BIDI_OPEN}`,
    trade: 'furniture',
    place: 'moscow',
    site: 'hostile.domograd.ru',
    share: 0,
    alias: HOSTILE_TITLE_ALIAS,
    // The objects after it were there before, and keep their numbers.
    id: 999,
    details: {
      site_url: `${ADDRESS}//${LONG_WORD.slice(0, 500)}`,
      js_code: SCRIPT,
      phone_number: HTML,
      expiration_date: HTML,
      sip_uri: ADDRESS,
      sessions_used: Number.MAX_SAFE_INTEGER,
      sessions: 1,
      numbers: 1_000_000,
    },
  },
]
