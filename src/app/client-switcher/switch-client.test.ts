// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, type AnyRoute } from '@tanstack/react-router'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALL_FILTERS } from '#/contract/call-filters.ts'
import { parseSearch, stringifySearch } from '#/domain/search-params.ts'
import { createAppRouter } from '#/app/router.tsx'
import { routeTree } from '#/routeTree.gen.ts'
import { switchTarget, type Place } from '#/domain/client/use-switch-client.ts'

const router = createAppRouter(new QueryClient(), createMemoryHistory(), routeTree)

const ruleOf = (pathname: string) => router.matchRoutes(pathname, {}).at(-1)?.staticData.clientSwitch

const to = (href: string, state: Place['state'] = {}, client = 'new') => {
  const [pathname = '', search = ''] = href.split('?')
  return switchTarget({ pathname, search: parseSearch(search), state }, ruleOf(pathname), client)
}

describe('the routes', () => {
  const routes: AnyRoute[] = Object.values(router.routesById)
  const pages = routes.filter(({ id, options }) => id.startsWith('/_app/') && options.component)

  it('say what a change of client leaves of their address, every page', () => {
    expect(pages.length).toBeGreaterThan(7)
    const silent = pages.filter(({ options }) => options.staticData?.clientSwitch === undefined)
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  it('lead to pages that exist', () => {
    for (const { options } of pages) {
      const there = options.staticData?.clientSwitch?.to ?? ''
      expect(router.matchRoutes(there, {}).at(-1)?.staticData.clientSwitch?.to, there).toBe(there)
    }
  })
})

describe('switching the client', () => {
  it('keeps the page and the filters that make sense for every client', () => {
    const retained =
      'period=custom&date_from=2026-11-01&date_to=2026-11-20&source_text_filter=maps&target_filter=1' +
      '&repeated_filter=1&duration_filter=gt1m&status_filter=NOANSWER&order_field=duration&order_way=ASC'
    expect(to(`/calls?client=old&${retained}`)).toEqual({
      to: '/calls',
      href: `/calls?client=new&${retained}`,
      stays: true,
      dropped: [],
    })
  })

  it('drops and names what belongs to one client: its sources, pages, own statuses and callers', () => {
    const target = to(
      '/calls?client=old&period=week&source_filter=YANDEX&uri_filter=%2Fbron&status_filter=1042',
      {
        caller: '+74951234567',
      },
    )
    expect(target.href).toBe('/calls?client=new&period=week')
    expect(target.dropped.toSorted()).toEqual(['from_filter', 'source_filter', 'status_filter', 'uri_filter'])
  })

  it.each([
    ['/calls?client=old', '/calls?client=new', true],
    ['/clients', '/clients?client=new', true],
    ['/clients/?client=old', '/clients?client=new', true],
    ['/clients?client=old&period=week', '/clients?client=new&period=week', true],
    ['/objects?status=3&client=old', '/objects?client=new&status=3', true],
    ['/objects/', '/objects?client=new', true],
    ['/objects/o1?client=old', '/objects?client=new', false],
    ['/objects/o1/calls?client=old&period=year', '/calls?client=new&period=year', false],
    ['/objects/o1/calls/77?client=old', '/calls?client=new', false],
    ['/no-such-page', '/calls?client=new', false],
  ])('%s leads to %s', (from, href, stays) => {
    expect(to(from)).toMatchObject({ href, stays, dropped: [] })
  })

  it('stays on the overview’s report, with the same kept and its language', () => {
    expect(to('/overview/report?client=old&period=last_week&source=maps&region=Moscow&lang=ru')).toEqual({
      to: '/overview/report',
      href: '/overview/report?client=new&period=last_week&region=Moscow&lang=ru',
      stays: true,
      dropped: ['source'],
    })
  })

  it('on the overview keeps its days and comparison, and what every client has', () => {
    expect(
      to(
        '/overview?client=old&period=last_week&compare=year&object=o1&source=maps&region=Moscow&kind=first_time',
      ),
    ).toEqual({
      to: '/overview',
      href: '/overview?client=new&period=last_week&compare=year&region=Moscow&kind=first_time',
      stays: true,
      dropped: ['object', 'source'],
    })
  })

  it('from a contact keeps the filters of the journal it was opened from', () => {
    const target = to('/objects/o1/calls/77?client=old', {
      journal: { search: { client: 'old', period: 'week', target_filter: '1', source_filter: 'UTM' } },
    })
    expect(target).toEqual({
      to: '/calls',
      href: '/calls?client=new&period=week&target_filter=1',
      stays: false,
      dropped: ['source_filter'],
    })
  })

  it('leaves out values the journal would not understand', () => {
    expect(to('/calls?period=fortnight&foo=1&target_filter=yes').href).toBe('/calls?client=new')
  })

  it('always says the new client, once, and every dropped filter is gone from the address', () => {
    const search = fc.dictionary(fc.constantFrom(...CALL_FILTERS, 'client', 'status', 'x'), fc.string())
    const path = fc.constantFrom(
      '/calls',
      '/objects',
      '/objects/a',
      '/objects/a/calls',
      '/objects/a/calls/1',
      '/clients',
    )
    fc.assert(
      fc.property(path, search, fc.string({ minLength: 1 }), (pathname, search, client) => {
        const target = to(pathname + stringifySearch(search), {}, client)
        const { href, dropped } = target
        const url = new URL(href, 'http://callboard.invalid')
        expect(url.pathname).toBe(target.to)
        expect(url.searchParams.getAll('client')).toEqual([client])
        for (const name of dropped) expect(url.searchParams.has(name)).toBe(false)
      }),
    )
  })
})
