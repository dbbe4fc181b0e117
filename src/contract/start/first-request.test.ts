import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstRequest, landingOf } from './first-request.ts'

const PERSON = { user: { is_agency_manager: false } } as Parameters<typeof firstRequest>[1]
const MANAGER = { user: { is_agency_manager: true } } as typeof PERSON
const NOBODY = { user: null }

const requested = (page: string, who = PERSON) => firstRequest(new URL(page, 'http://localhost'), who)

describe('what a page asks first', () => {
  test.each([
    ['/calls', '/v2/calls?period=month'],
    ['/calls?period=week&target_filter=1', '/v2/calls?period=week&target_filter=1'],
    ['/calls?target_filter=1&period=week', '/v2/calls?period=week&target_filter=1'],
    [
      '/calls?period=custom&date_from=2026-11-01&date_to=2026-11-20',
      '/v2/calls?period=custom&date_from=2026-11-01&date_to=2026-11-20',
    ],
    [
      '/calls?order_field=duration&order_way=ASC',
      '/v2/calls?period=month&order_field=duration&order_way=ASC',
    ],
    [
      '/calls?source_filter=Яндекс%20Директ',
      '/v2/calls?period=month&source_filter=%D0%AF%D0%BD%D0%B4%D0%B5%D0%BA%D1%81+%D0%94%D0%B8%D1%80%D0%B5%D0%BA%D1%82',
    ],
    ['/objects', '/v2/objs/'],
    ['/objects?status=3', '/v2/objs/?status=3'],
    ['/objects?status=9', '/v2/objs/'],
    ['/objects/my.site.ru', '/v2/objs/my.site.ru'],
    ['/objects/%D1%8F', '/v2/objs/%D1%8F'],
    ['/objects/abc/calls', '/v2/objs/abc/calls?period=month'],
    ['/objects/abc/calls/17', '/v2/objs/abc/calls/17'],
    ['/overview', '/archive/clocks'],
    ['/overview/report?object=abc', '/archive/clocks'],
    ['/overview/changes?object=abc', '/archive/clocks'],
    ['/overview/tools?object=abc', '/archive/clocks'],
    ['/', '/archive/clocks'],
  ])('%s: %s', (page, address) => expect(requested(page)).toBe(address))

  test('is of the client that an agency manager has chosen, and before that of the agency only', () => {
    expect(requested('/calls?client=4', MANAGER)).toBe('/v2/clients/4/calls?period=month')
    expect(requested('/calls?client=4')).toBe('/v2/calls?period=month')
    expect(requested('/', MANAGER)).toBe('/v2/agency')
    expect(requested('/?client=4', MANAGER)).toBe('/clients/4/archive/clocks')
    expect(landingOf(new URL('http://localhost/'), MANAGER)).toBe('/clients')
    for (const page of ['/calls', '/objects', '/overview', '/objects/abc', '/calls?client=..'])
      expect(requested(page, MANAGER)).toBeNull()
    expect(requested('/clients')).toBeNull()
  })

  test.each([
    // The caller is removed from the address first.
    '/calls?from_filter=79161234567',
    // Several lists, or one of the archive's.
    '/calls?status_filter=missed',
    '/calls?q=price',
    '/calls?region=Moscow',
    // Relative, incomplete, reversed and invalid periods.
    '/calls?preset=last_7_days&period=custom&date_from=2026-11-01&date_to=2026-11-07',
    '/calls?date_from=2026-11-01',
    '/calls?period=custom&date_from=2026-11-02&date_to=2026-11-01',
    '/calls?period=custom&date_from=2026-02-30&date_to=2026-03-01',
    '/calls?status_filter=answer',
    '/calls?period=fortnight',
    '/calls?period=week&period=day',
    '/calls/',
    '/objects/%E0%A4%A',
    '/objects/a%2Fb',
    '/objects/abc/calls/x',
    '/settings',
    '/sign-in',
  ])('%s does not tell', (page) => expect(requested(page)).toBeNull())

  test('never throws, whatever the address', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.constantFrom(PERSON, MANAGER, NOBODY),
        (url, who) => void firstRequest(new URL(url), who),
      ),
    )
  })
})
