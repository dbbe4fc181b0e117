import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'

/** The built server in a process of its own. `await using` ends it. */
export interface BenchServer extends AsyncDisposable {
  /** Where it listens, whatever address its PUBLIC_URL names. */
  readonly origin: string
  readonly pid: number
  /** Rejects when it ends by itself. */
  readonly gone: Promise<never>
}

const PROGRAMS = {
  /** With the app that was built. */
  app: '../src/server/main.ts',
  /** With the folder that SITE names in its place. */
  site: '../src/server/process-tests/server.ts',
} as const

/** As a release is built. */
export const buildApp = () => {
  const { status } = spawnSync('npm', ['run', '-s', 'build'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The app could not be built')
}

const healthy = async (origin: string) => {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const ok = await fetch(`${origin}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The server did not start within two minutes')
}

/** Starts it on a port of loopback, resolves once it serves. @param env on top of the environment */
export const runServer = async (
  port: number,
  env: Readonly<Record<string, string>>,
  program: keyof typeof PROGRAMS = 'app',
): Promise<BenchServer> => {
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [join(import.meta.dirname, PROGRAMS[program])], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit', ...(program === 'site' ? (['ipc'] as const) : [])],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      FAULTS: '0',
      SESSION_SECRET: 'a secret of the benches, long enough to be one',
      ...env,
    },
  })
  const exited = once(child, 'exit')
  const gone = exited.then(([code]) => {
    throw new Error(`The server ended with ${code}`)
  })
  gone.catch(() => {})
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  try {
    await Promise.race([healthy(origin), gone])
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, pid: child.pid!, gone, [Symbol.asyncDispose]: stop }
}
