import { describe, expect, test } from 'vitest'
import {
  circles,
  copyingEffects,
  deafImports,
  fadingColours,
  isDrawn,
  isTest,
  keysByHand,
  MAX_FILES,
  MAX_LINES,
  MAX_ROUTE_LINES,
  offTokens,
  pagingReaders,
  sharedNames,
  sinks,
  source,
  sources,
  tooFull,
  tooLong,
  wordsAtStart,
  wrongImports,
  wrongNames,
} from './architecture.ts'

describe('the rules hold', () => {
  test('there is something to look at', () => {
    expect(sources.length).toBeGreaterThan(20)
  })
  test('rooms import only what they may', () => {
    expect(sources.flatMap(wrongImports)).toEqual([])
  })
  test('named exports, no barrels, kebab-case files', () => {
    // Has examples of violations.
    const others = sources.filter(({ path }) => path !== 'src/test/rules/architecture.test.ts')
    expect(others.flatMap(wrongNames)).toEqual([])
  })
  test('no HTML sinks, no code from text', () => {
    expect(
      sources
        .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/test/') && !isTest(path))
        .flatMap(sinks),
    ).toEqual([])
  })
  test('keys are made and read by name', () => {
    const others = sources.filter(({ path }) => path !== 'src/test/rules/architecture.test.ts')
    expect(others.flatMap(keysByHand)).toEqual([])
  })
  test('one reader of pages', () => {
    expect(sources.flatMap(pagingReaders)).toEqual([])
  })
  test('one name, one thing', () => {
    expect(sharedNames(sources.filter(({ path }) => !path.startsWith('e2e/')))).toEqual([])
  })
  test('no import circles', () => {
    expect(circles(sources)).toEqual([])
  })
  test('a server starts without the texts of the app', () => {
    expect(wordsAtStart(sources)).toEqual([])
  })
  test('no effect copies state', () => {
    expect(sources.filter(isDrawn).flatMap(copyingEffects)).toEqual([])
  })
  test('whoever loads a part hears that it has not come', () => {
    expect(sources.filter(isDrawn).flatMap(deafImports)).toEqual([])
  })
  test('colours, spacing and layers come from the tokens', () => {
    expect(sources.filter(isDrawn).flatMap(offTokens)).toEqual([])
  })
  test('one colour fades at a time', () => {
    expect(sources.filter(isDrawn).flatMap(fadingColours)).toEqual([])
    expect(fadingColours(source('src/ui/a.tsx', '<a className="p-1 transition-colors" />'))).toHaveLength(1)
  })
  test('no file is too long to read, no folder too full to know', () => {
    expect(sources.flatMap(tooLong)).toEqual([])
    expect(tooFull(sources)).toEqual([])
  })
})

