import type { BuildOptions, Plugin } from 'vite'

/**
 * What a script asks the browser to fetch along with a part that comes later is only what is not here yet: all that the
 * script itself imports is. Otherwise every script would name the files of every start again.
 */
export const newPartsOnly = () => {
  const importsOf = new Map<string, readonly string[]>()
  let stylesOf = (_file: string): Iterable<string> => []
  let ofDocument: readonly string[] = []
  const plugin: Plugin = {
    name: 'new-parts-only',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        importsOf.clear()
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') importsOf.set(file.fileName, file.imports)
        // Which they are is known only when all of them have been made.
        stylesOf = (name) => {
          const file = bundle[name]
          return file?.type === 'chunk' ? (file.viteMetadata?.importedCss ?? []) : []
        }
        ofDocument = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && file.isEntry ? [file.fileName] : [],
        )
      },
    },
  }
  const modulePreload: Exclude<BuildOptions['modulePreload'], boolean | undefined> = {
    polyfill: false,
    resolveDependencies: (_file, needed, { hostId, hostType }) => {
      if (hostType === 'html') return needed
      const isHere = new Set([hostId, ...ofDocument])
      for (const file of isHere) for (const one of importsOf.get(file) ?? []) isHere.add(one)
      for (const file of isHere) for (const one of stylesOf(file)) isHere.add(one)
      return needed.filter((one) => !isHere.has(one))
    },
  }
  return { plugin, modulePreload }
}
