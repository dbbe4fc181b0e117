import type { Plugin } from 'vite'

/** What the router loads of a route's file when its page is opened. */
const PAGE_PART = /\/src\/routes\/(?<name>[^?]+)\.tsx\?tsr-split=component/
/** Names all routes; their pages come with what loads them. */
const ROUTES = /\/src\/routeTree\.gen\.ts$/
const SCHEMAS = /\/src\/contract\//
const FRAME = '_app'
const SIGN_IN = 'sign-in'
/** Pages that people begin with, by the names of their routes' files. */
export const FIRST_PAGES: ReadonlyMap<string, string> = new Map([
  ['_app.calls', 'journal'],
  ['_app.objects.$oid.calls.index', 'journal'],
  ['_app.objects.index', 'objects'],
  ['_app.objects.$oid.calls.$callId', 'contact'],
  ['_app.overview', 'overview'],
])
/** Small extra code of common next pages is bundled. */
const BESIDE = {
  of: 'overview',
  pages: new Set(['_app.overview_.report', '_app/overview_.changes', '_app/overview_.tools']),
}
/** Would be split into tiny files otherwise. */
const WITH_CRUMBS: ReadonlySet<string> = new Set(['journal', 'overview'])
/** Parts of libraries that not every page begins with: which parts of an index are used, the bundler alone knows. Texts need the registry's plurals. */
const LIBRARIES = [
  ['base', /\/@tanstack\/.*([mM]utation|useSuspenseQuery)|\/paraglide\/registry/],
  ['shared', /\/(clsx|@tanstack\/react-router\/.*useLocation)/],
  ['contact-journal', /\/@tanstack\/.*(queriesObserver|useQueries)/],
] as const
/** Barrels whose parts few pages use. */
const RARE = /\/(@tanstack\/.*([iI]nfiniteQuery(?!Behavior)|useBlocker)|zod\/v4\/mini\/iso\b)/
/** A message is a module, and only those that are named are used of their index. */
const MESSAGE_INDEX = /\/i18n\/paraglide\/messages(\.js|\/_index\.js)$/
const MESSAGE_FILE = /\/i18n\/paraglide\/messages\/(\w+)\.js$/
const MESSAGE = /\bm\.([a-z]\w*)/g
/** What one first page and others share: a file beside that page's own. */
const PARTS = '-parts'
/** Source of what several pages share that all others may load in vain: less is not worth a file of its own. */
const SMALL = 15_000
/** What a first page and others share is one file, with what the frame asks for besides, unless that brings more along than this … */
const SMALL_PARTS = 30_000
/** Minimum size of a separate file. */
const CRUMB_PARTS = 4_000
const TINY = 280
const TEXTS = 'texts'

/**
 * Names the chunk of every module that several pages share, by which of the {@link FIRST_PAGES} cannot be drawn without it:
 * each of them loads what it needs, and that in few files. What one page alone needs, and what none of them needs to be
 * drawn, is left to the bundler.
 *
 * Measured beside the bundler's own splitting, whose groups know no pages (JS and CSS by Brotli): a journal of 211 kB in
 * 10 files here, of 224 kB in 97 files with one group for what every page begins with, of 277 kB in 37 with groups by who imports.
 */
