import type { Kysely } from 'kysely'
import type { Procedures } from './procedures.ts'
import type { Statement, StatementAnswer } from './thread-calls.ts'

/* Shared by the threads of both engines. They start with the server, so kysely is loaded with the first procedure. */

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

/** Structured clone keeps only an error's message. */
export const answerOf = async (
  id: number,
  work: () => object | Promise<object>,
): Promise<StatementAnswer> => {
  try {
    return { id, ...(await work()) }
  } catch (error) {
    const { message, errcode } = error as { message: string; errcode?: number }
    return { id, error: { message, errcode: errcode ?? null } }
  }
}
