import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { ApiServer } from '../api-server.ts'
import { named } from '../page.ts'
import { eventually } from '../render-app.tsx'

/** `client` is its id in paths (G3). */
export interface ListedClient {
  readonly client: string
  readonly company_name: string
  readonly email: string
  readonly statistics_only: boolean
  readonly hidden_fields: readonly string[] | null
  readonly objects_count: number
  readonly calls_count: number
}

export const listedClients = async (api: ApiServer): Promise<readonly ListedClient[]> =>
  (await api.get<{ agency: { clients: ListedClient[] } }[]>('/api/v2/agency')).flatMap(
    ({ agency }) => agency.clients,
  )

/** Role queries are slow on large pages in jsdom. */
const header = () => within(document.querySelector<HTMLElement>('.frame-header') ?? document.body)

/** The button that says which client the page shows; waits until it is this one. */
export const findSwitcher = (name: string) =>
  eventually(() => header().getByRole('button', { name: named(`Client ${name}`) }))

/** The switcher's own search: pages have others. */
export const clientSearch = () => screen.findByRole('searchbox', { name: 'Clients' })

export const switchTo = async (user: UserEvent, name: string) => {
  await user.click(header().getByRole('button', { name: /^Client/ }))
  await user.type(await clientSearch(), name)
  await eventually(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{ArrowDown}{Enter}')
}

export const findContacts = () =>
  eventually(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-to="contact"]')]
    expect(links).not.toEqual([])
    return links
  })
