import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const OIDC = {
  AUTH_MODE: 'oidc',
  AUTH_KEYS: '/etc/callboard/keys.json',
  OIDC_ISSUER: 'https://login.example.com/realms/staff',
  OIDC_CLIENT_ID: 'callboard',
}

test('at a provider: issuer and client are enough', () => {
  expect(readConfig(OIDC).auth).toEqual({
    mode: 'oidc',
    keysFile: '/etc/callboard/keys.json',
    issuer: new URL('https://login.example.com/realms/staff'),
    clientId: 'callboard',
    clientSecret: null,
    scope: 'openid email profile',
    groupsClaim: 'groups',
  })
})

test.each([
  [{ AUTH_KEYS: '' }, /^AUTH_KEYS is required with AUTH_MODE=oidc$/],
  [{ OIDC_ISSUER: '' }, /^OIDC_ISSUER and OIDC_CLIENT_ID are required/],
  [{ OIDC_CLIENT_ID: '' }, /^OIDC_ISSUER and OIDC_CLIENT_ID are required/],
  [{ OIDC_ISSUER: 'http://login.example.com' }, /^OIDC_ISSUER must be https unless its host is loopback$/],
  [{ OIDC_ISSUER: 'login.example.com' }, /^OIDC_ISSUER must be an http or https address/],
  [{ OIDC_SCOPE: 'email profile' }, /^OIDC_SCOPE must name openid$/],
])('%j ends the start', (env, message) => {
  expect(() => readConfig({ ...OIDC, ...env })).toThrow(message)
})

test('plain http is for a provider on this machine', () => {
  expect(readConfig({ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:9000' }).auth.mode).toBe('oidc')
})
