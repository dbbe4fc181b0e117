import { once } from 'node:events'
import { createServer } from 'node:net'
import process from 'node:process'

const FIRST_PORT = 8187
const APART = 1000

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
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

/** Chosen by the run, shared by workers. */
export const PORT = Number((process.env['E2E_PORT'] ??= String(await freePort())))
/** Chromium keeps Secure cookies without https on `localhost`, not on 127.0.0.1. */
export const ORIGIN = `http://localhost:${PORT}`

export const PRIMITIVES_PORT = PORT + APART
export const PRIMITIVES = `http://localhost:${PRIMITIVES_PORT}/ui`
