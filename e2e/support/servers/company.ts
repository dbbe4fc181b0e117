import { writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { Provider, type Context } from 'oidc-provider'
import { ORIGIN } from '../address.ts'
import { credentialsOf } from '../sign-in.ts'
import { close, onLoopback, test as base } from './real-api.ts'

const CLIENT = { client_id: 'callboard', client_secret: 'a secret of the tests' }

/** OpenID Connect provider that accepts any password. */
export interface Company {
  readonly issuer: string
  /** @param origin public URL @param direct listening URL */
  readonly register: (origin: string, direct?: string) => void
}

/** Another site than Callboard's. */
export const startCompany = async () => {
  let listener: RequestListener = (_, response) => void response.writeHead(503).end()
  const { server, port } = await onLoopback((request, response) => {
    // Browsers derive expiry from it.
    response.setHeader('Date', new Date().toUTCString())
    listener(request, response)
  })
  const issuer = `http://127.0.0.1:${port}`
  const register = (origin: string, direct = origin) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: [`${origin}/auth/callback`],
          post_logout_redirect_uris: [`${origin}/sign-in`],
          backchannel_logout_uri: `http://127.0.0.1:${new URL(direct).port}/auth/back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      cookies: { keys: ['of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { backchannelLogout: { enabled: true } },
      fetch: (url: string, { method, headers, body, signal, redirect }: Required<RequestInit>) =>
        fetch(url, { method, headers, body, signal, redirect }),
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, email: id, email_verified: true, name: id.split('@', 1)[0] }),
      }),
      /** No consent screen. */
      loadExistingGrant: async ({ oidc: { client, session } }: Context) => {
        const known = session.grantIdFor(client.clientId)
        if (known !== undefined) return provider.Grant.find(known)
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    listener = provider.callback()
  }
  return { company: { issuer, register } satisfies Company, stop: () => close(server) }
}

const keyOf = async (account: 'marketer') => {
  const answer = await fetch(`${ORIGIN}/v2/users/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: credentialsOf(account) }),
  })
  const { user } = (await answer.json()) as { user: { api_key: string } }
  return user.api_key
}

/** @param keys file to be written */
export const behindCompany = async ({ issuer }: Company, keys: string) => {
  const accounts = { north: { api_key: await keyOf('marketer') } }
  const users = { 'anna@example.com': { account: 'north', rights: ['export', 'listen', 'numbers'] } }
  writeFileSync(keys, JSON.stringify({ ask: 'it@example.com', accounts, users }))
  return {
    AUTH_MODE: 'oidc',
    AUTH_KEYS: keys,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: CLIENT.client_id,
    OIDC_CLIENT_SECRET: CLIENT.client_secret,
  }
}

/** External resources of the provider's pages. */
export const withoutFonts = (context: BrowserContext) =>
  context.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )

/** The second server behind a company's sign-in. */
export const test = base.extend<{ company: Company; callboard: { readonly origin: string } }>({
  company: async ({ context }, use) => {
    const { company, stop } = await startCompany()
    await withoutFonts(context)
    await use(company)
    await stop()
  },
  env: async ({ company }, use, testInfo) =>
    use(await behindCompany(company, testInfo.outputPath('keys.json'))),
  callboard: async ({ company, second }, use) => {
    company.register(second.origin)
    await use(second)
  },
})

export const signInAtCompany = async (page: Page, person: string) => {
  await page.getByPlaceholder('Enter any login').fill(person)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}
