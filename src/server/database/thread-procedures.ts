import type { Kysely } from 'kysely'
import type { Procedures } from './procedures.ts'

/* Shared by the threads of both engines. They start with the server, so kysely is loaded with the first procedure. */

export interface Statement {
  readonly client?: number
  /** `connect` and `release` manage the pool. */
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface StatementAnswer {
  readonly rows?: readonly unknown[]
  readonly changes?: number | bigint
  readonly lastInsertRowid?: number | bigint
  readonly command?: string
}

const CALL = /^call (\w+)\(/

/**
 * Runs statements that call procedures.
 * @param module exports the `procedures`, or null
 */
export const proceduresOf = (module: string | null) => {
  let loaded: Promise<{ readonly procedures: Procedures }> | null = null
  return {
    called: ({ sql: text }: Statement): string | null => CALL.exec(text)?.[1] ?? null,
    run: async (
      name: string,
      database: () => Kysely<never> | Promise<Kysely<never>>,
      given: readonly unknown[],
    ) => {
      if (module !== null) loaded ??= import(module) as NonNullable<typeof loaded>
      const procedure = (await loaded)?.procedures[name]
      if (!procedure) throw new Error(`there is no procedure ${name}`)
      return procedure(await database(), ...given)
    },
  }
}
