/** Types of an untyped package. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string }
      readonly session: {
        readonly accountId: string
        readonly grantIdFor: (clientId: string) => string | undefined
      }
    }
  }
  interface Grant {
    readonly addOIDCScope: (scope: string) => void
    readonly save: () => Promise<string>
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: {
      new (of: { clientId: string; accountId: string }): Grant
      find: (id: string) => Promise<Grant | undefined>
    }
    readonly callback: () => RequestListener
  }
  export type { Context, Grant }
}
