import { createServer as createTrap, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { makeCertificate } from './support/servers/certificate.ts'
import { test as base } from './support/servers/real-api.ts'
import { credentialsOf } from './support/sign-in.ts'
import { expect } from './support/test.ts'

interface Receivers {
  /** Takes what is posted to `/take`, and sends what comes to `/on` further to the trap on this machine. */
  readonly port: number
  readonly ca: string
  readonly posts: { readonly path: string; readonly body: string; readonly signature: string }[]
  /** On this machine, where nothing may lead. */
  readonly trap: { readonly port: number; requestCount: number }
}

const NAMES = ['hooks.example', 'inside.example']
const portOf = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The second server meets names of the internet, as `public-names.ts` has them. */
const test = base.extend<{ receivers: Receivers }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  receivers: async ({}, use, testInfo) => {
    const { ca, cert, key } = makeCertificate(NAMES)
    const file = testInfo.outputPath('ca.pem')
    writeFileSync(file, ca)
    const trap = { port: 0, requestCount: 0 }
    const trapServer = createTrap((_, response) => {
      trap.requestCount++
      response.end()
    })
    trap.port = await portOf(trapServer)
    const posts: Receivers['posts'] = []
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      const { url: path = '', headers } = request
      posts.push({ path, body: await text(request), signature: String(headers['x-callboard-signature']) })
      if (path === '/on') response.writeHead(307, { location: `http://127.0.0.1:${trap.port}/` })
      else response.writeHead(204)
      response.end()
    }
    const receiver = createServer({ key, cert }, (...exchange) => void receive(...exchange))
    await use({ port: await portOf(receiver), ca: file, posts, trap })
    for (const server of [receiver, trapServer]) server.close().closeAllConnections()
  },
  env: async ({ receivers: { port, ca, trap } }, use) =>
    use({
      WEBHOOK_HOSTS: [...NAMES.map((name) => `${name}:${port}`), `127.0.0.1:${trap.port}`].join(','),
      NODE_EXTRA_CA_CERTS: ca,
      NODE_OPTIONS: `--import ${new URL('support/servers/public-names.ts', import.meta.url).href}`,
    }),
})

const WORDS = {
  'en-US': {
    open: 'New alert',
    hook: 'Webhook',
    send: 'Send a test',
    sent: 'sent',
    notAllowed: /^Callboard may not post to elsewhere\.example\. Allowed hosts: /,
    noAddress: 'Enter an https address without a name or password in it.',
    redirects: 'the address sends on to another one, which is not followed',
    inside: 'the address leads into a private network',
  },
  'ru-RU': {
    open: 'Новое уведомление',
    hook: 'Вебхук',
    send: 'Отправить проверку',
    sent: 'отправлено',
    notAllowed: /^На elsewhere\.example отправлять нельзя\. Разрешённые хосты: /,
    noAddress: 'Нужен адрес https без имени и пароля в нём.',
    redirects: 'адрес перенаправляет на другой, туда Callboard не идёт',
    inside: 'адрес ведёт во внутреннюю сеть',
  },
} as const

for (const [locale, words] of Object.entries(WORDS))
  test.describe(locale, () => {
    test.use({ locale })
    test('webhook-never-inside: a redirect to this machine is not followed, nor a name that leads there, and the dialog says so', async ({
      page,
      second: { origin },
      receivers: { port, posts, trap },
    }) => {
      await page.goto(`${origin}/sign-in`)
      const { email, password } = credentialsOf('marketer')
      await page.locator('input[type=email]').fill(email)
      await page.locator('input[type=password]').fill(password)
      await page.keyboard.press('Enter')
      await expect(page).not.toHaveURL(/sign-in/)
      await page.goto(`${origin}/alerts`)
      await page.getByRole('button', { name: words.open }).click()
      const form = page.getByRole('dialog', { name: words.open })
      const hook = form.getByRole('textbox', { name: words.hook })
      const says = async (address: string, what: string | RegExp) => {
        await hook.fill(address)
        await expect(form.getByText(what)).toBeVisible()
        await expect(hook).toHaveValue(address)
      }
      const tried = async (address: string, what: string) => {
        await hook.fill(address)
        await form.getByRole('button', { name: words.send }).click()
        await expect(form.getByText(`${address}: ${what}`)).toBeVisible()
        await expect(hook).toHaveValue(address)
      }
      await says('https://elsewhere.example/', words.notAllowed)
      await says(`http://127.0.0.1:${trap.port}/`, words.noAddress)
      await tried(`https://hooks.example:${port}/take`, words.sent)
      await tried(`https://hooks.example:${port}/on`, words.redirects)
      await tried(`https://inside.example:${port}/take`, words.inside)
      await tried(`https://127.0.0.1:${trap.port}/`, words.inside)
      // Nothing reached them.
      expect(posts.map(({ path }) => path)).toEqual(['/take', '/on'])
      expect(posts[0]).toMatchObject({
        body: '{"event":"try","found":[]}',
        signature: expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
      })
      expect(trap.requestCount).toBe(0)
    })
  })
