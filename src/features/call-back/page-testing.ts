import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { ApiServer } from '#/test/api-server.ts'
import { eventually } from '#/test/render-app.tsx'

export const table = async () => screen.findByRole('table', { name: 'Callers' })
export const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
export const tabCount = (name: RegExp) =>
  Number(/\d+/.exec(screen.getByRole('link', { name }).textContent)?.[0])
export const here = () =>
  eventually(() => {
    expect(document.body.textContent).toMatch(/\d+ people/)
    expect(document.body.textContent).not.toMatch(/still being read|Not all contacts are loaded/)
  })
export const page = { account: 'marketer' } as const
/** The newest missed call; its caller waits. */
export const newestMissed = ({ database }: ApiServer) =>
  database
    .selectFrom('contacts')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .selectAll('contacts')
    .where('accounts.email', '=', 'igor@domograd.ru')
    .where('status', 'in', [1, 3, 4, 5, 6, 7])
    .where('caller_digits', '<>', '')
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
