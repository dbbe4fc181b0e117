import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import { named, words } from '#/test/page.ts'
import { rowsOfCsv, noteSavedFiles } from '#/test/outputs/saved-files.ts'
import { eventually, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

/* The overview's page as its tests read it. */

interface CallsAnswer {
  readonly calls: readonly ListedCall[]
  readonly meta: { readonly pagination: { readonly total_objects: number } }
}

export const shown = (count: number) => count.toLocaleString('en')
export const numberIn = (text: string) => Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''))
export const added = (counts: readonly (number | string | undefined)[]) =>
  counts.reduce<number>((total, count) => total + Number(count), 0)

export const panel = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('section')].filter((section) => {
    const heading = document.getElementById(section.getAttribute('aria-labelledby') ?? '')
    return (heading === null ? section.ariaLabel : words(heading)) === name
  })
  expect(found, `panels called ${name}`).toHaveLength(1)
  return found[0]!
}

export const buttonOf = (name: string | RegExp, inside: HTMLElement = document.body): HTMLElement => {
  const isNamed = typeof name === 'string' ? named(name) : (text: string) => name.test(text)
  const found = [...inside.querySelectorAll('button')].filter((one) => isNamed(one.ariaLabel ?? words(one)))
  const [first] = found
  if (found.length !== 1 || !first) throw new Error(`${found.length} buttons are called ${String(name)}`)
  return within(first.parentElement!).getByRole('button', { name: isNamed })
}

export const figure = (name: string | RegExp, inside: HTMLElement = panel('Summary')) =>
  buttonOf(name, inside)
export const figureCount = (name: string, inside: HTMLElement = panel('Summary')): number =>
  numberIn(words(figure(new RegExp(`^${name}\\s*[\\d,]+$`), inside)).replace(name, ''))
export const receipt = () => screen.getByRole('dialog', { name: 'Receipt' })
export const sourceRow = (name: string): HTMLElement => {
  const row = [...panel('Sources').querySelectorAll('tr')].find((one) =>
    [...one.querySelectorAll('button')].some((title) => words(title) === name),
  )
  if (!row) throw new Error(`No source ${name}`)
  return row
}

/** Waits until the period and the comparison have loaded. */
export const allLoaded = (count?: number) =>
  eventually(() => {
    const loadedCount = /All ([\d,]+) contacts? loaded/.exec(document.body.textContent)?.[1]
    if (count !== undefined) expect(loadedCount).toBe(shown(count))
    const statuses = screen.getAllByRole('status').map(words)
    expect(statuses).toContainEqual(expect.stringMatching(/^[\d,]+ contacts?$/))
    expect(loadedCount).toBeDefined()
    // Panels further down render after those above.
    const main = document.querySelector('main')!
    expect(main.textContent).not.toContain('so far')
    expect(main.querySelectorAll('.animate-appear')).toHaveLength(0)
  })

export const openOverview = async (query: string, options: Partial<RenderAppOptions> = {}) => {
  const app = await renderApp(`/overview${query}`, { account: 'small_marketer', ...options })
  const list = (days: string, filters = '', path = '/calls') =>
    app.api.get<CallsAnswer>(`/api/v2${path}?period=custom&${days}${filters}`)
  return {
    ...app,
    list,
    counted: async (days: string, filters?: string, path?: string) =>
      (await list(days, filters, path)).meta.pagination.total_objects,
    listens: () => {
      const from = app.api.toService.length
      return () =>
        app.api.toService.slice(from).flatMap((line) => {
          const [, query] = /^GET \S*\/v2\/calls\?(.*)$/.exec(line) ?? []
          return query === undefined ? [] : [{ query: new URLSearchParams(query) }]
        })
    },
    press: async (name: string | RegExp, inside?: HTMLElement) =>
      app.user.click(await eventually(() => buttonOf(name, inside))),
  }
}

export const showAll = async (user: UserEvent, inside: HTMLElement) => {
  const more = [...inside.querySelectorAll('button')].find((one) => words(one).startsWith('Show all'))
  if (more) await user.click(more)
}

/** Exports as CSV: name, text and rows by header. */
export const exportCsv = async (user: UserEvent, name: string, inside?: HTMLElement) => {
  const { saving } = noteSavedFiles()
  const file = await saving(async () => {
    await user.click(await eventually(() => buttonOf(`Export ${name}`, inside)))
    const menu = await screen.findByRole('menu', { name: `Export ${name}` })
    await user.click(within(menu).getByRole('menuitem', { name: /^CSV/ }))
  })
  return { name: file.name, text: (await file.bytes()).toString('utf8'), rows: await rowsOfCsv(file) }
}
