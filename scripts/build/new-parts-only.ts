import type { BuildOptions, Plugin } from 'vite'

/**
 * What a script asks the browser to fetch along with a part that comes later is only what is not here yet: all that the
 * script itself imports is. Otherwise every script would name the files of every start again.
 */
export const newPartsOnly = () => {
  const importsOf = new Map<string, readonly string[]>()
  const plugin: Plugin = {
    name: 'new-parts-only',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        importsOf.clear()
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') importsOf.set(file.fileName, file.imports)
      },
    },
  }
  const modulePreload: Exclude<BuildOptions['modulePreload'], boolean | undefined> = {
    polyfill: false,
    resolveDependencies: (_file, needed, { hostId, hostType }) => {
      if (hostType === 'html') return needed
      const isHere = new Set([hostId])
      for (const file of isHere) for (const one of importsOf.get(file) ?? []) isHere.add(one)
      return needed.filter((one) => !isHere.has(one))
    },
  }
  return { plugin, modulePreload }
}
