import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { cookieOf } from '#/server/testing.ts'

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A server process as far as it has come. `await using` ends it with the test. */
export interface ServerProcess extends AsyncDisposable {
  readonly origin: string
  readonly said: { readonly stdout: string; readonly stderr: string }
  /** Resolves with the exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>
  /** Resolves once it serves. Rejects with what it said when it ends instead. */
  readonly ready: () => Promise<void>
  /** As our page would ask it. */
  readonly send: (
    path: string,
    init?: { method?: string; body?: unknown; cookie?: string },
  ) => Promise<Response>
  /** Resolves with the `Cookie` header to send. */
  readonly enter: (email: string, password: string) => Promise<string>
  readonly signal: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  /** Bytes of memory it took at most, from its start on. */
  readonly peakMemory: () => Promise<number>
}

/** Starts the server with these variables and no others. */
export const startProcess = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    // The tests' fetch keeps connections open without using them again.
    env: { PATH: process.env['PATH'], PORT: port, STOP_NOTICE: '1s', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said = { stdout: '', stderr: '' }
  const greeted = new Promise<void>((resolve) =>
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said.stdout += text
      if (said.stdout.includes('Callboard is at ')) resolve()
    }),
  )
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  // `close` and not `exit`: by then everything it said has arrived.
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  const signal: ServerProcess['signal'] = async (name) => {
    child.kill(name)
    await ended
  }

  const origin = `http://localhost:${port}`
  const send: ServerProcess['send'] = (path, { method = 'GET', body, cookie } = {}) =>
    // By number: `localhost` would be looked up first, and it listens on one of its addresses only.
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        origin,
        'x-requested-by': 'callboard',
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    origin,
    said,
    ended,
    send,
    signal,
    [Symbol.asyncDispose]: () => signal('SIGKILL'),
    ready: () =>
      Promise.race([
        greeted,
        ended.then((code) => {
          throw new Error(`ended with ${code}: ${said.stdout}${said.stderr}`)
        }),
      ]),
    enter: async (email, password) =>
      cookieOf(await send('/api/v2/users/sign_in', { method: 'POST', body: { user: { email, password } } })),
    peakMemory: async () => {
      const answer = once(child, 'message')
      child.send('memory')
      const [bytes]: number[] = await answer
      return bytes ?? Infinity
    },
  }
}
