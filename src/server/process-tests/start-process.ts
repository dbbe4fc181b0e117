import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { cookieOf } from '#/server/testing.ts'
import { testClockAhead } from '#/test/clock.ts'

/** Below the ephemeral ports, so that no connection takes a port before the server starts. */
const FIRST_PORT = 12_000
/** Ports per test worker, so that workers don't collide. */
const PORTS = 1_000
const ports = { worker: Number(process.env['VITEST_POOL_ID'] ?? 0) % 20, next: process.pid % PORTS }

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer()
  const listens = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!(await listens)) return false
  server.close()
  await once(server, 'close')
  return true
}

/** A different free port each time. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < PORTS; tries++) {
    const port = FIRST_PORT + ports.worker * PORTS + (ports.next++ % PORTS)
    if (await isFree(port)) return port
  }
  throw new Error('No port is free.')
}

/** A started server process. `await using` ends it with the test. */
export interface ServerProcess extends AsyncDisposable {
  readonly origin: string
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** Exit code; null: ended by a signal. */
  readonly ended: Promise<number | null>
  /** Resolves once it serves. Rejects with its output when it ends instead. */
  readonly ready: () => Promise<void>
  /** Sends as our page does. */
  readonly send: (
    path: string,
    init?: { method?: string; body?: unknown; cookie?: string },
  ) => Promise<Response>
  readonly enter: (email: string, password: string) => Promise<string>
  readonly signal: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  /** Peak memory in bytes. */
  readonly peakMemory: () => Promise<number>
}

/** Starts the server with exactly these variables. */
export const startProcess = async (env: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    // The tests' fetch leaves connections open without reusing them.
    env: {
      PATH: process.env['PATH'],
      PORT: port,
      STOP_NOTICE: '1s',
      ...(!('FAULTS' in env || 'HOST' in env) && { FAULTS: '1', FAULTS_CLOCK: String(testClockAhead()) }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = { stdout: '', stderr: '' }
  const greeted = new Promise<void>((resolve) =>
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text
      if (output.stdout.includes('Callboard is at ')) resolve()
    }),
  )
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  // `close`, not `exit`: by then all output has arrived.
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  const signal: ServerProcess['signal'] = async (name) => {
    child.kill(name)
    await ended
  }

  const origin = `http://localhost:${port}`
  const send: ServerProcess['send'] = (path, { method = 'GET', body, cookie } = {}) =>
    // By number, since `localhost` may resolve to another address.
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
    output,
    ended,
    send,
    signal,
    [Symbol.asyncDispose]: () => signal('SIGKILL'),
    ready: () =>
      Promise.race([
        greeted,
        ended.then((code) => {
          throw new Error(`ended with ${code}: ${output.stdout}${output.stderr}`)
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
