import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CLOCK } from './clock.ts'
import { WITH_COMPILED } from '../../../scripts/compile-cache.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export const DIST = path('../../../dist')

export const startBuilt = async (
  port: number,
  site: string,
  env: Readonly<Record<string, string>> & { readonly DATA_DIR: string; readonly API_BASE_URL: string },
) => {
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [path('built.ts'), site], {
    cwd: path('../../..'),
    env: {
      PATH: process.env['PATH'],
      ...WITH_COMPILED,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      SESSION_SECRET: 'a secret of the tests, long enough to be one',
      ARCHIVE: 'memory',
      ...CLOCK,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('Callboard is at ')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  return {
    origin,
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
