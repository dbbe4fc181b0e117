import { once } from 'node:events'
import { createServer } from 'node:net'
import process from 'node:process'

const FIRST_PORT = 8187
/** Between the tests' own server and the page of primitives. */
const APART = 1000

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  // Rejects with what keeps it from listening.
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isListening
}

const freePort = async (): Promise<number> => {
  for (let port = FIRST_PORT; port < FIRST_PORT + APART; port++)
    if ((await isFree(port)) && (await isFree(port + APART))) return port
  throw new Error('The end-to-end tests found no free port: set E2E_PORT to one')
}

/** Where the tests' own server listens. Workers have the one that the run has found. */
export const PORT = Number((process.env['E2E_PORT'] ??= String(await freePort())))
/** `localhost`, not 127.0.0.1: on it Chromium keeps the Secure session cookie without https. */
export const ORIGIN = `http://localhost:${PORT}`

/** Where the tests' build of the page of primitives is served. */
export const PRIMITIVES_PORT = PORT + APART
export const PRIMITIVES = `http://localhost:${PRIMITIVES_PORT}/ui`