export const chunksByPage = (): Plugin => {
  const names = new Map<string, string>()
  const first = new Set<string>()
  const nameOf = (id: string): string | null =>
    LIBRARIES.find(([, parts]) => parts.test(id))?.[0] ?? names.get(id) ?? null
  /** Needed by all pages. */
  const isFirst = (id: string): boolean =>
    nameOf(id) === 'base' || (nameOf(id) === null && first.has(id) && !RARE.test(id))
  const groups = [
    { name: 'base', test: isFirst, includeDependenciesRecursively: false },
    { name: nameOf, debugName: 'by page', includeDependenciesRecursively: false },
  ]
  return {
    name: 'chunks-by-page',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }),
    buildEnd() {
      names.clear()
      const ids = [...this.getModuleIds()]
      const messages = new Map(
        ids.flatMap((id) => {
          const name = MESSAGE_FILE.exec(id)?.[1]
          return name === undefined ? [] : [[name, id] as const]
        }),
      )
      const found = new Map<string, readonly string[]>()
      const importsOf = (id: string): readonly string[] => {
        const before = found.get(id)
        if (before) return before
        const { importedIds = [], code } = this.getModuleInfo(id) ?? {}
        const used = MESSAGE_FILE.test(id)
          ? []
          : Array.from((code ?? '').matchAll(MESSAGE), ([, name]) => messages.get(name!))
        const imports = [...importedIds, ...used].filter((one) => one !== undefined)
        const all = imports.filter((one) => !MESSAGE_INDEX.test(one))
        found.set(id, all)
        return all
      }
      const laterOf = (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []
      const isPage = (id: string) => PAGE_PART.test(id)
      const reach = (from: readonly string[], besides: ReadonlySet<string>, isLaterToo: boolean) => {
        const all = new Set(from)
        for (const id of all)
          for (const one of isLaterToo ? [...importsOf(id), ...laterOf(id)] : importsOf(id))
            if (!besides.has(one) && !isPage(one)) all.add(one)
        return all
      }
      const entries = ids.filter((id) => this.getModuleInfo(id)?.isEntry)
      const begun = reach(entries, new Set(), false)
      first.clear()
      for (const id of begun) first.add(id)
      const pages = new Map(
        ids.flatMap((id) => {
          const name = PAGE_PART.exec(id)?.groups?.['name']
          return name === undefined ? [] : [[name, id] as const]
        }),
      )
      const frame = pages.get(FRAME)
      // Every page but the one to sign in begins with all routes, and with the schemas that one asks for later.
      const atSignIn = reach(
        ids.filter((id) => id === pages.get(SIGN_IN)),
        begun,
        false,
      )
      const routes = reach(
        [
          ...ids.filter((id) => ROUTES.test(id)),
          ...[...begun].flatMap(laterOf).filter((id) => SCHEMAS.test(id)),
        ],
        new Set([...begun, ...atSignIn]),
        false,
      )
      const frameLater = reach([...entries, ...(frame === undefined ? [] : [frame])], new Set(), true)
      /** The pages that need a module at once, and those that may ever ask for it. */
      const [atOnce, ever] = [false, true].map((isLaterToo) => {
        const pagesOf = new Map<string, Set<string>>()
        for (const [name, id] of pages) {
          const from = name.startsWith(FRAME) && frame !== undefined ? [frame, id] : [id]
          for (const one of reach(from, new Set([...begun, ...routes]), isLaterToo))
            if (!one.includes('/node_modules/')) pagesOf.set(one, (pagesOf.get(one) ?? new Set()).add(name))
        }
        return pagesOf
      })
      const sizeOf = (id: string) => this.getModuleInfo(id)?.code?.length ?? 0
      const chunkOf = (id: string, needing: ReadonlySet<string>): string | null => {
        const isTiny = sizeOf(id) < TINY
        if (needing.has(SIGN_IN))
          return needing.size > 1 || (isTiny && ever!.get(id)!.size > 1) ? 'base' : null
        const first = [...new Set([...needing].flatMap((page) => FIRST_PAGES.get(page) ?? []))].toSorted()
        const [only, ...more] = first
        if (only === undefined) return null
        if (more.length > 0)
          return first.length === new Set(FIRST_PAGES.values()).size ? 'shared' : first.join('-')
        const isElsewhere = (page: string) => FIRST_PAGES.get(page) !== only
        const elsewhere = [...ever!.get(id)!].filter(isElsewhere)
        if (elsewhere.length === 0 && !frameLater.has(id))
          return WITH_CRUMBS.has(only) && !isPage(id) ? only : null
        if (only === BESIDE.of && elsewhere.every((page) => BESIDE.pages.has(page))) return only
        // Loaded late by the frame on all pages.
        if (frameLater.has(id)) return `${only}-frame${PARTS}`
        const isDrawnElsewhere = [...needing].some((page) => isElsewhere(page) && !BESIDE.pages.has(page))
        return isDrawnElsewhere && isTiny ? 'shared' : `${only}${PARTS}`
      }
      const chunks = new Map<string, string[]>()
      for (const id of routes) if (!RARE.test(id)) names.set(id, 'shared')
      for (const [id, needing] of atOnce!) {
        const name = chunkOf(id, needing)
        if (name !== null) chunks.set(name, [...(chunks.get(name) ?? []), id])
      }
      const sourceOf = (name: string) => (chunks.get(name) ?? []).reduce((sum, id) => sum + sizeOf(id), 0)
      for (const page of new Set(FIRST_PAGES.values())) {
        const [parts, framed] = [`${page}${PARTS}`, `${page}-frame${PARTS}`]
        if (!chunks.has(parts) || !chunks.has(framed)) continue
        const isWorthIt = sourceOf(framed) > CRUMB_PARTS
        if (isWorthIt && sourceOf(parts) + sourceOf(framed) > SMALL_PARTS) continue
        chunks.set(parts, [...chunks.get(parts)!, ...chunks.get(framed)!])
        chunks.delete(framed)
      }
      // Texts of late parts are bundled together.
      const parts = ids.filter((id) => this.getModuleInfo(id)?.dynamicImporters.length)
      const pagesOfChunk = new Map<string, string>()
      for (const [nth, part] of [...entries, ...parts].entries())
        for (const one of reach([part], new Set(), false))
          pagesOfChunk.set(one, `${pagesOfChunk.get(one) ?? ''} ${nth}`)
      const beside = new Set([...pagesOfChunk].flatMap(([id, by]) => (MESSAGE_FILE.test(id) ? [] : [by])))
      for (const [id, by] of pagesOfChunk)
        if (MESSAGE_FILE.test(id) && !begun.has(id) && !beside.has(by)) names.set(id, TEXTS)
      for (const [name, all] of chunks) {
        const others = new Set(FIRST_PAGES.values()).size - name.split('-').length
        const isSmall = name.includes('-') && !name.endsWith(PARTS) && sourceOf(name) * others < SMALL
        for (const id of all) names.set(id, isSmall ? 'shared' : name)
      }
    },
  }
}
