import { build } from 'vite'
import { expect, test } from 'vitest'
import { wholeImports } from './whole-imports.ts'

const MODULES: Readonly<Record<string, string>> = {
  texts: 'export const title = () => "Calls"',
  whole: 'import * as texts from "texts"; console.log(texts.title())',
  lacking: 'import * as texts from "texts"; console.log(texts.title(), texts.footer())',
}

const building = (entry: string) =>
  build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: entry } },
    plugins: [
      wholeImports(),
      { name: 'modules', resolveId: (id) => (id in MODULES ? id : null), load: (id) => MODULES[id] },
    ],
  })

test('a name that its module does not have fails the build', async () => {
  await expect(building('whole')).resolves.toBeDefined()
  await expect(building('lacking')).rejects.toThrow(/`?footer`? will always be undefined/)
})
