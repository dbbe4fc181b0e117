import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { compiledEarly } from './compiled-early.ts'

const MODULES: Readonly<Record<string, string>> = {
  begun: 'import("later").then(({ text }) => console.log(text))',
  later: 'export const text = "later"',
}

const built = async (...plugins: readonly ReturnType<typeof compiledEarly>[]) => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, sourcemap: 'hidden', rolldownOptions: { input: 'begun' } },
    plugins: [
      ...plugins,
      { name: 'modules', resolveId: (id) => (id in MODULES ? id : null), load: (id) => MODULES[id] },
    ],
  })) as Rolldown.RolldownOutput
  const files = new Map(output.map((file) => [file.fileName, file]))
  return (name: string) => {
    const chunk = output.find((file) => file.type === 'chunk' && file.name === name) as Rolldown.OutputChunk
    const map = files.get(`${chunk.fileName}.map`) as Rolldown.OutputAsset
    return { code: chunk.code, mappings: (JSON.parse(String(map.source)) as { mappings: string }).mappings }
  }
}

test('what every page begins with is compiled as it comes, what comes later is not; lines are still found in their source', async () => {
  const [before, after] = [await built(), await built(compiledEarly())]
  expect(after('begun')).toEqual({
    code: `//# allFunctionsCalledOnLoad\n${before('begun').code}`,
    mappings: `;${before('begun').mappings}`,
  })
  expect(after('later')).toEqual(before('later'))
})
