import { createServer } from 'node:http'
import process from 'node:process'
import { createReferenceService, openReferenceDatabase } from '#/server/reference/api.ts'
import { makeSampleData, sampleSignIn } from '#/server/reference/sample-data.ts'

/*
 * Stands for the vendor's API in a process of its own: every list of contacts is one real page of twenty, whatever is asked;
 * with faults a tenth of the answers is none. `bare` is a proxy in front of it that does nothing else.
 */

const [, , role = 'upstream', port = '0', target = '', faults = '0'] = process.argv

const page = async (): Promise<Buffer> => {
  const database = await openReferenceDatabase(':memory:')
  const now = Date.now()
  await makeSampleData(database, { contacts: 2000, seed: 1, now })
  const service = createReferenceService({ database, publicUrl: 'http://localhost', now: () => now })
  const { email, password } = sampleSignIn('marketer')
  const signIn = await service.fetch(
    new Request('http://localhost/v2/users/sign_in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: { email, password } }),
    }),
  )
  const { user } = (await signIn.json()) as { user: { api_key: string } }
  const headers = { authorization: `Basic ${btoa(`${user.api_key}:`)}` }
  const calls = await service.fetch(new Request('http://localhost/v2/calls?period=all', { headers }))
  if (!calls.ok) throw new Error(`The page of contacts was answered ${calls.status}`)
  return Buffer.from(await calls.arrayBuffer())
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

const upstream = async () => {
  const calls = await page()
  let nth = 0
  return createServer((request, response) => {
    request.resume()
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/v2/agency') {
      response.writeHead(403, JSON_TYPE).end('{"error":"access_denied"}')
      return
    }
    if (path !== '/v2/calls') {
      response.writeHead(200, JSON_TYPE).end('{"objs":[]}')
      return
    }
    const kind = faults === '1' ? nth++ % 40 : -1
    if (kind === 0) response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
    else if (kind === 10) response.writeHead(500, JSON_TYPE).end('{"error":"unknown_error"}')
    else if (kind === 20) {
      // Cut off in the middle.
      response.writeHead(200, { ...JSON_TYPE, 'content-length': calls.length }).write(calls.subarray(0, 1000))
      setTimeout(() => response.destroy(), 5)
    } else if (kind === 30) request.socket.destroy()
    else response.writeHead(200, JSON_TYPE).end(calls)
  })
}

const forward = async (path: string): Promise<{ status: number; body: Buffer }> => {
  const answer = await fetch(new URL(path.replace(/^\/api/, ''), target), {
    headers: { authorization: 'Basic a2V5Og==', accept: 'application/json' },
  })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

const bare = () =>
  createServer(async (request, response) => {
    const { status, body } = await forward(request.url ?? '/')
    response.writeHead(status, JSON_TYPE).end(body)
  })

const server = role === 'bare' ? bare() : await upstream()
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1', () => process.send?.('ready'))
