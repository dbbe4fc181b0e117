/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Obj } from '#/contract/object.ts'
import type { SampleAccount } from '#/contract/session.ts'
import { clientNamed, findContact, type ApiServer } from './api-server.ts'
import { words } from './page.ts'
import { eventually, renderApp } from './render-app.tsx'

/*
 * Every page, with what opens on it, in React's development build: what React warns of (keys, unknown attributes, nesting,
 * updates while drawing, effects that do not undo themselves) is a complaint, and fails. All other tests of pages run in its
 * production build, which says nothing and takes half the time; `npm run test:all` runs them in this one.
 */

interface Sight {
  readonly account: SampleAccount | null
  readonly address: string | ((api: ApiServer) => Promise<string>)
  readonly phone?: boolean
  readonly says: string | RegExp
  readonly press?: readonly (string | RegExp)[]
}

const objects = async (api: ApiServer) => (await api.get<{ objs: readonly Obj[] }>('/api/v2/objs/')).objs
const anObject = async (api: ApiServer) =>
  `/objects/${(await objects(api)).find((one) => one.is_tracking)!.oid}`
const aContact = async (api: ApiServer) => {
  const { oid, alias } = (await objects(api)).find((one) => one.is_tracking)!
  const { id } = await findContact(api, alias, ({ record_url: recording }) => recording)
  return `/objects/${oid}/calls/${id}`
}

const SIGHTS: Readonly<Record<string, Sight>> = {
  'sign-in': {
    account: null,
    address: '/sign-in',
    says: 'Sample sign-ins',
    press: ['Use an API key instead'],
  },
  'in a portal': { account: 'small_marketer', address: '/objects?embed=1', says: /Smile Studio Kazan/ },
  'the window that lets a portal in': {
    account: 'small_marketer',
    address: '/embed/sign-in?portal=https://portal.example.com&challenge=x',
    says: 'portal.example.com may not show Callboard',
  },
  'no such page': { account: 'small_marketer', address: '/no/such/page', says: 'There is no such page' },
  clients: {
    account: 'agency_manager',
    address: async (api) => `/clients?client=${await clientNamed(api, 'Sever Group')}`,
    says: /Orlov Legal/,
    press: ['More about Orlov Legal', /Sever Group$/],
  },
  objects: { account: 'marketer', address: '/objects', says: /Домоград/, press: [/^Lasts until .+ days/] },
  'an object': {
    account: 'client',
    address: anObject,
    says: 'Custom statuses',
    press: ['Show preview'],
  },
  journal: {
    account: 'marketer',
    address: '/calls?period=year&status_filter=ANSWER',
    says: /Rows 1–/,
    press: ['Duration', 'Source', /^Period/, /^Columns/, 'Save view', 'Export', 'Start export'],
  },
  'the journal on a phone': {
    account: 'marketer',
    address: '/calls?period=year',
    phone: true,
    says: /Updated/,
    press: [/^Filters/],
  },
  'a contact': { account: 'client', address: aContact, says: 'Attribution', press: ['Play'] },
  overview: {
    account: 'marketer',
    address: '/overview',
    says: /All [\d,]+ contacts? loaded/,
    press: [/^Contacts\s*[\d,]+$/, /^Period/],
  },
  'the spend of the overview': {
    account: 'small_marketer',
    address: '/overview',
    says: /All [\d,]+ contacts? loaded/,
    press: ['Spend', 'Paste from a sheet'],
  },
  'a note on the trend': {
    account: 'small_marketer',
    address: '/overview',
    says: /All [\d,]+ contacts? loaded/,
    press: ['Add note', 'Save note'],
  },
  'the plan of a month': {
    account: 'small_marketer',
    address: '/overview',
    says: /No plan for .+ yet/,
    press: ['Set a plan', 'Save plan'],
  },
  'the overview on a phone': {
    account: 'edge_cases',
    address: '/overview',
    phone: true,
    says: 'Sources',
  },
  report: { account: 'client', address: '/overview/report', says: 'Download PDF' },
  changes: {
    account: 'marketer',
    address: '/overview/changes',
    says: 'Assessment',
    press: [/^Parts of /],
  },
  tools: {
    account: 'marketer',
    address: '/overview/tools',
    says: /All [\d,]+ contacts? loaded/,
    press: [/^Negative keywords/, /^UTM cleaner/, /^Won statuses/, /^Shift finder/],
  },
  settings: { account: 'client', address: '/settings', says: 'Settings' },
  'the health of the data': { account: 'client', address: '/health', says: 'What was checked' },
  'whom to call back': {
    account: 'marketer',
    address: '/call-back',
    says: /people/,
    press: [/^Time to reconnect/, /^More:/],
  },
  alerts: {
    account: 'marketer',
    address: '/alerts',
    says: 'No alerts yet',
    press: ['New alert', 'Create alert'],
  },
  'the wall': { account: 'marketer', address: '/live', says: 'Newest contacts' },
  'the console': {
    account: 'marketer',
    address: '/console?endpoint=all_calls',
    says: 'Nothing has been sent yet',
    press: ['Send request', 'Open all', 'Close all', 'Clear'],
  },
  'the drift of the console': {
    account: 'agency_manager',
    address: '/console?view=drift',
    says: /^the last /,
  },
}

const buttonNamed = (name: string | RegExp) => {
  const found = [...document.querySelectorAll('button')].find((one) => {
    const text = one.ariaLabel ?? words(one)
    return typeof name === 'string' ? text === name : name.test(text)
  })
  if (!found) throw new Error(`No button is called ${name}. On the page: ${words(document.body)}`)
  return found
}

test('what runs here is the development build', () => expect(process.env.NODE_ENV).not.toBe('production'))

test.each(Object.entries(SIGHTS))('%s', async (_, { account, address, phone = false, says, press = [] }) => {
  const app = await renderApp(typeof address === 'string' ? address : '/settings', { account, phone })
  if (typeof address !== 'string') app.open(await address(app.api))
  await screen.findAllByText(says)
  await eventually(() => expect(app.queryClient.isFetching()).toBe(0))
  for (const name of press) await app.user.click(await eventually(() => buttonNamed(name)))
})
