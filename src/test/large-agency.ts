import type { RequestListener } from 'node:http'

/*
 * An API with one agency of many clients, for tests of lists. It knows the sign-in and the agency's list
 * (API document 4.2); its clients have neither objects nor contacts.
 */

export const MANAGER = { email: 'manager@example.com', password: 'a manager' } as const

const TRADES = ['Клиника', 'Автошкола', 'Hotel', 'Окна', 'School', 'Мебель', 'Dental', 'Юристы'] as const
const NAMES = ['«Вираж»', 'Ladoga', 'Север', 'Park', '«Линия взгляда»', 'Profi', 'Плюс'] as const

/** Long names, RTL, markup, empty values, odd counts. */
const STRANGE: readonly Readonly<Record<string, unknown>>[] = [
  { company_name: `Общество с ограниченной ответственностью ${'и партнёры '.repeat(20)}` },
  { company_name: 'W'.repeat(300), email: `${'w'.repeat(200)}@example.com` },
  { company_name: '<img src=x onerror="globalThis.__pwn = 1"><b>Bold</b>' },
  { company_name: 'شركة الاتصالات \u202Egnol si ti' },
  { company_name: '👩‍👩‍👧‍👦 e\u0301 ё Й' },
  { company_name: null, objects_count: null, calls_count: null },
  { company_name: '   ', statistics_only: null, hidden_fields: { region: true } },
  { company_name: 'Hides much', statistics_only: true, hidden_fields: ['region', 'managers', 'source'] },
  { company_name: 'Hides numbers', hidden_fields: [1, 2] },
]

export const largeAgencyClient = (index: number) => ({
  id: index + 1,
  email: `client${index + 1}@example.com`,
  company_name: `${TRADES[index % TRADES.length]} ${NAMES[index % NAMES.length]} ${index + 1}`,
  auth_token: `token-${index + 1}`,
  statistics_only: index % 50 === 7,
  hidden_fields: index % 40 === 9 ? ['region', 'managers'] : null,
  objects_count: (index * 7) % 23,
  calls_count: (index * 7919) % 10_007,
  ...STRANGE[index],
})

const agencyOf = (count: number) => ({
  name: 'Large agency',
  domain: 'large.example',
  phone_number: null,
  is_active: true,
  clients: Array.from({ length: count }, (_, index) => largeAgencyClient(index)),
})

export const largeAgency = (count: number): RequestListener => {
  const agencies = JSON.stringify([{ agency: agencyOf(count) }])
  const user = {
    email: MANAGER.email,
    contact_name: 'Anna',
    is_agency_manager: true,
    roles: [],
    objs: [],
    api_key: 'k'.repeat(32),
  }
  const answers: Record<string, string> = {
    'GET /v2/agency': agencies,
    'POST /v2/users/sign_in': JSON.stringify({ user }),
  }
  const pagination = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: 0 }
  const nothing = JSON.stringify({ calls: [], objs: [], meta: { pagination } })
  return ({ method, url }, response) => {
    const path = url?.split('?')[0] ?? ''
    const body = answers[`${method} ${path}`] ?? (/\/(calls|objs\/)$/.test(path) ? nothing : undefined)
    response
      .writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
      .end(body ?? '{"error":"not_found"}')
  }
}
