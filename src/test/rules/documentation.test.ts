import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { FAULTS_PAGE, faultsPage, provedBy } from '../../../scripts/faults.ts'
import { FAULT_ROWS } from '../faults/rows.ts'
import { CONFIG_DOC } from '#/server/config/config.ts'
import { createMetrics } from '#/server/monitoring/metrics.ts'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import type { SampleAccount } from '#/contract/session.ts'
import { WORKBOOK_MAX } from '#/contract/spend/spend-sheet.ts'
import { openReferenceDatabase } from '#/server/reference/api.ts'
import { makeSampleData, SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'

/* Documentation matches the code. */

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const files = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/.output/') && !path.startsWith('src/i18n/paraglide/'))

const documents = files('{*.md,docs/**/*.md}').map((path) => ({ path, text: read(path) }))
const sources = files('{src,e2e,scripts}/**/*.{ts,tsx}').map((path) => ({ path, text: read(path) }))
const manifest = z
  .object({
    scripts: z.record(z.string(), z.string()),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')))

const section = (path: string, heading: string) =>
  read(path)
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`)) ?? ''

/** The rows of every table in a text, below head and rule; each as its cells, without Markdown's own signs. */
const tableRows = (text: string): string[][] =>
  [...text.matchAll(/^\|[^\n]*\n\|[-:| ]+\|\n((?:\|[^\n]*\n?)*)/gm)].flatMap(([, body = '']) =>
    body
      .trim()
      .split('\n')
      .map((row) =>
        row
          .slice(1, -1)
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim().replaceAll(/\\([<|])/g, '$1')),
      ),
  )

const withoutCode = (cell: string) => cell.replace(/^`(.*)`$/, '$1')
const codeSpans = (text: string) => [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code)

test('the table of variables is that of the configuration', () => {
  const rows = tableRows(section('docs/configuration.md', 'Variables')).map(
    ([name = '', shown = '', text]) => ({
      name: withoutCode(name),
      default: withoutCode(shown),
      text,
    }),
  )
  expect(rows).toEqual(CONFIG_DOC)
})

const OF_OTHERS = [
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'NODE_COMPILE_CACHE',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'POSTGRES_DB',
  'POSTGRES_INITDB_ARGS',
]

test('every variable that deployments are shown to set exists', () => {
  const known = new Set([...OF_OTHERS, ...CONFIG_DOC.map(({ name }) => name)])
  const shown = ['Dockerfile', 'deploy/compose.yaml', 'deploy/callboard@.service', 'docs/deploy.md'].flatMap(
    (path) =>
      [...read(path).matchAll(/(?<![\w$])([A-Z]+_[A-Z_]+|HOST|PORT)(?==|: )/g)].map(([, name = '']) => name),
  )
  expect(new Set(shown)).toContain('API_BASE_URL')
  expect(shown.filter((name) => !known.has(name))).toEqual([])
})

test('docs/deploy.md makes the folders that it installs into', () => {
  const lines = read('docs/deploy.md').match(/^install .*$/gm) ?? []
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => !line.startsWith('install -D '))).toEqual([])
})

test('docs/deploy.md says how the systemd unit lets Chromium make PDFs', () => {
  expect(read('deploy/callboard@.service')).toContain('\nRestrictNamespaces=yes\n')
  expect(section('docs/deploy.md', 'Mail').split('### PDF')[1]).toContain('\nRestrictNamespaces=user ')
})

test('the nginx that is delivered lets the largest workbook through', () => {
  const [, megabytes] = /^ {2}client_max_body_size (\d+)m;$/m.exec(read('deploy/nginx.conf')) ?? []
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(WORKBOOK_MAX.bytes)
})

test('the nginx that is delivered writes no secret address into a log', () => {
  const blocks = read('deploy/nginx.conf').split(/^(?=server \{| {2}location )/m)
  const isDocumented = (named: RegExp) =>
    blocks.filter((block) => named.test(block)).map((one) => /access_log (?:off|\S+ callboard);/.test(one))
  expect(isDocumented(/^server /)).toEqual([true, true])
  expect(isDocumented(/^ {2}location \/(?:s|mail\/stop)\/ /)).toEqual([true, true])
})

test('no example of signing in loses what follows the first & of an address', () => {
  expect(documents.filter(({ text }) => /rd=\S*\$request_uri/.test(text)).map(({ path }) => path)).toEqual([])
})

test('docs/deploy.md lists the metrics that there are, with their kinds', async () => {
  const text = await createMetrics().text({
    sessions: 0,
    archiveReadings: 0,
    circuits: { open: 0, opened: 0 },
    keysRefused: 0,
    storage: null,
    archive: null,
  })
  const kinds = [...text.matchAll(/^# TYPE (callboard_\S+) (\w+)$/gm)].map(
    ([, name, kind]) => `${name} ${kind}`,
  )
  const listed = tableRows(section('docs/deploy.md', 'Watching'))
    .map(([name = '', kind]) => `${withoutCode(name).replace(/\{.*$/, '')} ${kind}`)
    .filter((line) => line.startsWith('callboard_'))
  expect(listed.toSorted()).toEqual(kinds.toSorted())
})

test('the README’s sign-ins are those of the sample data', () => {
  const rows = tableRows(section('README.md', 'Start'))
    .filter((cells) => cells.length === 3)
    .map(([email = '', password = '', role]) => ({
      email: withoutCode(email),
      password: withoutCode(password),
      role,
    }))
  expect(rows).toEqual(SAMPLE_SIGN_INS.map(({ email, password, role }) => ({ email, password, role })))
})

test('README, sign-in page and sample data agree about the objects of each account', async () => {
  const database = await openReferenceDatabase(':memory:')
  await makeSampleData(database, { contacts: 1, seed: 1, now: Date.parse('2026-11-20T12:00:00Z') })
  const owners = await database
    .selectFrom('objects')
    .innerJoin('accounts', 'accounts.id', 'objects.account_id')
    .select('accounts.email')
    // Deleted ones are unlisted.
    .where('objects.status', '<>', OBJECT_STATUS.deleted)
    .execute()
  await database.destroy()
  const objectCount = (text: string) => Number(/(\d+) (?:objects|объект)/.exec(text)?.[1] ?? 0)
  const notes = (['en', 'ru'] as const).map((language) =>
    z.record(z.string(), z.string()).parse(JSON.parse(read(`src/i18n/messages/sign-in.${language}.json`))),
  )
  const rows = tableRows(section('README.md', 'Start'))
  const silent: readonly SampleAccount[] = ['statistics_only']
  for (const { email, account } of SAMPLE_SIGN_INS) {
    const objects = owners.filter((owner) => owner.email === email).length
    const [, , role = ''] = rows.find(([cell]) => cell === `\`${email}\``) ?? []
    const words = notes.map((note) => note[`sample_${account}_note`] ?? '')
    expect([role, ...words].map(objectCount), email).toEqual([
      silent.includes(account) ? 0 : objects,
      objects,
      objects,
    ])
  }
})

