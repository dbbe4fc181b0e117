import { expect, test } from 'vitest'
import { source, sources } from './architecture.ts'
import { foldersInCircles, importsOfTheRoot } from './server-folders.ts'

test('the folders of the server import each other in one direction', () => {
  expect(foldersInCircles(sources)).toEqual([])
})

test('the folders of the server do not import what brings them together', () => {
  expect(importsOfTheRoot(sources)).toEqual([])
})

const http = source('src/server/http/a.ts', `import type { B } from '#/server/session/b.ts'`)
const session = (text: string, path = 'src/server/session/b.ts') => source(path, text)

test.each([
  `import { a } from '#/server/http/a.ts'`,
  `import type { A } from '../http/a.ts'`,
  `const load = () => import('#/server/http/deep/a.ts')`,
])('a pair of folders: %s', (text) => {
  expect(foldersInCircles([http, session(text)])).toHaveLength(1)
})

test('three folders, and a folder with a file beside it', () => {
  const log = source('src/server/log.ts', `import type { A } from './http/a.ts'`)
  expect(foldersInCircles([http, session(`import { log } from '#/server/log.ts'`), log])).toHaveLength(1)
  const mail = source('src/server/mail/c.ts', `import { a } from '../http/a.ts'`)
  expect(foldersInCircles([http, session(`import { c } from '../mail/c.ts'`), mail])).toHaveLength(1)
})

test('one direction, tests, and a folder with itself', () => {
  const back = `import { a } from '#/server/http/a.ts'`
  expect(foldersInCircles([http, session(`import { c } from './c.ts'`)])).toEqual([])
  expect(foldersInCircles([http, session(back, 'src/server/session/b.test.ts')])).toEqual([])
  expect(foldersInCircles([http, session(back, 'src/server/session/testing/b.ts')])).toEqual([])
})

test('a folder that knows the root', () => {
  expect(importsOfTheRoot([session(`import type { App } from '#/server/app.ts'`)])).toHaveLength(1)
  expect(importsOfTheRoot([session(`import type { Log } from '#/server/log.ts'`)])).toEqual([])
  expect(importsOfTheRoot([session(`import { log } from './log.ts'`, 'src/server/main.ts')])).toEqual([])
})