describe('the rules bite', () => {
  test.each([
    ['src/ui/button.tsx', `import { obj } from '#/contract/object.ts'`],
    ['src/ui/link.tsx', `import { Link } from '@tanstack/react-router'`],
    ['src/contract/call.ts', `import { send } from '../api/client.ts'`],
    ['src/contract/call.ts', `import * as z from 'zod'`],
    ['src/api/calls.ts', `import type { Row } from '#/features/journal/row.ts'`],
    ['src/api/calls.ts', `import { useState } from 'react'`],
    ['src/analytics/period.ts', `import { m } from '#/i18n/paraglide/messages.js'`],
    ['src/analytics/period.ts', `import { send } from '#/api/client.ts'`],
    ['src/analytics/period.ts', `import { append } from '#/server/metrics/columns/dataset.ts'`],
    ['src/features/overview/a.ts', `import type { Dataset } from '#/server/metrics/columns/dataset.ts'`],
    ['src/domain/costs/costs.ts', `import { answer } from '#/server/metrics/figures/answer.ts'`],
    ['src/server/app.ts', `import { ApiError } from '#/api/error.ts'`],
    ['src/server/app.ts', `import { useFigures } from '#/domain/figures/use-figures.ts'`],
    ['src/server/app.ts', `import { saveFile } from '#/domain/files/save-file.ts'`],
    ['src/domain/costs/a.ts', `import { useSignedIn } from '#/domain/session/use-signed-in.ts'`],
    ['src/domain/costs/a.ts', `import type { IconName } from '#/ui/icon.tsx'`],
    ['src/domain/period/words.ts', `import { Table } from '#/features/journal/table.tsx'`],
    ['src/domain/period/words.ts', `import { Shell } from '#/app/shell.tsx'`],
    ['src/app/shell.tsx', `import { Table } from '#/features/journal/table.tsx'`],
    ['src/features/call/page.tsx', `import { Shell } from '#/app/shell.tsx'`],
    ['src/api/calls.ts', `import { words } from '#/domain/period/words.ts'`],
    ['src/server/reference/endpoints/calls.ts', `import { DatabaseSync } from 'node:sqlite'`],
    ['src/features/call/page.tsx', `import {\n  Table,\n} from '#/features/journal/table.tsx'`],
    ['src/features/call/page.tsx', `const load = () => import('#/routes/sign-in.tsx')`],
    ['src/features/call/page.tsx', `import '#/main.tsx'`],
    ['src/features/call/page.tsx', `import { readFile } from 'node:fs/promises'`],
    ['src/routes/sign-in.tsx', `import { app } from '#/server/app.ts'`],
    ['src/domain/contact-list/search.test.ts', `import { clean } from '#/features/journal/arrival.ts'`],
    ['src/ui/button.test.tsx', `import { call } from '#/contract/call.ts'`],
  ])('%s: %s', (path, text) => {
    expect(wrongImports(source(path, text))).toHaveLength(1)
  })

  test.each([
    ['src/features/call/page.tsx', `import { Table } from '../call/table.tsx'`],
    ['src/features/call/page.tsx', `import { useScope } from '#/domain/session/scope.ts'`],
    ['src/features/call/page.tsx', `import url from './worker/worker.ts?worker&url'`],
    ['src/features/overview/a.test.ts', `import { answer } from '#/server/metrics/figures/answer.ts'`],
    ['src/server/database/thread.ts', `import { DatabaseSync } from 'node:sqlite'`],
    ['src/domain/client/access.test.ts', `import { createQueryClient } from '#/app/query-client.ts'`],
    ['src/api/calls.test.ts', `import { readFileSync } from 'node:fs'`],
    ['src/server/app.ts', `import { csvFile } from '#/domain/files/write-csv.ts'`],
    ['src/ui/button.tsx', `// import { obj } from '#/contract/object.ts'`],
    ['src/contract/call-filters.ts', `const ORDER = ['uri', 'from', 'title']`],
  ])('%s may: %s', (path, text) => {
    expect(wrongImports(source(path, text))).toEqual([])
  })

  test.each([
    ['src/ui/button.tsx', 'export default 1'],
    ['src/ui/all.ts', `export * from './button.tsx'`],
    ['src/ui/all.ts', `export type { Button } from './button.tsx'`],
    ['src/ui/index.ts', 'export const a = 1'],
    ['src/ui/Button.tsx', 'export const a = 1'],
    ['src/ui/icon_button.tsx', 'export const a = 1'],
  ])('%s: %s', (path, text) => {
    expect(wrongNames(source(path, text))).toHaveLength(1)
  })

  test.each([
    'element.innerHTML = text',
    '<div dangerouslySetInnerHTML={{ __html: text }} />',
    '<iframe srcDoc={text} />',
    `element.insertAdjacentHTML('beforeend', text)`,
    'eval(text)',
    `new Function('a', text)`,
  ])('%s', (text) => {
    expect(sinks(source('src/ui/text.tsx', text))).toHaveLength(1)
  })

  test('comments may name what code may not do, and addresses are no comments', () => {
    expect(sinks(source('src/a.ts', '// never innerHTML\n/* nor\n eval( */ const a = 1'))).toEqual([])
    expect(sinks(source('src/a.ts', `const a = 'https://x'; b.innerHTML = a`))).toHaveLength(1)
  })

  test.each([
    'useEffect(() => setOpen(props.open), [props.open])',
    'useEffect(() => {\n  setRows(data.rows)\n}, [data])',
  ])('%s', (text) => {
    expect(copyingEffects(source('src/features/call/page.tsx', text))).toHaveLength(1)
  })

  test.each([
    `import('./card.tsx').then((code) => ({ default: code.Card }), () => ({ default: () => null }))`,
    `import('#/a/mark.ts').then(setMarking, () => undefined)`,
    `import('#/a/mark.ts').then(setMarking, ignore)`,
    `void import('./card.tsx').catch(() => undefined)`,
  ])('deaf: %s', (text) => {
    expect(deafImports(source('src/app/a.tsx', text))).toHaveLength(1)
    expect(deafImports(source('src/app/a.tsx', text.replace(/import\(('.*?')\)/, 'fetchCode()')))).toEqual([])
  })

  test.each([
    `<p style={{ color: '#0a7' }} />`,
    `<p className="bg-[oklch(0.5_0.1_200)]" />`,
    `<p className="z-10" />`,
    `<p className="z-[3]" />`,
    `<p style={{ zIndex: 3 }} />`,
    `<p className="mt-[13px]" />`,
    `<p className="phone:gap-x-[7px]" />`,
  ])('%s', (text) => {
    expect(offTokens(source('src/ui/text.tsx', text))).toHaveLength(1)
  })

  test.each([
    `import { a } from '#/api/add.ts'`,
    `<a href="#main" className="z-bar mt-3 text-text-2" />`,
    `<ZIndexLayer zIndex={DefaultZIndexes.label}>`,
  ])('is on the tokens: %s', (text) => {
    expect(offTokens(source('src/ui/text.tsx', text))).toEqual([])
  })

  test.each([
    `useQuery({ queryKey: [principal, client, 'plan'] })`,
    `const queryKey = ['session']`,
    `if (query.queryKey[2] === 'plan') stop()`,
    `const [principal] = query.queryKey`,
    `const mutationKey = [principal, null, 'agency']`,
  ])('a key by hand: %s', (text) => {
    expect(keysByHand(source('src/domain/a.ts', text))).toHaveLength(1)
  })

  test('a second reader of pages', () => {
    expect(pagingReaders(source('src/domain/a.ts', 'const more = page.total_pages'))).toHaveLength(1)
    expect(pagingReaders(source('src/api/pages.ts', 'const more = page.total_pages'))).toEqual([])
  })

  test('one name for two things', () => {
    const a = source('src/a.ts', 'export const words = 1')
    expect(sharedNames([a, source('src/b.ts', 'export function words() {}')])).toHaveLength(1)
    expect(sharedNames([a, source('src/b.ts', 'const words = 2\nexport const others = 3')])).toEqual([])
  })

  test('texts at the start, but not those loaded later', () => {
    const words = `import { m } from '#/i18n/paraglide/messages.js'`
    const start = (text: string) =>
      wordsAtStart([source('src/server/boot.ts', text), source('src/server/mail.ts', words)])
    expect(start(`import { mail } from './mail.ts'`)).toHaveLength(1)
    expect(start(`const mail = () => import('./mail.ts')`)).toEqual([])
  })
  test('a circle of three, but not of types', () => {
    const a = source('src/a.ts', `import { b } from './b.ts'`)
    const b = source('src/b.ts', `import { c } from '#/c.ts'`)
    expect(circles([a, b, source('src/c.ts', `import { a } from './a.ts'`)])).toHaveLength(1)
    expect(circles([a, b, source('src/c.ts', `import type { A } from './a.ts'`)])).toEqual([])
  })

  test('a folder of 21 files, a route of 61 lines', () => {
    const files = Array.from({ length: MAX_FILES + 1 }, (_, index) => source(`src/ui/a${index}.ts`, ''))
    expect(tooFull(files.slice(1))).toEqual([])
    expect(tooFull(files)).toHaveLength(1)
    expect(tooLong(source('src/routes/a.tsx', 'a\n'.repeat(MAX_ROUTE_LINES + 1)))).toHaveLength(1)
  })

  test('a file of 401 lines', () => {
    expect(tooLong(source('src/a.ts', 'a\n'.repeat(MAX_LINES)))).toEqual([])
    expect(tooLong(source('src/a.ts', 'a\n'.repeat(MAX_LINES + 1)))).toHaveLength(1)
  })
})