test('every relative link leads somewhere', () => {
  const broken = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
      .map(([, link, image]) => (link ?? image ?? '').replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^https?:/.test(target))
      .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every file that is named exists', () => {
  const names = new Set(sources.map(({ path }) => basename(path)))
  const isMissing = (named: string) => {
    if (
      /^(src|e2e|scripts|docs|public|deploy)(\/[\w.$-]+)+$/.test(named) ||
      /^[\w-]+\.(md|json)$/.test(named)
    )
      return !existsSync(join(ROOT, named))
    return /^[\w-]+(\.test)?\.tsx?$/.test(named) && !names.has(named)
  }
  const missing = documents.flatMap(({ path, text }) =>
    codeSpans(text)
      .filter(isMissing)
      .map((named) => `${path}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('every npm script that is named exists', () => {
  const named = documents.flatMap(({ text }) =>
    [...text.matchAll(/npm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(([, name = '']) => name),
  )
  expect(named).toContain('dev')
  expect(named.filter((name) => !(name in manifest.scripts))).toEqual([])
})

test('every gap that the source names is a row of docs/gaps.md, and every row names an answer and a place', () => {
  const rows = tableRows(read('docs/gaps.md'))
  const known = new Set(rows.map(([gap]) => gap))
  expect(known.size).toBe(rows.length)
  const unknown = [...sources, ...documents].flatMap(({ path, text }) =>
    [...text.matchAll(/\bG\d+\b/g)]
      .filter(([gap]) => !known.has(gap))
      .map(([gap]) => `${path} names ${gap}: give it a row in docs/gaps.md`),
  )
  expect(unknown).toEqual([])
  expect(rows.filter(([, , answer = '', where = '']) => answer === '' || !where.includes('`src/'))).toEqual(
    [],
  )
})

test('every section of the API document that the source cites is in docs/api.md', () => {
  const text = read('docs/api.md')
  const sections = new Set([...text.matchAll(/^###? (\d+(?:\.\d+)?)\.? /gm)].map(([, number = '']) => number))
  const rules = text.split(/^## 5\. /m)[1]?.split(/^## /m)[0] ?? ''
  for (const [, item] of rules.matchAll(/^(\d+)\. /gm)) sections.add(`5.${item}`)
  const unknown = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/API document,? (?:section )?(\d[\d.]*(?:(?:, |–| and )\d[\d.]*)*)/g)]
      .flatMap(([, cited = '']) => cited.split(/, |–| and /))
      .map((number) => number.replace(/\.$/, ''))
      .filter((number) => !sections.has(number))
      .map((number) => `${path} cites ${number}`),
  )
  expect(sections).toContain('2.12')
  expect(unknown).toEqual([])
})

test('every dependency has its line in CONTRIBUTING.md, and no line is left over', () => {
  const listed = tableRows(section('CONTRIBUTING.md', 'Dependencies')).flatMap(([packages = '']) =>
    codeSpans(packages),
  )
  const { dependencies, devDependencies, optionalDependencies } = manifest
  expect(listed.toSorted()).toEqual(
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).toSorted(),
  )
})

test('docs/faults.md is what `npm run faults` writes, and every fault is proved by a test', () => {
  const unproved = Object.values(FAULT_ROWS)
    .flat()
    .filter((row) => provedBy(row).length === 0)
  expect(unproved.map(({ id }) => id)).toEqual([])
  expect(readFileSync(FAULTS_PAGE, 'utf8')).toBe(faultsPage())
})

/** Whether a test's name begins with these words, or names them among others: `one, two: what they say`. */
const isTest = (() => {
  const tests = sources
    .filter(({ path }) => /\.(test|e2e)\.tsx?$/.test(path) && path !== 'src/test/rules/documentation.test.ts')
    .map(({ text }) => text)
    .join('\n')
  return (name: string) =>
    ["'", '"', '`'].some((quote) => tests.includes(quote + name)) ||
    [':', "'"].some((end) => tests.includes(`, ${name}${end}`))
})()

test('the threats of docs/security.md are all there, each with tests that begin with the names it gives', () => {
  const rows = tableRows(section('docs/security.md', 'Threats and their tests'))
  expect(rows.length).toBeGreaterThanOrEqual(33)
  expect(rows.map(([number]) => Number(number))).toEqual(rows.map((_, index) => index + 1))
  const names = rows.flatMap(([, , tests = '']) => tests.split(', '))
  expect(names.filter((name) => !/^"[\w-]+"$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('every test that docs/security.md quotes exists', () => {
  const rows = tableRows(read('docs/security.md'))
  const quoted = rows.flatMap(([, , proof = '']) =>
    [...proof.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  )
  expect(rows.filter(([, , proof]) => !proof?.includes('"'))).toEqual([])
  expect(quoted.filter((name) => !isTest(name))).toEqual([])
})

test('pictures are small enough to be kept', () => {
  const pictures = files('docs/pictures/*')
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((path) => statSync(join(ROOT, path)).size > 250_000)).toEqual([])
})
