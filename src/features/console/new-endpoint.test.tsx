// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { words } from '#/test/page.ts'
import { renderApp } from '#/test/render-app.tsx'

vi.mock('#/contract/endpoints.ts', async (original) => {
  const { endpoints, ...rest } = await original<typeof import('#/contract/endpoints.ts')>()
  const { record, text } = await import('#/contract/field.ts')
  const z = await import('zod/mini')
  const colour = {
    method: 'PUT',
    path: '/v2/objs/:oid/colour',
    section: 'objects',
    query: ['shade'],
    body: z.object({ colour: z.enum(['red', 'green']), depth: z.number() }),
    answer: record('colour', { colour: text() }),
    source: '9.9',
  }
  return { ...rest, endpoints: { ...endpoints, colour } }
})

test('an endpoint that is new in the table has its place and its form by itself', async () => {
  const { user } = await renderApp('/console', { account: 'client' })
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Endpoint' }),
    'PUT /v2/objs/{oid}/colour',
  )
  screen.getByText('Section 9.9 of the API document')
  screen.getByRole('combobox', { name: 'Object oid · required' })
  screen.getByRole('textbox', { name: 'shade' })
  screen.getByRole('spinbutton', { name: 'depth · required' })
  const colour = screen.getByRole('combobox', { name: 'colour · required' })
  expect([...colour.children].map(words)).toEqual(['Any', 'red', 'green'])
})
