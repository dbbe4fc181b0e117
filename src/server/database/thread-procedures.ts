import type { Kysely } from 'kysely'
import type { Procedures } from './procedures.ts'
import type { Statement, StatementAnswer } from './thread-calls.ts'

/*
 * What the threads of both engines share. They are started with the server: what only a procedure needs, kysely above
 * all, is loaded when the first one is called.
 */

const CALL = /^call (\w+)\(/

/**
 * What a thread does for statements that call one.
 * @param module exports the `procedures`; null: there are none
 */
export const proceduresOf = (module: string | null) => {
  let loaded: Promise<{ readonly procedures: Procedures }> | null = null
  return {
    /** Null: another statement. */
    called: ({ sql: text }: Statement): string | null => CALL.exec(text)?.[1] ?? null,
    /** Loaded when the first one is called: who opens a database does not wait for it. */
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

/** A clone of an error keeps only its message. */
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
