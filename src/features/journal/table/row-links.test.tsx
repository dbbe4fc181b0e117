import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CellContext } from './cell.ts'
import { RowObjectLink } from './row-links.tsx'

const html = (oid: string, client: string | null = null) => {
  const search = { period: 'week', status_filter: 'ANSWERED', view: 'mine' } as const
  const context = { oid: null, client, journal: { search } as CellContext['journal'] }
  return renderToStaticMarkup(
    <RowObjectLink oid={oid} context={context} tabIndex={-1}>
      Dentika
    </RowObjectLink>,
  )
}
const hrefIn = (markup: string) => /href="([^"]*)"/.exec(markup)?.[1]?.replaceAll('&amp;', '&')

test('an object of a row leads to its journal with client and period, without other filters', () => {
  expect(hrefIn(html('site', '7'))).toBe('/objects/site/calls?client=7&period=week')
  expect(hrefIn(html('a b'))).toBe('/objects/a%20b/calls?period=week')
})

test('an object that no address can name is text only', () => {
  expect(html('..')).toBe('<span>Dentika</span>')
})
